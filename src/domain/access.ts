import { DomainError } from './errors.ts';
import type { Scope } from './scope.ts';
import type { Services } from './services.ts';

/**
 * Who may do what, for both faces and on every path to a thing. The catalog is open; everything else needs the token of
 * an application that proved its secret: 401 without one, 403 with a token that only reads the catalog.
 */
export function authorizeServices(services: Services): Services {
  const { catalog, products, subscriptions, applicationKeys, customFields } = services;
  return {
    catalog,
    products,
    subscriptions: {
      create: (scope, input) => authorized(scope, () => subscriptions.create(scope, input)),
      getMany: (scope, ids) => authorized(scope, () => subscriptions.getMany(scope, ids)),
      getManyOfferings: (scope, ids) => authorized(scope, () => subscriptions.getManyOfferings(scope, ids)),
      getManyPlans: (scope, ids) => authorized(scope, () => subscriptions.getManyPlans(scope, ids)),
    },
    applicationKeys: {
      rename: (scope, input) => authorized(scope, () => applicationKeys.rename(scope, input)),
      getMany: (scope, ids) => authorized(scope, () => applicationKeys.getMany(scope, ids)),
    },
    customFields: {
      create: (scope, input) => authorized(scope, () => customFields.create(scope, input)),
      getMany: (scope, ids) => authorized(scope, () => customFields.getMany(scope, ids)),
      getManyApis: (scope, ids) => authorized(scope, () => customFields.getManyApis(scope, ids)),
      listByApi: (scope, apiIds) => authorized(scope, () => customFields.listByApi(scope, apiIds)),
    },
  };
}

/** Rejects, never throws: an unauthorised call looks like any other that failed. */
async function authorized<Result>({ actor }: Scope, call: () => Promise<Result>): Promise<Result> {
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'This operation needs a bearer token, and none was sent.');
  if (actor.grant !== 'client_credentials') {
    throw new DomainError(
      'FORBIDDEN',
      'This operation needs a client_credentials token; an implicit one can only read.',
    );
  }
  return call();
}
