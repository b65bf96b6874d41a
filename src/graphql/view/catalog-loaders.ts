/** The batches of one view: what comes out of them carries the view, so that whatever hangs on it stays in its context. */
import type { CatalogNode, CatalogSelection } from '../../domain/catalog/catalog.ts';
import type { CatalogNodePage } from '../../domain/catalog/ports.ts';
import { formatFilterKey } from '../../domain/filter/canonical-filter.ts';
import type { ListPage } from '../../domain/paging/list-page.ts';
import type { PageItem } from '../../domain/paging/page.ts';
import type { Services } from '../../domain/ports.ts';
import type {
  ChildrenQuery,
  ListedProduct,
  ListQuery,
  PageCursors,
  PriceRangeOf,
  ProductLookup,
  ProductPage,
} from '../../domain/product/ports.ts';
import type { CurrentPriceRange } from '../../domain/product/price-range.ts';
import type { Product } from '../../domain/product/product.ts';
import { ShownItem, type ShownProduct } from '../../domain/product/shown-product.ts';
import { formatVariantFilter, isFiltering } from '../../domain/product/variant-filter.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { searchConstraint } from '../../domain/search/search.ts';
import { beginningOfLong, longestCurrency } from '../../lib/key-text.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import { batched } from '../execution/loaders.ts';
import { nextTurn } from '../execution/turns.ts';
import { pageKey } from '../schema/page-key.ts';
import type { CatalogLoaders, InView, MaybePromise, ReleaseKey } from './catalog-view.ts';

export interface CatalogLoadersOptions {
  readonly services: Pick<Services, 'catalog' | 'products'>;
  readonly requestContext: RequestContext;
  readonly lifetime: Lifetime;
  /** Runs one after the other what the views of a request read of lists. */
  readonly inTurn: InTurn;
  readonly see: <Thing extends object>(thing: Thing) => InView<Thing>;
  /** What the shopper is shown. */
  readonly select: () => Promise<CatalogSelection>;
}

export type InTurn = <Result>(read: () => Promise<Result>) => Promise<Result>;

export function createCatalogLoaders(options: CatalogLoadersOptions): CatalogLoaders {
  const { requestContext, lifetime, see } = options;
  const { products, catalog } = options.services;
  const { budget } = requestContext;
  const ofProducts = createFindable<InView<Product>>(options, async (releaseId, ids) =>
    mapValues(await products.getMany(requestContext, releaseId, ids), see<Product>),
  );
  const ofNodes = createFindable<InView<CatalogNode>>(options, async (releaseId, ids) =>
    mapValues(await catalog.getManyNodes(requestContext, releaseId, ids), see<CatalogNode>),
  );

  return {
    product: ofProducts.loader,
    findProduct: ofProducts.find,
    productBy: batched<ProductLookup, InView<Product> | null, string>(
      budget,
      async (lookups) => {
        const found = await products.findManyBy(requestContext, lookups);
        return found.map((one) => (one === null || one instanceof Error ? one : see(one)));
      },
      { cacheKeyFn: ({ attribute, value }) => JSON.stringify([attribute, value]) },
    ),
    matrix: byRelease(options, (releaseId, ids) => products.getManyMatrices(requestContext, releaseId, ids)),
    priceRange: batched<PriceRangeOf, CurrentPriceRange | null, string>(
      budget,
      async (queries) => {
        const ranges = await products.listPriceRanges(requestContext, queries);
        for (const range of ranges)
          if (range && !(range instanceof Error) && range.until) lifetime.endBy(Date.parse(range.until));
        return ranges;
      },
      { cacheKeyFn: ({ product: { releaseId, id }, currency }) => JSON.stringify([releaseId, id, currency]) },
    ),
    pageCursors: batched<ProductPage, PageCursors | null>(budget, (pages) =>
      products.listPageCursors(requestContext, pages),
    ),
    catalogNode: ofNodes.loader,
    findNode: ofNodes.find,
    nodeBySlug: batched(budget, async (slugs) =>
      (await catalog.findNodesBySlug(requestContext, slugs)).map((node) => node && see(node)),
    ),
    ...facetLoaders(options),
    ...listLoaders(options),
  };
}

type GetMany<Value> = (releaseId: string, ids: string[]) => Promise<Map<string, Value>>;

