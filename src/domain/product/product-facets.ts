import type { Stores } from '../ports.ts';
import { momentOfList } from './list-position.ts';
import type { FacetQuery, ProductPage, ProductService } from './ports.ts';

type FacetMethods = Pick<ProductService, 'countFacetValues' | 'countFacetOptions' | 'listPriceBounds'>;

export function createProductFacets({ products }: Pick<Stores, 'products'>): FacetMethods {
  return {
    countFacetValues: (requestContext, facets) =>
      products.countFacetValues(
        requestContext,
        facets.map(({ page, kind }) => ({ ...toFacetQuery(page, requestContext.now), kind })),
      ),
    countFacetOptions: (requestContext, pages) =>
      products.countFacetOptions(
        requestContext,
        pages.map((page) => toFacetQuery(page, requestContext.now)),
      ),
    listPriceBounds: (requestContext, facets) =>
      products.listPriceBounds(
        requestContext,
        facets.map(({ page, currency }) => ({ ...toFacetQuery(page, requestContext.now), currency })),
      ),
  };
}

/** Of the list that the page is one of, at the page's moment. */
function toFacetQuery({ query }: ProductPage, now: Date): FacetQuery {
  return { ...query, moment: momentOfList(query) ?? now.getTime() };
}
