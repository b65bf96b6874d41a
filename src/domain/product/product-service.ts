import type { CatalogService } from '../catalog/ports.ts';
import { canonicalFilter } from '../filter/canonical-filter.ts';
import { localise } from '../language/localisation.ts';
import { readValid } from '../paging/list-page.ts';
import type { Stores } from '../ports.ts';
import { listPriceRanges } from './list-price-ranges.ts';
import { openProductPart } from './open-product-part.ts';
import { listPageCursors } from './page-cursors.ts';
import { parentError } from './parent-of-children.ts';
import type { ProductService } from './ports.ts';
import { prepare, prepareChildren, prepareNodeProducts, shownIn } from './prepare-list.ts';
import type { Product } from './product.ts';
import { createProductDocuments } from './product-documents.ts';
import { createProductFacets } from './product-facets.ts';
import { toProductPage } from './product-list.ts';

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
      const products = await stores.products.getMany(releaseId, ids, requestContext.budget);
      const language = (await catalog.selectRelease(requestContext, releaseId))?.language ?? null;
      const live = new Map<string, Product>();
      for (const [id, product] of products) if (product.status === 'live') live.set(id, localise(product, language));
      return live;
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
      const prepared = await prepare(await shownIn(catalog, requestContext), requested);
      return toProductPage(await stores.products.list(requestContext, prepared.query), prepared);
    },

    async listChildren(requestContext, queries) {
      const shown = await shownIn(catalog, requestContext);
      return readValid(queries, {
        prepare: (query) => prepareChildren(shown, query),
        read: (valid) => stores.products.listChildren(requestContext, valid),
        toAnswer: ({ parent, page }, prepared) =>
          parentError(parent, prepared.query.parentId) ?? toProductPage(page, prepared),
      });
    },

    async listNodeProducts(requestContext, queries) {
      const shown = await shownIn(catalog, requestContext);
      return readValid(queries, {
        prepare: (query) => prepareNodeProducts(shown, query),
        read: (valid) => stores.products.listMany(requestContext, valid),
        toAnswer: toProductPage,
      });
    },
  };
}
