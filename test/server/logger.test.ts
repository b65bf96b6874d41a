import { expect, it } from 'vitest';
import { createLogger, toLoggedError } from '../../src/server/logger.ts';

function logged(...args: Parameters<ReturnType<typeof createLogger>['info']>): string {
  let text = '';
  createLogger('info', { write: (line) => (text += line) }).info(...args);
  return text;
}

it.each([
  [{ email: 'CANARY' }],
  [{ headers: { authorization: 'CANARY', Authorization: 'CANARY', cookie: 'CANARY', 'Set-Cookie': 'CANARY' } }],
  [{ headers: { 'Idempotency-Key': 'CANARY', 'idempotency-key': 'CANARY' }, idempotencyKey: 'CANARY' }],
  [{ body: { data: { payment_authority: { card_id: 'CANARY', customer_id: 'CANARY' } } } }],
  [{ request: { body: { variables: { input: { paymentAuthority: { cardId: 'CANARY', customerId: 'CANARY' } } } } } }],
  [{ list: [[{ client_secret: 'CANARY', clientSecret: { nested: 'CANARY' } }]] }],
  [{ token: 'CANARY', access_token: 'CANARY', accessToken: 'CANARY', password: 'CANARY', secret: 'CANARY' }],
])('a secret is never written, however deep it lies: %j', (record) => {
  const text = logged(record, 'message');
  expect(text).not.toContain('CANARY');
  expect(text).toContain('[redacted]');
});

it('what is no secret is written as it is', () => {
  const at = new Date(0);
  const record = { requestId: 'one', count: 2, nothing: null, list: [1, { path: '/a' }], at };
  expect(JSON.parse(logged(record, 'message'))).toMatchObject({ ...record, at: at.toISOString(), msg: 'message' });
});

it('a circle ends', () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(logged({ circle })).toContain('[too deep]');
});

/** As PostgreSQL's driver makes them. */
function databaseError(): Error {
  return Object.assign(new Error('invalid input: "CANARY"'), {
    code: '22P02',
    detail: 'Key (email)=(CANARY) already exists.',
    query: "select 'CANARY'",
    parameters: ['CANARY'],
  });
}

it.each([
  ['in its usual place', { err: databaseError() }],
  ['under another name', { problem: databaseError() }],
  ['as a cause', { err: new Error('saving failed', { cause: databaseError() }) }],
])("of a database's error only the code and the places are written: %s", (_, record) => {
  const text = logged(record, 'unexpected error');
  expect(text).not.toContain('CANARY');
  expect(text).toContain('"code":"22P02"');
  expect(text).toContain('logger.test.ts');
});

it('a text that did not parse is not quoted', () => {
  const parsing = () => JSON.parse('CANARY');
  expect(parsing).toThrow('CANARY');
  try {
    parsing();
  } catch (err) {
    expect(logged({ err }, 'unexpected error')).not.toContain('CANARY');
  }
});

it('of an error of ours the message is written too', () => {
  expect(toLoggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.stringContaining('logger.test.ts'),
  });
});

it.each(['CANARY', { CANARY: 1 }, null, undefined])('what was thrown and is no error is not written: %j', (thrown) => {
  expect(toLoggedError(thrown)).toEqual({ type: typeof thrown, message: 'Something that is no error was thrown.' });
});

it('nothing that is logged breaks its line', () => {
  const text = logged({ path: '/a\r\n{"level":60}\u001b[31m' }, 'two\nlines');
  for (const breaking of ['\r', '\n', '\u001b']) expect(text.trimEnd()).not.toContain(breaking);
});
