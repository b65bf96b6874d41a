import { makeInTurns } from '../lib/make-in-turns.ts';
import { sum } from '../lib/sum.ts';

/** What is made of rows, in their order; in turns where their texts are long, as any of which may have a megabyte to parse. */
export function makeOfRows<Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item): Promise<Item[]> {
  return makeInTurns(rows, charactersOf, toItem);
}

function charactersOf(row: unknown): number {
  return sum(Object.values(row as object), (value) => (typeof value === 'string' ? value.length : 0));
}
