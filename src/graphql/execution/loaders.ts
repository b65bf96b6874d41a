/**
 * Batching: whatever one tick of the execution needs goes to the services in one call. Made anew for each request, so
 * that nothing leaks from one shopper to another. Keys say everything that the answer depends on.
 *
 * NOTE: not `@pothos/plugin-dataloader`. It makes a loader for each node type, by id alone; products and nodes are loaded by their
 * release too, and a second cache for the same things would read them twice in one request.
 */
import DataLoader from 'dataloader';
import type { CatalogNode } from '../../domain/catalog/catalog.ts';
import { formatFilterKey } from '../../domain/filter/canonical-filter.ts';
import type { Services } from '../../domain/ports.ts';
import type { ChildrenQuery, ListQuery, PageCursors, PriceRangeOf, ProductPage } from '../../domain/product/ports.ts';
import type { CurrentPriceRange } from '../../domain/product/price-range.ts';
import type { Product } from '../../domain/product/product.ts';
import type { VariationMatrix } from '../../domain/product/variation-matrix.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { WorkBudget } from '../../domain/work-budget.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';

export type Loaders = ReturnType<typeof createLoaders>;

/** Names a thing in one release; `releaseId` null means the shopper's current one. */
export interface ReleaseKey {
  readonly releaseId: string | null;
  readonly id: string;
}

export function createLoaders(services: Services, requestContext: RequestContext, lifetime: Lifetime) {
  const { products, catalog } = services;
  const { batched, byId, byRelease } = createBatches(requestContext.budget);

  return {
    ...createAccountLoaders(services, requestContext),
    ...createPageLoaders(services, requestContext, lifetime),
    /** Null: no live product of the release. */
    product: byRelease<Product>(async (releaseId, ids) => {
      return products.getMany(requestContext, releaseId ?? (await catalog.select(requestContext)).release.id, ids);
    }),
    matrix: byRelease<VariationMatrix>(async (releaseId, ids) => {
      return products.getManyMatrices(
        requestContext,
        releaseId ?? (await catalog.select(requestContext)).release.id,
        ids,
      );
    }),
    priceRange: batched<PriceRangeOf, CurrentPriceRange | null, string>(
      async (queries) => {
        const ranges = await products.listPriceRanges(requestContext, queries);
        for (const range of ranges) if (range?.until) lifetime.endBy(Date.parse(range.until));
        return ranges;
      },
      {
        cacheKeyFn: ({ product: { releaseId, id }, currency }) => JSON.stringify([releaseId, id, currency]),
      },
    ),
    /** Null: no node of the release. */
    catalogNode: byRelease<CatalogNode>(async (releaseId, ids) => {
      return catalog.getManyNodes(requestContext, releaseId ?? (await catalog.select(requestContext)).release.id, ids);
    }),
    catalog: byId((ids) => catalog.getManyCatalogs(requestContext, ids)),
  };
}

/** Pages of products. */
function createPageLoaders({ products, catalog }: Services, requestContext: RequestContext, lifetime: Lifetime) {
  const { budget } = requestContext;
  const { batched } = createBatches(budget);

  /** A release that is not the current one may be retired at any moment, and its cursors refused. */
  async function endWithRelease(pages: readonly (ProductPage | Error)[]): Promise<void> {
    const current = await catalog.select(requestContext);
    const isOther = (page: ProductPage | Error) =>
      !(page instanceof Error) && page.selection.release !== current.release;
    if (pages.some(isOther)) lifetime.endBy(0);
  }

  return {
    children: batched<ChildrenQuery, ProductPage, string>(
      async (queries) => {
        const pages = await products.listChildren(requestContext, queries);
        await endWithRelease(pages);
        return pages;
      },
      { cacheKeyFn: ({ parentId, releaseId, ...query }) => JSON.stringify([parentId, releaseId, ...listKey(query)]) },
    ),
    /** One after the other, and others in between: a request with many must take neither all connections nor all of the time. */
    list: batched<ListQuery, ProductPage, string>(
      async (queries) => {
        const pages: (ProductPage | Error)[] = [];
        for (const query of queries) {
          budget.charge(0);
          pages.push(await products.list(requestContext, query).catch(toError));
          await new Promise((resolve) => setImmediate(resolve));
        }
        await endWithRelease(pages);
        return pages;
      },
      { cacheKeyFn: (query) => JSON.stringify(listKey(query)) },
    ),
    pageCursors: batched<ProductPage, PageCursors | null>((pages) => products.listPageCursors(requestContext, pages)),
  };
}

/** What stands beside the catalog, by id. */
function createAccountLoaders(
  { subscriptions, applicationKeys, customFields }: Services,
  requestContext: RequestContext,
) {
  const { byId } = createBatches(requestContext.budget);
  return {
    subscription: byId((ids) => subscriptions.getMany(requestContext, ids)),
    offering: byId((ids) => subscriptions.getManyOfferings(requestContext, ids)),
    plan: byId((ids) => subscriptions.getManyPlans(requestContext, ids)),
    applicationKey: byId((ids) => applicationKeys.getMany(requestContext, ids)),
    customApi: byId((ids) => customFields.getManyApis(requestContext, ids)),
    customField: byId((ids) => customFields.getMany(requestContext, ids)),
    customFieldsOfApi: byId((ids) => customFields.listByApi(requestContext, ids)),
  };
}

/** Kinds of loaders. */
function createBatches(budget: WorkBudget) {
  /** Nothing is read any more for a request that was ended. */
  function batched<Key, Value, CacheKey = Key>(
    load: BatchLoad<Key, Value>,
    options?: DataLoader.Options<Key, Value, CacheKey>,
  ) {
    return new DataLoader<Key, Value, CacheKey>(async (keys) => {
      budget.charge(0);
      return load(keys);
    }, options);
  }

  function byId<Value>(getMany: (ids: readonly string[]) => Promise<Map<string, Value>>) {
    return batched<string, Value | null>(async (ids) => {
      const found = await getMany(ids);
      return ids.map((id) => found.get(id) ?? null);
    });
  }

  function byRelease<Value>(getMany: (releaseId: string | null, ids: string[]) => Promise<Map<string, Value>>) {
    const cacheKeyFn = ({ releaseId, id }: ReleaseKey) => JSON.stringify([releaseId, id]);
    return batched<ReleaseKey, Value | null, string>((keys) => getManyByRelease(keys, getMany), { cacheKeyFn });
  }

  return { batched, byId, byRelease };
}

function listKey({ filter, faults, page: { first, after, last, before }, withTotal }: ListQuery): unknown[] {
  return [formatFilterKey(filter), faults, first, after, last, before, withTotal];
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

type BatchLoad<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

async function getManyByRelease<Value>(
  keys: readonly ReleaseKey[],
  getMany: (releaseId: string | null, ids: string[]) => Promise<Map<string, Value>>,
): Promise<(Value | null)[]> {
  const releases = Map.groupBy(keys, ({ releaseId }) => releaseId);
  const reading = [...releases].map(async ([releaseId, ofRelease]): Promise<[string | null, Map<string, Value>]> => {
    const ids = ofRelease.map(({ id }) => id);
    return [releaseId, await getMany(releaseId, ids)];
  });
  const found = new Map(await Promise.all(reading));
  return keys.map(({ releaseId, id }) => found.get(releaseId)?.get(id) ?? null);
}
