/** All that a release lists: what an earlier index knows, and rows of everything else between, in the order of the lists. */
import { sql } from 'kysely';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { CopiedFrom } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import type { KnownProduct } from './earlier-index.ts';
import { DamagedIndex } from './index-manifest.ts';
import { type ListedRow, listedRows } from './listed-rows.ts';

export interface WithKnownOptions {
  readonly releaseId: number;
  readonly copied: CopiedFrom;
  readonly known: () => AsyncGenerator<readonly KnownProduct[]>;
}

/** Between those that are known there may be many. */
const productsAtATime = 1000;

/** @throws DamagedIndex when they are not as many as the release lists */
export async function* withKnown(
  engine: Engine,
  { releaseId, copied, known }: WithKnownOptions,
): AsyncGenerator<readonly (ListedRow | KnownProduct)[]> {
  const others = listedRows(engine, { releaseId, otherIds: [...copied.otherIds] });
  let rows: readonly ListedRow[] = [];
  let place = 0;
  let count = 0;

  async function findNext(): Promise<ListedRow | undefined> {
    if (place === rows.length) {
      rows = (await others.next()).value ?? [];
      place = 0;
    }
    return rows[place];
  }

  let next = await findNext();
  for await (const products of known()) {
    let some: (ListedRow | KnownProduct)[] = [];
    for (const product of products) {
      for (; next && compareCodePoints(next.sort_key, product.sort_key) < 0; next = await findNext()) {
        some.push(next);
        place += 1;
        if (some.length < productsAtATime) continue;
        count += some.length;
        yield some;
        some = [];
      }
      some.push(product);
    }
    count += some.length;
    yield some;
  }
  if (next) {
    const rest = rows.slice(place);
    count += rest.length;
    yield rest;
  }
  for await (const rest of others) {
    count += rest.length;
    yield rest;
  }
  if (count !== (await countListed(engine, releaseId))) {
    throw new DamagedIndex(Number(copied.releaseId), 'it has not the products that were copied');
  }
}

async function countListed({ reader }: Engine, releaseId: number): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from release_product
    where release_id = ${releaseId} and is_live = 1`.execute(reader);
  return Number(rows[0]?.count);
}
