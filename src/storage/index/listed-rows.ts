/**
 * What a release lists, in the order of the lists, some megabytes at a time: while some are put into the index, the next ones are made what it
 * keeps of them, and those after them are read.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { readAhead } from '../../lib/read-ahead.ts';
import type { Engine } from '../engines/engine.ts';
import { firstWithin } from '../first-within.ts';
import { growingTexts } from './growing-columns.ts';
import type { IndexThread } from './index-thread.ts';
import type { IndexedRow, StoredRow, StoredRows } from './indexed-rows.ts';
import { selectPriceEntries } from './price-entries.ts';

const productsAtATime = 500;
const bytesAtATime = 2 ** 22;
const keysAtATime = 10_000;

interface Portion extends StoredRows {
  readonly count: number;
  readonly last: string;
  /** Null: they are not worked at elsewhere. */
  readonly indexed: Promise<IndexedRow[]> | null;
}

/** Of some products, in the order of the lists. */
export interface SortKeys {
  readonly size: number;
  get(index: number): string;
}

/** `sortKeys`: of these products alone; null: of all. */
export interface ListedRowsOptions {
  readonly releaseId: number;
  readonly sortKeys: SortKeys | null;
  readonly indexThread: IndexThread;
}

/** A part of what is listed. */
interface Stretch {
  readonly releaseId: number;
  readonly after: string;
  readonly among: readonly string[] | null;
}

export async function* listedRows(
  engine: Engine,
  { releaseId, sortKeys, indexThread }: ListedRowsOptions,
): AsyncGenerator<readonly IndexedRow[]> {
  let place = 0;

  function amongNext(keys: SortKeys): string[] {
    const end = Math.min(place + productsAtATime, keys.size);
    return Array.from({ length: end - place }, (_, index) => keys.get(place + index));
  }

  const portions = readAhead<Portion>(async (before) => {
    place += before?.count ?? 0;
    const after = before?.last ?? '';
    const stored = await readStored(engine, { releaseId, after, among: sortKeys && amongNext(sortKeys) });
    const last = stored?.rows.at(-1)?.sort_key;
    if (!stored || last === undefined) return null;
    const count = stored.rows.length;
    const indexed = indexThread.start(stored);
    return { ...stored, count, last, indexed };
  });
  for await (const { indexed, ...stored } of portions) {
    for (const rows of indexed ? [await indexed] : indexThread.doHere(stored)) {
      // Of what is made next, these are gone.
      yield rows.splice(0);
      await setImmediate();
    }
  }
}

/** Of all that a release lists so far. */
export async function listSortKeys(engine: Engine, releaseId: number): Promise<SortKeys> {
  const keys = growingTexts();
  let size = 0;
  for (let after = ''; ; ) {
    const { rows } = await sql<{ sort_key: string }>`select sort_key from release_product
      where release_id = ${releaseId} and is_live = 1 and sort_key > ${after}
      order by sort_key limit ${sql.lit(keysAtATime)}`.execute(engine.reader);
    for (const { sort_key } of rows) size = keys.add(sort_key) + 1;
    const last = rows.at(-1);
    if (!last) return { size, get: keys.get };
    after = last.sort_key;
  }
}

export interface ProductCounts {
  readonly all: number;
  readonly listed: number;
}

/** NOTE: each from an index alone. A sum over the rows reads them all, and with SQLite every request waits: half a second for 100,000. */
export async function countProducts({ reader }: Engine, releaseId: number): Promise<ProductCounts> {
  const products = sql`from release_product where release_id = ${releaseId}`;
  const { rows } = await sql<
    Record<keyof ProductCounts, number | string>
  >`select (select count(*) ${products}) as "all",
    (select count(*) ${products} and is_live = 1) as listed`.execute(reader);
  return { all: Number(rows[0]?.all), listed: Number(rows[0]?.listed) };
}

/** Null: at the end. */
async function readStored(engine: Engine, stretch: Stretch): Promise<StoredRows | null> {
  const { releaseId } = stretch;
  const last = await endOfPortion(engine, stretch);
  if (last === null) return null;
  // Releases of format 1 have their labels in a table.
  const { rows } = await sql<StoredRow>`select listed.product_id, listed.parent_id, listed.is_base,
      listed.name, listed.sku, listed.slug, listed.mpn, listed.upc_ean, listed.locales, listed.sort_key, listed.document,
      coalesce(listed.labels, (select ${engine.jsonList(sql`l.kind || ' ' || l.value`)} from release_product_label l
        where l.release_id = listed.release_id and l.product_id = listed.product_id)) as labels
    from ${rowsOf(engine, stretch)} and listed.sort_key <= ${last}
    order by listed.sort_key`.execute(engine.reader);
  const parents = rows.filter(({ is_base }) => is_base === 1).map(({ product_id }) => product_id);
  const pricesOfParents = await selectPriceEntries(engine, releaseId, parents);
  return { rows, pricesOfParents };
}

/** The sort key of the last product of the next portion, which has one at least; null: there is none. */
async function endOfPortion(engine: Engine, stretch: Stretch): Promise<string | null> {
  // NOTE: `octet_length`, for which neither engine reads the text, as it does to count characters.
  const { rows } = await sql<{
    sort_key: string;
    size: number;
  }>`select listed.sort_key, octet_length(listed.document) + coalesce(octet_length(listed.locales), 0) as size
    from ${rowsOf(engine, stretch)} order by listed.sort_key limit ${sql.lit(productsAtATime)}`.execute(engine.reader);
  const portion = firstWithin(rows, bytesAtATime, ({ size }) => Number(size));
  return portion.at(-1)?.sort_key ?? null;
}

/**
 * Rows `listed`, up to a condition. Each of some is looked up: PostgreSQL, which knows nothing of a release that is new, would walk all that is
 * copied into it meanwhile to find them.
 */
function rowsOf({ valuesOf, joinListed }: Engine, { releaseId, after, among }: Stretch) {
  if (among === null) {
    return sql`release_product listed where listed.release_id = ${releaseId} and listed.is_live = 1 and listed.sort_key > ${after}`;
  }
  const row = sql`release_product x where x.release_id = ${releaseId} and x.is_live = 1 and x.sort_key = wanted.value limit 1`;
  return sql`${valuesOf(among)} as wanted ${joinListed('release_product', row)} where listed.release_id is not null`;
}
