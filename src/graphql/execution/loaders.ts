/**
 * Batching: whatever one tick of the execution needs goes to the services in one call. Made anew for each request, so
 * that nothing leaks from one shopper to another. Keys say everything that the answer depends on.
 *
 * These are of what every shopper sees alike; of the catalog each view has its own (`view/catalog-loaders.ts`).
 *
 * NOTE: not `@pothos/plugin-dataloader`. It makes a loader for each node type, by id alone; products and nodes are loaded by their
 * release too, and a second cache for the same things would read them twice in one request.
 */
import DataLoader from 'dataloader';
import type { CustomField } from '../../domain/custom-field/custom-field.ts';
import type { FieldsQuery } from '../../domain/custom-field/ports.ts';
import { type DomainError, expectDomainError } from '../../domain/errors.ts';
import type { ListPage, PageRequest } from '../../domain/paging/list-page.ts';
import type { Services } from '../../domain/ports.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { PlansQuery } from '../../domain/subscription/ports.ts';
import type { Plan } from '../../domain/subscription/subscription.ts';
import type { WorkBudget } from '../../domain/work-budget.ts';
import { pageKey } from '../schema/page-key.ts';

export type Loaders = ReturnType<typeof createLoaders>;

export function createLoaders(services: Services, requestContext: RequestContext) {
  const byId = <Value>(getMany: (ids: readonly string[]) => Promise<Map<string, Value>>) =>
    batched<string, Value | null>(requestContext.budget, async (ids) => {
      const found = await getMany(ids);
      return ids.map((id) => found.get(id) ?? null);
    });

  /** Of a platform, where there is one, each takes a call of its own, and what fails there fails alone. */
  const ofPlatform = <Value>(getMany: (ids: readonly string[]) => Promise<Map<string, Value>>) =>
    requestContext.upstream
      ? batched<string, Value | null>(requestContext.budget, (ids) =>
          loadAlone(ids, async (id) => (await getMany([id])).get(id) ?? null),
        )
      : byId(getMany);

  return {
    catalog: byId((ids) => services.catalog.getManyCatalogs(requestContext, ids)),
    file: byId((ids) => services.files.getMany(requestContext, ids)),
    subscription: ofPlatform((ids) => services.subscriptions.getMany(requestContext, ids)),
    offering: ofPlatform((ids) => services.subscriptions.getManyOfferings(requestContext, ids)),
    plan: batched<PlanKey, Plan | null, string>(
      requestContext.budget,
      (keys) =>
        requestContext.upstream
          ? loadAlone(keys, async (key) => (await getPlans(services, requestContext, [key]))[0] ?? null)
          : getPlans(services, requestContext, keys),
      { cacheKeyFn: ({ id }) => id },
    ),
    applicationKey: ofPlatform((ids) => services.applicationKeys.getMany(requestContext, ids)),
    customApi: ofPlatform((ids) => services.customFields.getManyApis(requestContext, ids)),
    customField: byId((ids) => services.customFields.getMany(requestContext, ids)),
    customFields: batched<FieldsQuery, ListPage<CustomField>, string>(
      requestContext.budget,
      (queries) => services.customFields.pageFields(requestContext, queries),
      { cacheKeyFn: ({ apiId, ...query }) => JSON.stringify([apiId, ...pageKey(query)]) },
    ),
    plans: batched<PlansQuery, ListPage<Plan>, string>(
      requestContext.budget,
      (queries) => services.subscriptions.pagePlans(requestContext, queries),
      { cacheKeyFn: ({ offeringId, ...query }) => JSON.stringify([offeringId, ...pageKey(query)]) },
    ),
    // Lists of the root: one for each place where they are written.
    customApis: (request: PageRequest) => services.customFields.pageApis(requestContext, request),
    applicationKeys: (request: PageRequest) => services.applicationKeys.page(requestContext, request),
    offerings: (request: PageRequest) => services.subscriptions.pageOfferings(requestContext, request),
  };
}

/** `offeringId`: as far as it is known. */
interface PlanKey {
  readonly id: string;
  readonly offeringId?: string;
}

async function getPlans(services: Services, requestContext: RequestContext, keys: readonly PlanKey[]) {
  const offeringIds = new Map(keys.flatMap(({ id, offeringId }) => (offeringId ? [[id, offeringId]] : [])));
  const ids = keys.map(({ id }) => id);
  const found = await services.subscriptions.getManyPlans(requestContext, ids, offeringIds);
  return ids.map((id) => found.get(id) ?? null);
}

/** Each by itself: the error of one that fails stands in its place. */
function loadAlone<Key, Value>(
  keys: readonly Key[],
  load: (key: Key) => Promise<Value>,
): Promise<(Value | DomainError)[]> {
  return Promise.all(keys.map((key) => load(key).catch(expectDomainError)));
}

type BatchLoad<Key, Value> = (keys: readonly Key[]) => Promise<readonly (Value | Error)[]>;

/** Nothing is read any more for a request that was ended. */
export function batched<Key, Value, CacheKey = Key>(
  budget: WorkBudget,
  load: BatchLoad<Key, Value>,
  options?: DataLoader.Options<Key, Value, CacheKey>,
): DataLoader<Key, Value, CacheKey> {
  return new DataLoader<Key, Value, CacheKey>(async (keys) => {
    budget.countBatch();
    return load(keys);
  }, options);
}
