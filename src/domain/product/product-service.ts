import type { CatalogService } from '../catalog/ports.ts';
import { DomainError } from '../errors.ts';
import { inLanguage } from '../filter/canonical-filter.ts';
import { localise } from '../language/localisation.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { listPriceRanges } from './list-price-ranges.ts';
import { listPageCursors } from './page-cursors.ts';
import { parentError, parentFaults } from './parent-of-children.ts';
import type { ChildList, ChildListQuery, ChildrenQuery, ListQuery, ProductService } from './ports.ts';
import { createProductDocuments } from './product-documents.ts';
import { identifyList, parsePage, retiredRelease, toProductPage } from './product-list.ts';

export interface ProductServiceOptions {
  readonly stores: Pick<Stores, 'products'>;
  readonly catalog: SelectingCatalog;
}

type SelectingCatalog = Pick<CatalogService, 'select' | 'selectRelease'>;

/**
 * The catalog's products as a shopper may see them: live ones of the release that their context selects, in their
 * language, nothing else. A product that is not live is invisible: absent as a child, unknown as a parent.
 */
export function createProductService({ stores, catalog }: ProductServiceOptions): ProductService {
  return {
    ...createProductDocuments(stores, catalog),

    async getMany(requestContext, releaseId, ids) {
      const products = await stores.products.getMany(releaseId, ids);
      const language = (await catalog.selectRelease(requestContext, releaseId))?.language ?? null;
      const live = [...products].filter(([, { status }]) => status === 'live');
      return new Map(live.map(([id, product]) => [id, localise(product, language)]));
    },

    async list(requestContext, requested) {
      const prepared = await prepare(catalog, requestContext, requested);
      return toProductPage(await stores.products.list(requestContext, prepared.query), prepared);
    },

    async listChildren(requestContext, queries) {
      const prepared = await Promise.all(
        queries.map((query) => settled(() => prepareChildren(catalog, requestContext, query))),
      );
      const valid = prepared.flatMap((one) => (one instanceof DomainError ? [] : [one]));
      const answers = await stores.products.listChildren(
        requestContext,
        valid.map(({ query }) => query),
      );
      const lists = new Map(valid.map((one, index) => [one, answers[index]]));
      return prepared.map((one) => {
        if (one instanceof DomainError) return one;
        const { parent, page } = lists.get(one) as ChildList;
        return parentError(parent, one.query.parentId) ?? toProductPage(page, one);
      });
    },

    listPageCursors: (requestContext, pages) => listPageCursors(stores.products, requestContext, pages),

    getManyMatrices: (_scope, releaseId, ids) => stores.products.getManyMatrices(releaseId, ids),

    listPriceRanges: ({ now }, queries) => listPriceRanges(stores.products, now, queries),
  };
}

/** The request, made ready for the store: the page checked, the release found that the cursors were made of. */
async function prepare(
  catalog: SelectingCatalog,
  requestContext: RequestContext,
  requested: ListQuery,
  parent?: Pick<ChildrenQuery, 'parentId' | 'releaseId'>,
) {
  const current = await catalog.select(requestContext);
  const filter = inLanguage(requested.filter, current.language);
  const list = identifyList(current, requested, parent?.parentId);
  const faults = [...(parent ? parentFaults(parent.parentId) : []), ...requested.faults];
  const { window, releaseId: pinned } = parsePage(requested.page, list, {
    faults,
    pageLength: requestContext.pageLength,
  });
  const selection = await catalog.selectRelease(requestContext, pinned ?? parent?.releaseId ?? current.release.id);
  if (!selection) throw retiredRelease(requested.page);
  const { withTotal } = requested;
  const query = { releaseId: selection.release.id, status: 'live' as const, filter, window, withTotal };
  return { selection, list, query };
}

async function prepareChildren(catalog: SelectingCatalog, requestContext: RequestContext, requested: ChildrenQuery) {
  const { query, ...rest } = await prepare(catalog, requestContext, requested, requested);
  return { ...rest, query: { ...query, parentId: requested.parentId } satisfies ChildListQuery };
}

/** A DomainError as a value: one faulty query must not take the others of its batch with it. */
async function settled<Value>(run: () => Promise<Value>): Promise<Value | DomainError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return error;
    throw error;
  }
}