/** Of the release that a key names, or else the one that the shopper is shown. */
function byRelease<Value>({ requestContext, select }: CatalogLoadersOptions, getMany: GetMany<Value>) {
  const getManyOf = async (releaseId: string | null, ids: string[]) =>
    getMany(releaseId ?? (await select()).release.id, ids);
  return batched<ReleaseKey, Value | null, string>(requestContext.budget, (keys) => getManyByRelease(keys, getManyOf), {
    cacheKeyFn: formatReleaseKey,
  });
}

/** A loader, and what finds what it has loaded at once. */
function createFindable<Value>(options: CatalogLoadersOptions, getMany: GetMany<Value>) {
  const known = new Map<string, Value | null>();
  const loader = byRelease<Value>(options, async (releaseId, ids) => {
    const found = await getMany(releaseId, ids);
    for (const id of ids) known.set(formatReleaseKey({ releaseId, id }), found.get(id) ?? null);
    return found;
  });
  return {
    loader,
    find(releaseId: string, id: string): MaybePromise<Value | null> {
      const found = known.get(formatReleaseKey({ releaseId, id }));
      return found === undefined ? loader.load({ releaseId, id }) : found;
    },
  };
}

/** No release's id has a slash. */
function formatReleaseKey({ releaseId, id }: ReleaseKey): string {
  return `${releaseId}/${id}`;
}

type FacetLoaders = Pick<CatalogLoaders, 'facetValues' | 'facetOptions' | 'priceBounds'>;

/** Lists are counted one after the other. */
function facetLoaders({ services, requestContext, lifetime, inTurn }: CatalogLoadersOptions): FacetLoaders {
  const { products } = services;
  const { budget } = requestContext;
  return {
    facetValues: batched(budget, (facets) => inTurn(() => products.countFacetValues(requestContext, facets))),
    facetOptions: batched(budget, (pages) => inTurn(() => products.countFacetOptions(requestContext, pages))),
    priceBounds: batched(budget, async (facets) => {
      const bounds = await inTurn(() => products.listPriceBounds(requestContext, facets));
      for (const one of bounds) if (one?.until != null) lifetime.endBy(one.until);
      return bounds;
    }),
  };
}

/** Of one release. */
type SelectedPage<Item> = ListPage<Item> & Pick<ProductPage, 'selection'> & Partial<Pick<ProductPage, 'until'>>;

/** Puts pages in view, and notes how long they may be cached. */
function createPagesInView({ lifetime, see, select }: CatalogLoadersOptions) {
  /** A release that is not the current one may be retired at any moment, and its cursors refused. */
  async function endWithRelease(pages: readonly (SelectedPage<unknown> | Error)[]): Promise<void> {
    const current = await select();
    const isOther = (page: SelectedPage<unknown> | Error) =>
      !(page instanceof Error) && page.selection.release !== current.release;
    if (pages.some(isOther)) lifetime.endBy(0);
  }

  return async function inViewOf<Item, Seen, OfPage extends SelectedPage<Item>>(
    pages: readonly (OfPage | Error)[],
    seeItem: (item: PageItem<Item>) => PageItem<Seen>,
  ) {
    await endWithRelease(pages);
    endWithPrices(lifetime, pages);
    return pages.map((page) => {
      if (page instanceof Error) return page;
      return Object.assign(see(page), { items: page.items.map(seeItem) });
    });
  };
}

type ListLoaders = Pick<CatalogLoaders, 'children' | 'list' | 'nodeProducts' | 'childNodes' | 'nodeList'>;

