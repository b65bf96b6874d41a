/** All that a release lists: what an earlier index knows, and rows of everything else between, in the order of the lists. */
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { KnownProduct } from './earlier-index.ts';
import type { IndexedRow } from './indexed-rows.ts';

/** Between those that are known there may be many. */
const productsAtATime = 1000;

export async function* withKnown(
  known: AsyncIterable<readonly KnownProduct[]>,
  others: AsyncGenerator<readonly IndexedRow[]>,
): AsyncGenerator<readonly (IndexedRow | KnownProduct)[]> {
  let rows: readonly IndexedRow[] = [];
  let place = 0;

  async function findNext(): Promise<IndexedRow | undefined> {
    if (place === rows.length) {
      rows = (await others.next()).value ?? [];
      place = 0;
    }
    return rows[place];
  }

  let next = await findNext();
  for await (const products of known) {
    let some: (IndexedRow | KnownProduct)[] = [];
    for (const product of products) {
      for (; next && compareCodePoints(next.sort_key, product.sort_key) < 0; next = await findNext()) {
        some.push(next);
        place += 1;
        if (some.length < productsAtATime) continue;
        yield some;
        some = [];
      }
      some.push(product);
    }
    yield some;
  }
  if (next) yield rows.slice(place);
  yield* others;
}
