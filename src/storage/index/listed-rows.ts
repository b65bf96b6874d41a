/** What a release lists, read in the order of the lists, some megabytes at a time. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProductResource } from '../../contract/product/product.ts';
import { parseExactJson } from '../../domain/input/exact-json.ts';
import type { Engine } from '../engines/engine.ts';
import { type PriceEntry, priceEntriesOf, selectPriceEntries } from './price-entries.ts';
import type { IndexedRow } from './product-terms.ts';

export type ListedRow = IndexedRow & {
  readonly sort_key: string;
  readonly is_base: number;
  readonly resource: ProductResource;
  readonly prices: readonly PriceEntry[];
};

const productsAtATime = 500;
const charactersAtATime = 2 ** 22;

type StoredRow = Omit<ListedRow, 'resource' | 'prices' | 'document'> & { readonly document: string };

interface Portion {
  readonly after: string;
  readonly last: string;
}

export interface ListedRowsOptions {
  readonly releaseId: number;
  /** Whether the labels may be those of an older version: then the documents go with the rows. */
  readonly isRebuilt: boolean;
}

export async function* listedRows(
  engine: Engine,
  { releaseId, isRebuilt }: ListedRowsOptions,
): AsyncGenerator<readonly ListedRow[]> {
  let after = '';
  for (;;) {
    const last = await endOfPortion(engine, releaseId, after);
    if (last === null) return;
    const rows = await readPortion(engine, releaseId, { after, last });
    yield isRebuilt ? rows : rows.map((row) => ({ ...row, document: null }));
    after = last;
    await setImmediate();
  }
}

/** The sort key of the last product of the next portion, which has one at least; null: there is none. */
async function endOfPortion({ writer }: Engine, releaseId: number, after: string): Promise<string | null> {
  const { rows } = await sql<{ sort_key: string; size: number }>`select sort_key, length(document) as size
    from release_product where release_id = ${releaseId} and is_live = 1 and sort_key > ${after}
    order by sort_key limit ${sql.lit(productsAtATime)}`.execute(writer);
  let characters = 0;
  const tooMany = rows.findIndex(({ size }) => {
    characters += Number(size);
    return characters > charactersAtATime;
  });
  return rows.at(tooMany === -1 ? -1 : Math.max(0, tooMany - 1))?.sort_key ?? null;
}

async function readPortion(engine: Engine, releaseId: number, { after, last }: Portion): Promise<ListedRow[]> {
  // Releases of format 1 have their labels in a table.
  const { rows } = await sql<StoredRow>`select x.product_id,
      x.parent_id, x.is_base, x.name, x.sku, x.slug, x.mpn, x.upc_ean, x.locales, x.sort_key, x.document,
      coalesce(x.labels, (select ${engine.jsonList(sql`l.kind || ' ' || l.value`)} from release_product_label l
        where l.release_id = x.release_id and l.product_id = x.product_id)) as labels
    from release_product x where x.release_id = ${releaseId} and x.is_live = 1
      and x.sort_key > ${after} and x.sort_key <= ${last}
    order by x.sort_key`.execute(engine.writer);
  const parents = rows.filter(({ is_base }) => is_base === 1).map(({ product_id }) => product_id);
  const pricesOfParents = await selectPriceEntries(engine, releaseId, parents);
  return rows.map((row) => {
    const resource = parseExactJson(row.document) as ProductResource;
    const prices = row.is_base === 1 ? (pricesOfParents.get(row.product_id) ?? []) : priceEntriesOf(resource);
    return { ...row, resource, prices };
  });
}
