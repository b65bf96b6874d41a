import type { ColumnTypes } from '../engines/column-types.ts';

/**
 * How PostgreSQL stores what is written from now on. Documents of some 2 kB were moved out of their rows, into rows of another table with an
 * index of its own: within them, a copy of a release takes half of the server's time. Blocks of an index are compact as they are made.
 */
export function statements({ keepRowsWhole, leaveUncompressed }: ColumnTypes) {
  return [...keepRowsWhole('release_product'), ...leaveUncompressed('release_index_block', 'content')];
}
