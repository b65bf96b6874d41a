import type { CatalogService } from '../catalog/ports.ts';
import { canonicalFilter, inLanguage } from '../filter/canonical-filter.ts';
import { localise } from '../language/localisation.ts';
import { parsePage, readValid, retiredRelease } from '../paging/list-page.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { searchFaults, toSearchWords } from '../search/search.ts';
import { listPriceRanges } from './list-price-ranges.ts';
import { openProductPart } from './open-product-part.ts';
import { listPageCursors } from './page-cursors.ts';
import { parentError, parentFaults } from './parent-of-children.ts';
import type { ChildListQuery, ChildrenQuery, ListQuery, NodeProductsQuery, ProductService } from './ports.ts';
import type { Product } from './product.ts';
import { createProductDocuments } from './product-documents.ts';
import { createProductFacets } from './product-facets.ts';
import { identifyList, type ListPlace, momentOf, toProductPage } from './product-list.ts';
import { sortFaults, toListOrder } from './product-sort.ts';
import { isFiltering, variantFaults } from './variant-filter.ts';

export interface ProductServiceOptions {
  readonly stores: Pick<Stores, 'products'>;
  readonly catalog: SelectingCatalog;
}

type SelectingCatalog = Pick<CatalogService, 'select' | 'selectRelease' | 'getManyNodes'>;

/**
 * The catalog's products as a shopper may see them: live ones of the release that their context selects, in their
 * language, nothing else. A product that is not live is invisible: absent as a child, unknown as a parent.
 */
export function createProductService({ stores, catalog }: ProductServiceOptions): ProductService {
  return {
    ...createProductDocuments(stores, catalog),
    ...createListMethods(stores, catalog),
    ...createProductFacets(stores),

    async getMany(requestContext, releaseId, ids) {
      const products = await stores.products.getMany(releaseId, ids);
      const language = (await catalog.selectRelease(requestContext, releaseId))?.language ?? null;
      const live = [...products].filter(([, { status }]) => status === 'live');
      return new Map(live.map(([id, product]) => [id, localise(product, language)]));
    },

    listPageCursors: (requestContext, pages) => listPageCursors(stores.products, requestContext, pages),

    openPart: (requestContext, query) => openProductPart(catalog, requestContext, query),

    getManyMatrices: (_scope, releaseId, ids) => stores.products.getManyMatrices(releaseId, ids),

    listPriceRanges: ({ now }, queries) => listPriceRanges(stores.products, now, queries),
  };
}

type ListMethods = Pick<ProductService, 'findManyBy' | 'list' | 'listChildren' | 'listNodeProducts'>;

function createListMethods(stores: ProductServiceOptions['stores'], catalog: SelectingCatalog): ListMethods {
  return {
    async findManyBy(requestContext, lookups) {
      const { release, language } = await catalog.select(requestContext);
      const window = { limit: 1, from: 'start', after: null, before: null, skip: 0 } as const;
      const queries = lookups.map(({ attribute, value }) => {
        const filter = canonicalFilter([{ attribute, operator: 'eq', values: [value] }]);
        return { releaseId: release.id, status: 'live' as const, filter, window, withTotal: false };
      });
      const pages = await stores.products.listMany(requestContext, queries);
      return pages.map(({ items: [first] }) => (first ? localise(first.item as Product, language) : null));
    },

    async list(requestContext, requested) {
      const prepared = await prepare(catalog, requestContext, requested);
      return toProductPage(await stores.products.list(requestContext, prepared.query), prepared);
    },

    listChildren: (requestContext, queries) =>
      readValid(
        queries,
        (query) => prepareChildren(catalog, requestContext, query),
        async (valid) => {
          const children = await stores.products.listChildren(
            requestContext,
            valid.map(({ query }) => query),
          );
          return children.map((found, index) => {
            const { query, ...rest } = valid[index] as (typeof valid)[number];
            return parentError(found.parent, query.parentId) ?? toProductPage(found.page, { query, ...rest });
          });
        },
      ),

    listNodeProducts: (requestContext, queries) =>
      readValid(
        queries,
        (query) => prepareNodeProducts(catalog, requestContext, query),
        async (valid) => {
          const pages = await stores.products.listMany(
            requestContext,
            valid.map(({ query }) => query),
          );
          return pages.map((page, index) => toProductPage(page, valid[index] as (typeof valid)[number]));
        },
      ),
  };
}

/** The request, made ready for the store: the page checked, the release found that the cursors were made of. */
async function prepare(
  catalog: SelectingCatalog,
  requestContext: RequestContext,
  requested: ListQuery,
  place?: ListPlace & Pick<ChildrenQuery, 'releaseId'>,
) {
  const current = await catalog.select(requestContext);
  const filter = inLanguage(requested.filter, current.language);
  const list = identifyList(current, requested, place);
  const faults = [
    ...(place?.parentId === undefined ? [] : parentFaults(place.parentId)),
    ...requested.faults,
    ...(requested.search === null ? [] : searchFaults(requested.search)),
    ...variantFaults(requested.variants),
    ...sortFaults(requested.sort),
  ];
  const { window, releaseId: pinned } = parsePage(requested.page, list, {
    faults,
    pageLength: requestContext.pageLength,
  });
  const selection = await catalog.selectRelease(requestContext, pinned ?? place?.releaseId ?? current.release.id);
  if (!selection) throw retiredRelease(requested.page);
  const { withTotal, sort, search, variants, itemsAs = 'products' } = requested;
  const moment = momentOf(requested, window, requestContext.now);
  const { language } = selection;
  const order = toListOrder(sort, { language, moment });
  const searched = search === null ? null : { words: toSearchWords(search), language };
  const query = {
    ...{ releaseId: selection.release.id, status: 'live' as const, filter, order, window, withTotal, itemsAs },
    ...(searched && { search: searched }),
    ...(isFiltering(variants) && { variants: { ...variants, moment } }),
  };
  return { selection, list, query };
}

async function prepareChildren(catalog: SelectingCatalog, requestContext: RequestContext, requested: ChildrenQuery) {
  const { query, ...rest } = await prepare(catalog, requestContext, requested, requested);
  return { ...rest, query: { ...query, parentId: requested.parentId } satisfies ChildListQuery };
}

async function prepareNodeProducts(
  catalog: SelectingCatalog,
  requestContext: RequestContext,
  { nodeId, releaseId, ...requested }: NodeProductsQuery,
) {
  const { query, ...rest } = await prepare(catalog, requestContext, requested, { nodeId, releaseId });
  return { ...rest, query: { ...query, nodeId } };
}
