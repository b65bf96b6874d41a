/** All that a release lists: what an earlier index knows, and rows of everything else between, in the order of the lists. */
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { KnownProduct } from './earlier-index.ts';
import type { ListedRow } from './listed-rows.ts';

/** Between those that are known there may be many. */
const productsAtATime = 1000;

export async function* withKnown(
  known: AsyncIterable<readonly KnownProduct[]>,
  others: AsyncGenerator<readonly ListedRow[]>,
): AsyncGenerator<readonly (ListedRow | KnownProduct)[]> {
  let rows: readonly ListedRow[] = [];
  let place = 0;

  async function findNext(): Promise<ListedRow | undefined> {
    if (place === rows.length) {
      rows = (await others.next()).value ?? [];
      place = 0;
    }
    return rows[place];
  }

  let next = await findNext();
  for await (const products of known) {
    let some: (ListedRow | KnownProduct)[] = [];
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
