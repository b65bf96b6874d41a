import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createAnswerLog } from '../../src/server/answer-log.ts';
import type { Answer } from '../../src/server/http-app.ts';
import { createLogger, type Logger } from '../../src/server/logger.ts';
import '../support/seed.ts';

function written(level: 'info' | 'warn', write: (log: Logger) => void): string {
  let text = '';
  write(createLogger(level, { write: (line) => (text += line) }));
  return text;
}

const answers: fc.Arbitrary<Answer> = fc.record({
  requestId: fc.string({ unit: 'binary' }),
  method: fc.constantFrom('', 'GET', 'POST', 'M-SEARCH'),
  path: fc.oneof(fc.webPath(), fc.string({ unit: 'binary', maxLength: 300 })),
  status: fc.integer({ min: 100, max: 599 }),
  durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
});

const timeless = (line: string) => line.replace(/"time":\d+/, '"time":0');

it("is the logger's own line, whatever was requested", () => {
  fc.assert(
    fc.property(answers, fc.option(fc.uuid()), (answer, traceId) => {
      const line = written('info', (log) => createAnswerLog(log)(answer, traceId));
      const own = written('info', (log) => log.info(traceId === null ? answer : { ...answer, traceId }, 'answered'));
      expect(timeless(line)).toBe(timeless(own));
      expect(line.match(/\n/g)).toHaveLength(1);
      expect(JSON.parse(line)).toMatchObject({ requestId: answer.requestId, path: answer.path });
    }),
    { numRuns: 300 },
  );
});

it('is one piece for a pipe that several processes write to, however long the path is', () => {
  const answer = { requestId: 'i'.repeat(128), method: 'GET', status: 404, durationMs: 1 };
  const lineOf = (path: string) => written('info', (log) => createAnswerLog(log)({ ...answer, path }, 't'.repeat(32)));
  const longest = `/${'ÿ'.repeat(65_000)}`;
  expect(JSON.parse(lineOf(longest)).path).toBe(`${longest.slice(0, 1000)}…`);
  expect(Buffer.byteLength(lineOf(longest))).toBeLessThanOrEqual(4096);
  expect(JSON.parse(lineOf(longest.slice(0, 1000))).path).toBe(longest.slice(0, 1000));
});

it('has the time, and what all lines of its logger have', () => {
  const before = Date.now();
  let text = '';
  const log = pino({ base: { worker: 3 } }, { write: (line: string) => (text += line) });
  createAnswerLog(log)({ requestId: 'one', method: 'GET', path: '/', status: 200, durationMs: 1 }, null);
  const { time, worker } = JSON.parse(text);
  expect(worker).toBe(3);
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});

it('is not written where the log leaves such lines out', () => {
  const answer = { requestId: 'one', method: 'GET', path: '/', status: 200, durationMs: 1 };
  expect(written('warn', (log) => createAnswerLog(log)(answer, null))).toBe('');
});
