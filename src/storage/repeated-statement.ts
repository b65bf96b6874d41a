/**
 * Statements that each request sends with other parameters: Kysely makes the text of each once for a dialect and a shape, which was a tenth of the processor's
 * time of `createSubscription`, and of a page after a cursor (`bench/notebook/writes.md`, `publications.md`).
 */
import type { CompiledQuery, DialectAdapter, Kysely, RawBuilder } from 'kysely';
import { createMemo, memoised } from '../lib/memo.ts';
import type { Schema } from './schema.ts';

export interface RepeatedStatement<Row> {
  /** With the number of its rows or lists, whatever else than its parameters its text depends on. */
  readonly name: string;
  readonly build: () => Pick<RawBuilder<Row>, 'compile'>;
  /** In the order in which `build` names them. */
  readonly parameters: readonly unknown[];
}

const known = createMemo<DialectAdapter, Map<string, CompiledQuery<unknown>>>('repeated statements');

export async function repeatStatement<Row>(
  database: Kysely<Schema>,
  { name, build, parameters }: RepeatedStatement<Row>,
): Promise<readonly Row[]> {
  const { adapter } = database.getExecutor();
  const ofDialect = memoised(known, adapter, () => new Map());
  const compiled = memoised(ofDialect, name, () => build().compile(database)) as CompiledQuery<Row>;
  const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
  return rows;
}
