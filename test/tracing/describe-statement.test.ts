import { expect, it } from 'vitest';
import { describeStatement } from '../../src/tracing/describe-statement.ts';

it.each([
  [
    'select "id" from "release" where "state" = \'published\' and "format" = 7',
    ['SELECT', 'release', 'select "id" from "release" where "state" = ? and "format" = ?'],
  ],
  [
    "insert into subscription (name) values ('it''s') returning id",
    ['INSERT', 'subscription', 'insert into subscription (name) values (?) returning id'],
  ],
  ['update x set n = n + 1.5 where id = $1', ['UPDATE', 'x', 'update x set n = n + ? where id = $1']],
  [
    'delete from "idempotency_key"\n  where a < -3',
    ['DELETE', 'idempotency_key', 'delete from "idempotency_key" where a < -?'],
  ],
  [
    'select n0.document from json_each(?) as w join release_node n0 on n0.id = w.value',
    ['SELECT', 'release_node', 'select n0.document from json_each(?) as w join release_node n0 on n0.id = w.value'],
  ],
  ['begin', ['BEGIN', null, 'begin']],
  ['select 1', ['SELECT', null, 'select ?']],
  ['', ['_OTHER', null, '']],
])('a statement is told by what it does and to which table, without literals: %s', (sql, [operation, table, text]) => {
  const summary = table === null ? operation : `${operation} ${table}`;
  expect(describeStatement(sql)).toEqual({ operation, table, summary, text });
});
