/** What a release lists, read in the order of the lists, some megabytes at a time: the next ones while some are worked on. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ProductResource } from '../../contract/product/product.ts';
import { parseExactJson } from '../../domain/input/exact-json.ts';
import type { Localisation } from '../../domain/language/localisation.ts';
import { readAhead } from '../../domain/read-ahead.ts';
import { parseLocales } from '../documents/product-document.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { growingTexts } from './growing-columns.ts';
import { type PriceEntry, priceEntriesOf, selectPriceEntries } from './price-entries.ts';
import { type ProductLabels, parseLabels } from './product-labels.ts';

type Column = 'product_id' | 'parent_id' | 'is_base' | 'name' | 'sku' | 'slug' | 'mpn' | 'upc_ean' | 'sort_key';

export interface ListedRow extends Pick<ReleaseProductTable, Column> {
  readonly resource: ProductResource;
  readonly labels: ProductLabels;
  readonly localisations: readonly Localisation[];
  readonly prices: readonly PriceEntry[];
}

const productsAtATime = 500;
const bytesAtATime = 2 ** 22;
const keysAtATime = 10_000;

type StoredRow = Pick<ReleaseProductTable, Column | 'locales' | 'labels' | 'document'>;

interface Portion {
  readonly count: number;
  readonly last: string;
  /** Emptied when they are parsed: a product of megabytes is in memory as text, or as what it says. */
  readonly rows: StoredRow[];
  readonly pricesOfParents: ReadonlyMap<string, readonly PriceEntry[]>;
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
}

/** A part of what is listed. */
interface Stretch {
  readonly releaseId: number;
  readonly after: string;
  readonly among: readonly string[] | null;
}

export async function* listedRows(
  engine: Engine,
  { releaseId, sortKeys }: ListedRowsOptions,
): AsyncGenerator<readonly ListedRow[]> {
  let place = 0;

  function read(after: string): Promise<Portion | null> {
    if (sortKeys === null) return readPortion(engine, { releaseId, after, among: null });
    const end = Math.min(place + productsAtATime, sortKeys.size);
    const among = Array.from({ length: end - place }, (_, index) => sortKeys.get(place + index));
    return readPortion(engine, { releaseId, after, among });
  }

  const portions = readAhead<Portion>((before) => {
    place += before?.count ?? 0;
    return read(before?.last ?? '');
  });
  for await (const { rows, pricesOfParents } of portions) {
    yield toListedRows(rows.splice(0), pricesOfParents);
    await setImmediate();
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

export async function countProducts({ reader }: Engine, releaseId: number): Promise<ProductCounts> {
  const { rows } = await sql<Record<keyof ProductCounts, number | string>>`select count(*) as "all",
    coalesce(sum(is_live), 0) as listed from release_product where release_id = ${releaseId}`.execute(reader);
  return { all: Number(rows[0]?.all), listed: Number(rows[0]?.listed) };
}

/** Null: at the end. */
async function readPortion(engine: Engine, stretch: Stretch): Promise<Portion | null> {
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
  return { count: rows.length, last, rows, pricesOfParents };
}

/** The sort key of the last product of the next portion, which has one at least; null: there is none. */
async function endOfPortion(engine: Engine, stretch: Stretch): Promise<string | null> {
  // NOTE: `octet_length`, for which neither engine reads the text, as it does to count characters.
  const { rows } = await sql<{
    sort_key: string;
    size: number;
  }>`select listed.sort_key, octet_length(listed.document) as size
    from ${rowsOf(engine, stretch)} order by listed.sort_key limit ${sql.lit(productsAtATime)}`.execute(engine.reader);
  let bytes = 0;
  const tooMany = rows.findIndex(({ size }) => {
    bytes += Number(size);
    return bytes > bytesAtATime;
  });
  return rows.at(tooMany === -1 ? -1 : Math.max(0, tooMany - 1))?.sort_key ?? null;
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

function toListedRows(
  rows: readonly StoredRow[],
  pricesOfParents: ReadonlyMap<string, readonly PriceEntry[]>,
): ListedRow[] {
  return rows.map(({ document, locales, labels, ...row }) => {
    const resource = parseExactJson(document) as ProductResource;
    const prices = row.is_base === 1 ? (pricesOfParents.get(row.product_id) ?? []) : priceEntriesOf(resource);
    return { ...row, resource, labels: parseLabels(labels), localisations: parseLocales(locales), prices };
  });
}
