/** The products of the release that is shown, as a store of them: all that it answers is read from the platform. */
import type { ProductResource } from '../../contract/product/product.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatExactJson } from '../../domain/input/exact-json.ts';
import type { CountedPage } from '../../domain/paging/page.ts';
import type {
  ChildList,
  ListedProducts,
  PageStartsQuery,
  ProductListQuery,
  ProductStore,
} from '../../domain/product/ports.ts';
import { ShownItem, showProduct } from '../../domain/product/shown-product.ts';
import { readPage, readWindow } from '../paging/read-window.ts';
import { orNull, unsupported } from '../platform.ts';
import { listPriceRanges } from './child-prices.ts';
import { expectSupported, getRecords, pagesOf, type Reading } from './list-products.ts';
import { getManyMatrices } from './matrices.ts';
import { toPlatformProduct } from './product-records.ts';

export function createUpstreamProducts(reading: Reading): ProductStore {
  return {
    async getMany(releaseId, ids) {
      const found = await getRecords(reading, ids);
      return new Map([...found].map(([id, record]) => [id, toPlatformProduct(record, releaseId)]));
    },

    list: (_scope, query) => list(reading, query),
    listMany: (_scope, queries) => Promise.all(queries.map((query) => list(reading, query))),
    listChildren: (_scope, queries) =>
      Promise.all(
        queries.map((query) => ofParent(list(reading, query), (page) => ({ page: page ?? noProducts }))),
      ) as Promise<ChildList[]>,

    async listDocuments(_scope, query) {
      const { limit, skip: offset } = query.window;
      const reads = readPage({ limit, offset }, pagesOf(reading, query));
      const toFound = (page: CountedPage<ProductResource> | null) => ({
        documents: (page?.items ?? []).map(formatExactJson),
        total: page?.total ?? 0,
      });
      if (query.parentId !== undefined) return ofParent(reads, toFound);
      return { ...toFound(query.nodeId === undefined ? await reads : await orNull(reads)), parent: null };
    },

    async getManyDocuments(_releaseId, ids) {
      const found = await getRecords(reading, ids);
      return new Map([...found].map(([id, record]) => [id, formatExactJson(record)]));
    },

    countFacetValues: noFacets,
    countFacetOptions: noFacets,
    listPriceBounds: noFacets,
    listPageStarts: (_scope, queries) => Promise.all(queries.map((query) => findPageStarts(reading, query))),
    getManyMatrices: (_releaseId, ids) => getManyMatrices(reading, ids),
    listPriceRanges: (query) => listPriceRanges(reading, query),
  };
}

async function noFacets(): Promise<never> {
  throw unsupported('The platform counts nothing of the lists of products but how long they are.');
}

const noRecords = { items: [], hasPrevious: false, hasNext: false, total: 0 };
const noProducts: ListedProducts = { ...noRecords, until: null };

async function list(reading: Reading, query: ProductListQuery): Promise<ListedProducts> {
  expectSupported(query);
  const { nodeId, window, withTotal, releaseId, itemsAs } = query;
  const reads = readWindow(window, pagesOf(reading, query));
  const page = nodeId === undefined ? await reads : ((await orNull(reads)) ?? noRecords);
  return {
    ...page,
    total: withTotal ? page.total : null,
    items: page.items.map(({ item, sortKey }) => {
      const product = toPlatformProduct(item, releaseId);
      return itemsAs === 'slots' ? new ShownItem(showProduct(product), sortKey) : { item: product, sortKey };
    }),
    until: null,
  };
}

type FromPlatform<Found> = Found & Pick<ChildList, 'parent'>;

/** What is wrong with the parent is for the service to say. */
async function ofParent<Page, Found>(
  reading: Promise<Page>,
  toFound: (page: Page | null) => Found,
): Promise<FromPlatform<Found>> {
  try {
    return { ...toFound(await reading), parent: { status: 'live', isBaseProduct: true } };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'NOT_FOUND') return { ...toFound(null), parent: null };
    const isNoParent = error.code === 'UNPROCESSABLE_ENTITY' && (error.platform?.status ?? 422) === 422;
    if (!isNoParent) throw error;
    return { ...toFound(null), parent: { status: 'live', isBaseProduct: false } };
  }
}

/** Positions are numbers, so that pages start where they are counted to. The page that is read is the one that is shown. */
async function findPageStarts(reading: Reading, query: PageStartsQuery) {
  const { pageSize, firstKey, reach } = query;
  const before = Number(firstKey);
  const read = pagesOf(reading, query);
  const { total }: CountedPage<ProductResource> = await readPage({ limit: pageSize, offset: before }, read);
  const current = Math.floor(before / pageSize);
  const last = Math.ceil(total / pageSize) - 1;
  const pages = new Set([last]);
  for (let page = current - reach; page <= current + reach + 1; page += 1) pages.add(page);
  const ranks = [...pages].filter((page) => page > 0 && page <= last).map((page) => page * pageSize);
  return { before, total, keysByRank: new Map(ranks.map((rank) => [rank, String(rank - 1)])) };
}
