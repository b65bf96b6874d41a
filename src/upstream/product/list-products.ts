/** Lists of products as a platform pages, filters and counts them, each page one call. */
import type DataLoader from 'dataloader';
import { fitsCall } from '../../contract/platform/in-batches.ts';
import { fileIdsOf, type ProductResource } from '../../contract/product/product.ts';
import type { ProductFilter, Term } from '../../domain/filter/filter.ts';
import type { CountedPage, OffsetPage } from '../../domain/paging/page.ts';
import type { ProductListQuery } from '../../domain/product/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { pathTo } from '../dialect/paths.ts';
import { readRecords } from '../dialect/record-form.ts';
import type { UpstreamFiles } from '../file/files.ts';
import { readByIds } from '../paging/read-by-ids.ts';
import type { ReadPage } from '../paging/read-window.ts';
import { orElse, type Platform, unsupported } from '../platform.ts';
import { filesIn, productForm } from './product-records.ts';

/** What is requested of the platform. */
type ProductList = Pick<ProductListQuery, 'parentId' | 'nodeId' | 'filter'>;

export type Seen = Map<string, ProductResource>;

export interface Reading {
  readonly platform: Platform;
  readonly files: UpstreamFiles;
  readonly requestContext: RequestContext;
  /** The release that the platform shows, by its id. */
  readonly releaseId: () => Promise<string>;
  /** What the request has read so far. */
  readonly seen: Seen;
  /** By id, several at once; null: the platform shows none. */
  readonly records: DataLoader<string, ProductResource | null>;
}

/** The pages of a list. @throws DomainError UNSUPPORTED for a filter that fits into no call */
export function pagesOf(reading: Reading, { parentId, nodeId, filter }: ProductList): ReadPage<ProductResource> {
  const segments = segmentsOf(parentId, nodeId);
  const ids = parentId === undefined && nodeId === undefined ? onlyIds(filter) : null;
  if (ids) return productsById(reading, ids).page;
  if (!fitsCall(filter)) throw unsupported('The platform takes no filter that is as long: send several.');
  const read = (page: OffsetPage) => readProducts(reading, segments, filter, page);
  if (nodeId === undefined || !reading.platform.paths.areHierarchiesApart) return read;
  return (page) => orElse(read(page), () => readProducts(reading, ['hierarchies', nodeId, 'products'], filter, page));
}

function productsById(reading: Reading, ids: readonly string[]) {
  return readByIds(ids, (filter, page) => readProducts(reading, ['products'], filter, page));
}

/** Products that the request has read before are not read again. */
export async function getRecords(reading: Reading, ids: readonly string[]): Promise<Map<string, ProductResource>> {
  const { seen } = reading;
  const unseen = ids.filter((id) => !seen.has(id));
  if (unseen.length > 0) await productsById(reading, unseen).all();
  return new Map(ids.flatMap((id) => (seen.has(id) ? [[id, seen.get(id) as ProductResource]] : [])));
}

function segmentsOf(parentId: string | undefined, nodeId: string | undefined): string[] {
  if (nodeId !== undefined) return ['nodes', nodeId, 'relationships', 'products'];
  return parentId === undefined ? ['products'] : ['products', parentId, 'relationships', 'children'];
}

/** Of a filter that names ids and nothing else. */
function onlyIds([condition, ...others]: ProductFilter): readonly string[] | null {
  return condition?.attribute === 'id' && others.length === 0 ? condition.values : null;
}

async function readProducts(
  { platform: { client, paths }, files, requestContext, releaseId, seen }: Reading,
  segments: readonly string[],
  filter: readonly Term[],
  page: OffsetPage,
): Promise<CountedPage<ProductResource>> {
  const path = pathTo(paths.catalog, segments, { filter, page, ...paths.withFiles });
  const answer = await client.get(requestContext, path, await releaseId());
  const records = readRecords(productForm, answer);
  const named = records.items.flatMap((record) => [...fileIdsOf(record, 'main_images'), ...fileIdsOf(record, 'files')]);
  files.note(requestContext, filesIn(answer), named);
  for (const record of records.items) seen.set(record.id, record);
  return records;
}

/** @throws DomainError UNSUPPORTED for what no platform of this kind has */
export function expectSupported({ search, order, variants }: Partial<ProductListQuery>): void {
  if (search) throw unsupported('The platform has no search in lists of products.');
  if (order && order.key !== 'updated_at_desc')
    throw unsupported('The platform lists products by their last update, and sorts them in no other way.');
  if (variants) throw unsupported('The platform filters products neither by price nor by options.');
}
