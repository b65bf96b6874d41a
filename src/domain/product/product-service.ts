import type { CatalogService } from '../catalog/ports.ts';
import { DomainError, excerpt, notFound, validationError } from '../errors.ts';
import { inLanguage } from '../filter/canonical-filter.ts';
import { identifierFault } from '../input/identifiers.ts';
import type { Violation } from '../input/violations.ts';
import { localise } from '../language/localisation.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { effectivePrice, saleHasExpired } from './effective-price.ts';
import { toPageCursors, toPageStartsQuery } from './page-cursors.ts';
import type {
  ChildList,
  ChildListQuery,
  ChildrenQuery,
  DocumentsQuery,
  ListQuery,
  PriceRangeOf,
  ProductService,
} from './ports.ts';
import type { CurrentPriceRange } from './price-range.ts';
import { listKey, parsePage, retiredRelease, toProductPage } from './product-list.ts';

export interface ProductServiceOptions {
  readonly stores: Pick<Stores, 'products'>;
  readonly catalog: Pick<CatalogService, 'select' | 'selectRelease'>;
}

/**
 * The catalog's products as a shopper may see them: live ones of the release that their context selects, in their
 * language, nothing else. A product that is not live is invisible: absent as a child, unknown as a parent.
 */
export function createProductService({ stores, catalog }: ProductServiceOptions): ProductService {
  /** The request, made ready for the store: the page checked, the release found that the cursors were made of. */
  async function prepare(
    requestContext: RequestContext,
    requested: ListQuery,
    parent?: Pick<ChildrenQuery, 'parentId' | 'releaseId'>,
  ) {
    const current = await catalog.select(requestContext);
    const filter = inLanguage(requested.filter, current.language);
    const list = listKey(current, { ...requested, filter }, parent?.parentId);
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

  async function prepareChildren(requestContext: RequestContext, requested: ChildrenQuery) {
    const { query, ...rest } = await prepare(requestContext, requested, requested);
    return { ...rest, query: { ...query, parentId: requested.parentId } satisfies ChildListQuery };
  }

  async function selectDocuments(
    requestContext: RequestContext,
    { filter, limit, offset }: DocumentsQuery,
    parentId: string | null,
  ) {
    const selection = await catalog.select(requestContext);
    const { release, language } = selection;
    const window = { limit, from: 'start' as const, after: null, before: null, skip: offset };
    const query = {
      releaseId: release.id,
      status: 'live' as const,
      filter: inLanguage(filter, language),
      window,
      withTotal: true,
      parentId,
      language,
    };
    const { parent, documents, total } = await stores.products.listDocuments(requestContext, query);
    return { parent, page: { documents, total, limit, offset, selection } };
  }

  return {
    async getMany(requestContext, releaseId, ids) {
      const products = await stores.products.getMany(releaseId, ids);
      const language = (await catalog.selectRelease(requestContext, releaseId))?.language ?? null;
      const live = [...products].filter(([, { status }]) => status === 'live');
      return new Map(live.map(([id, product]) => [id, localise(product, language)]));
    },

    async list(requestContext, requested) {
      const prepared = await prepare(requestContext, requested);
      return toProductPage(await stores.products.list(requestContext, prepared.query), prepared);
    },

    async listChildren(requestContext, queries) {
      const prepared = await Promise.all(queries.map((query) => settled(() => prepareChildren(requestContext, query))));
      const valid = prepared.flatMap((one) => (one instanceof DomainError ? [] : [one]));
      const answers = await stores.products.listChildren(
        requestContext,
        valid.map(({ query }) => query),
      );
      const lists = new Map(valid.map((one, index) => [one, answers[index]]));
      return prepared.map((one) => {
        if (one instanceof DomainError) return one;
        const children = lists.get(one);
        if (children instanceof DomainError) return children;
        return parentError(children?.parent, one.query.parentId) ?? toProductPage((children as ChildList).page, one);
      });
    },

    async listDocuments(requestContext, query) {
      return (await selectDocuments(requestContext, query, null)).page;
    },

    async listChildDocuments(requestContext, { parentId, ...query }) {
      const faults = parentFaults(parentId);
      if (faults.length > 0) throw validationError(faults);
      const { parent, page } = await selectDocuments(requestContext, query, parentId);
      const error = parentError(parent, parentId);
      if (error) throw error;
      return page;
    },

    async getDocument(requestContext, id) {
      const faults = parentFaults(id);
      if (faults.length > 0) throw validationError(faults);
      const { release, language } = await catalog.select(requestContext);
      const document = (await stores.products.getManyDocuments(release.id, [id], language)).get(id);
      if (document === undefined) throw notFound('product', id);
      return document;
    },

    async listPageCursors(requestContext, pages) {
      const startQueries = pages.map(toPageStartsQuery);
      const starts = await stores.products.listPageStarts(
        requestContext,
        startQueries.filter((query) => query !== null),
      );
      let answered = 0;
      return pages.map((page, index) => {
        const found = startQueries[index] ? starts[answered++] : undefined;
        return found ? toPageCursors(page, found) : null;
      });
    },

    getManyMatrices: (_scope, releaseId, ids) => stores.products.getManyMatrices(releaseId, ids),

    async listPriceRanges({ now }, queries) {
      const ofParents = queries.filter(({ product }) => product.isBaseProduct);
      const byRelease = [...Map.groupBy(ofParents, ({ product }) => product.releaseId)];
      const found = await Promise.all(
        byRelease.map(async ([releaseId, ofRelease]) => {
          const productIds = [...new Set(ofRelease.map(({ product }) => product.id))];
          const currencies = [...new Set(ofRelease.map(({ currency }) => currency))];
          return stores.products.listPriceRanges({ releaseId, productIds, currencies, now });
        }),
      );
      const ranges = new Map(
        byRelease.flatMap(([releaseId], index) =>
          (found[index] ?? []).map(
            (range) => [rangeKey(releaseId, range.productId, range.min.currency), range] as const,
          ),
        ),
      );
      return queries.map(({ product, currency }) =>
        product.isBaseProduct
          ? (ranges.get(rangeKey(product.releaseId, product.id, currency)) ?? null)
          : ownRange({ product, currency }, now),
      );
    },
  };
}

function rangeKey(...parts: readonly string[]): string {
  return JSON.stringify(parts);
}

function ownRange({ product, currency }: PriceRangeOf, now: Date): CurrentPriceRange | null {
  const price = effectivePrice(product, currency, now);
  return price && { min: price, max: price, until: saleHasExpired(product, now) ? null : product.saleExpires };
}

function parentFaults(parentId: string): Violation[] {
  const fault = identifierFault(parentId);
  return fault ? [{ path: ['productId'], subject: 'argument', ...fault }] : [];
}

/** Rules 1 and 2 of the contract's child list. */
function parentError(parent: ChildList['parent'] | undefined, id: string): DomainError | null {
  if (parent?.status !== 'live') return notFound('product', id, ['productId']);
  if (parent.isBaseProduct) return null;
  const message = `The product '${excerpt(id)}' is not a base product, so it has no child products.`;
  return new DomainError('UNPROCESSABLE_ENTITY', message);
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
