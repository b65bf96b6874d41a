/**
 * Rows with their texts, one of which may have 16 MB: a page of such products filled the memory before anybody saw that no response may be as
 * large. Of those that are long their sizes are read first.
 */
import { type RawBuilder, sql } from 'kysely';
import { unitsOfBytes, type WorkBudget } from '../domain/work-budget.ts';
import { sum } from '../lib/sum.ts';

/** In bytes: what is shorter is read at once. */
const longest = 100_000;
const anyLength = 2 ** 31 - 1;

/** Columns of texts, by the names that they get: null where they are longer together, and how long they are. */
export function textsUpTo(bytes: number, columns: Readonly<Record<string, string>>): RawBuilder<unknown> {
  const lengths = Object.values(columns).map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`);
  const length = sql.join(lengths, sql` + `);
  const texts = Object.entries(columns).map(([name, column]) => {
    return sql`case when ${length} <= ${bytes} then ${sql.ref(column)} end as ${sql.ref(name)}`;
  });
  return sql.join([...texts, sql`${length} as bytes`]);
}

export interface Measured {
  /** Of its texts. */
  readonly bytes: number;
}

export type BytesBudget = Pick<WorkBudget, 'limit' | 'charge'>;

export interface LongTextReads<Key, Row> {
  readonly read: (keys: readonly Key[], longest: number) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => Key;
  /** Undefined: they may be as long as they like. */
  readonly budget: BytesBudget | undefined;
}

/** Nothing is charged, since what is in memory is not read again. @throws DomainError LIMIT_EXCEEDED where they cost more than a request may */
export async function readWithLongTexts<Key, Row extends Measured>(
  keys: readonly Key[],
  { read, keyOf, budget }: LongTextReads<Key, Row>,
): Promise<readonly Row[]> {
  const rows = await read(keys, longest);
  const long = rows.filter(({ bytes }) => bytes > longest);
  if (long.length === 0) return rows;
  const units = unitsOfBytes(sum(long, ({ bytes }) => bytes));
  if (budget && units > budget.limit) budget.charge(units);
  // Together: while they were read one by one, those of many requests would lie in memory.
  const found = await read(long.map(keyOf), anyLength);
  return [...rows.filter(({ bytes }) => bytes <= longest), ...found];
}