function listLoaders(options: CatalogLoadersOptions): ListLoaders {
  const { services, requestContext, inTurn, see } = options;
  const { products, catalog } = services;
  const { budget } = requestContext;
  const inViewOf = createPagesInView(options);

  const productsInView = (pages: readonly (ProductPage | Error)[]) =>
    inViewOf(
      pages,
      (listed: PageItem<ListedProduct>): PageItem<InView<Product> | ShownProduct> =>
        listed instanceof ShownItem ? listed : { item: see(listed.item as Product), sortKey: listed.sortKey },
    );
  const nodesInView = (pages: readonly (CatalogNodePage | Error)[]) =>
    inViewOf(pages, ({ item, sortKey }: PageItem<CatalogNode>) => ({ item: see(item), sortKey }));

  return {
    children: batched(
      budget,
      async (queries) => productsInView(await inTurn(() => products.listChildren(requestContext, queries))),
      { cacheKeyFn: childrenKey },
    ),
    list: batched(
      budget,
      async (queries) =>
        productsInView(await readEach(options, queries, (query) => products.list(requestContext, query))),
      { cacheKeyFn: (query) => JSON.stringify(listKey(query)) },
    ),
    nodeProducts: batched(
      budget,
      async (queries) => productsInView(await inTurn(() => products.listNodeProducts(requestContext, queries))),
      { cacheKeyFn: ({ nodeId, releaseId, ...query }) => JSON.stringify([nodeId, releaseId, ...listKey(query)]) },
    ),
    childNodes: batched(
      budget,
      async (queries) => nodesInView(await inTurn(() => catalog.listChildNodes(requestContext, queries))),
      {
        cacheKeyFn: ({ parentId, releaseId, faults, ...query }) =>
          JSON.stringify([parentId, releaseId, faults, ...pageKey(query)]),
      },
    ),
    nodeList: batched(
      budget,
      async (queries) =>
        nodesInView(await readEach(options, queries, (query) => catalog.listNodes(requestContext, query))),
      { cacheKeyFn: ({ filter, faults, ...query }) => JSON.stringify([filter?.key, faults, ...pageKey(query)]) },
    ),
  };
}

/** They may change while the release does not. */
function endWithPrices(lifetime: Lifetime, pages: readonly (SelectedPage<unknown> | Error)[]): void {
  for (const page of pages) if (!(page instanceof Error) && page.until != null) lifetime.endBy(page.until);
}

/** One after the other, and others in between: a request with many must take neither all connections nor all of the time. */
function readEach<Query, Found>(
  { inTurn, requestContext: { budget } }: CatalogLoadersOptions,
  queries: readonly Query[],
  read: (query: Query) => Promise<Found>,
) {
  const reading = queries.map((query) =>
    inTurn(async () => {
      budget.charge(0);
      const page = await read(query).catch(toError);
      await nextTurn();
      return page;
    }),
  );
  return Promise.all(reading);
}

/** Of most lists it is short: they are whole, from their beginning, in their own order. The others' are JSON, and begin otherwise. */
function childrenKey({ parentId, releaseId, ...query }: ChildrenQuery): string {
  const { filter, variants, search, sort, faults, page, withTotal } = query;
  const isBounded = page.after != null || page.before != null;
  const isNarrowed = search !== null || filter.length > 0 || isFiltering(variants);
  if (isBounded || isNarrowed || sort.currency !== null || faults.length > 0) {
    return JSON.stringify([parentId, releaseId, ...listKey(query)]);
  }
  return `${page.first} ${page.last} ${withTotal} ${sort.key} ${releaseId} ${parentId}`;
}

/** Of each character there may be two units. */
const longestSearch = 2 * searchConstraint.maxLength;

function listKey({ filter, variants, search, sort, faults, ...query }: ListQuery): unknown[] {
  return [
    formatFilterKey(filter),
    formatVariantFilter(variants),
    beginningOfLong(search, longestSearch),
    sort.key,
    beginningOfLong(sort.currency, longestCurrency),
    faults,
    ...pageKey(query),
  ];
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function mapValues<Value, Result>(values: Map<string, Value>, map: (value: Value) => Result): Map<string, Result> {
  const mapped = new Map<string, Result>();
  for (const [id, value] of values) mapped.set(id, map(value));
  return mapped;
}

async function getManyByRelease<Value>(
  keys: readonly ReleaseKey[],
  getMany: (releaseId: string | null, ids: string[]) => Promise<Map<string, Value>>,
): Promise<(Value | null)[]> {
  const first = keys[0]?.releaseId ?? null;
  if (keys.every(({ releaseId }) => releaseId === first)) {
    const ofOne = await getMany(
      first,
      keys.map(({ id }) => id),
    );
    return keys.map(({ id }) => ofOne.get(id) ?? null);
  }
  const releases = Map.groupBy(keys, ({ releaseId }) => releaseId);
  const reading = [...releases].map(async ([releaseId, ofRelease]): Promise<[string | null, Map<string, Value>]> => {
    const ids = ofRelease.map(({ id }) => id);
    return [releaseId, await getMany(releaseId, ids)];
  });
  const found = new Map(await Promise.all(reading));
  return keys.map(({ releaseId, id }) => found.get(releaseId)?.get(id) ?? null);
}
