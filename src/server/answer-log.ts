import { pino } from 'pino';
import { excerpt } from '../domain/errors.ts';
import type { Answer } from './http-app.ts';
import type { Logger } from './logger.ts';

/**
 * In characters: more than any route's with the longest ids that are ASCII. A line with one of 60 kB is no longer one piece for a pipe
 * (`log-output.ts`), where lines of other processes begin in the middle of it; and whoever sends such paths fills a disk.
 */
const longestPath = 1000;

/**
 * Writes the line of each response as `log.info(answer, 'answered')` would, and nothing where the log's level is above that: put together here, it
 * takes a third of what it takes there, which was 5 % of a response from the cache (`bench/notebook/fast-paths.md`).
 */
export function createAnswerLog(log: Logger): (answer: Answer, traceId: string | null) => void {
  if (!log.isLevelEnabled('info')) return () => {};
  const start = `{"level":${log.levels.values.info},"time":`;
  const { [pino.symbols.streamSym]: stream, [pino.symbols.chindingsSym]: bindings } = log as unknown as Internals;
  const [quoteMethod, quotePath] = [createQuote(), createQuote()];
  return ({ requestId, method, path, status, durationMs }, traceId) => {
    const names = `"requestId":${JSON.stringify(requestId)},"method":${quoteMethod(method)},"path":${quotePath(excerpt(path, longestPath))}`;
    const trace = traceId === null ? '' : `,"traceId":${JSON.stringify(traceId)}`;
    const figures = `"status":${status},"durationMs":${durationMs}${trace}`;
    stream.write(`${start}${Date.now()}${bindings},${names},${figures},"msg":"answered"}\n`);
  };
}

/** Makes JSON of a text that is nearly always the same as the one before. */
function createQuote(): (text: string) => string {
  let [last, quoted] = ['', '""'];
  return (text) => {
    if (text !== last) [last, quoted] = [text, JSON.stringify(text)];
    return quoted;
  };
}

interface Internals {
  readonly [pino.symbols.streamSym]: { write(line: string): void };
  /** What each of its lines has, as members of a JSON object with a comma before each. */
  readonly [pino.symbols.chindingsSym]: string;
}
