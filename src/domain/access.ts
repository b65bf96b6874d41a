import { DomainError } from './errors.ts';
import type { Actor, Scope } from './scope.ts';
import type { Services } from './services.ts';

/** Whether reading the catalog needs a token, of any grant. */
export type CatalogAccess = 'open' | 'token';

/**
 * Who may do what, for both faces and on every path to a thing. The catalog is open, unless the operator asks for a token;
 * everything else needs the token of an application that proved its secret: 401 without one, 403 with a token that only
 * reads the catalog.
 */
export function authorizeServices(services: Services, catalogAccess: CatalogAccess): Services {
  const { catalog, products, subscriptions, applicationKeys, customFields } = services;
  return {
    ...(catalogAccess === 'open' ? { catalog, products } : identifiedReads(services)),
    subscriptions: {
      create: (scope, input) => authorized(scope, () => subscriptions.create(scope, input)),
      getMany: (scope, ids) => authorized(scope, () => subscriptions.getMany(scope, ids)),
      getManyOfferings: (scope, ids) => authorized(scope, () => subscriptions.getManyOfferings(scope, ids)),
      getManyPlans: (scope, ids) => authorized(scope, () => subscriptions.getManyPlans(scope, ids)),
    },
    applicationKeys: {
      rename: (scope, input) => authorized(scope, () => applicationKeys.rename(scope, input)),
      getMany: (scope, ids) => authorized(scope, () => applicationKeys.getMany(scope, ids)),
      list: (scope, page) => authorized(scope, () => applicationKeys.list(scope, page)),
    },
    customFields: {
      create: (scope, input) => authorized(scope, () => customFields.create(scope, input)),
      getMany: (scope, ids) => authorized(scope, () => customFields.getMany(scope, ids)),
      getManyApis: (scope, ids) => authorized(scope, () => customFields.getManyApis(scope, ids)),
      listByApi: (scope, apiIds) => authorized(scope, () => customFields.listByApi(scope, apiIds)),
      listApis: (scope, page) => authorized(scope, () => customFields.listApis(scope, page)),
      list: (scope, apiId, page) => authorized(scope, () => customFields.list(scope, apiId, page)),
    },
  };
}

function identifiedReads({ catalog, products }: Services): Pick<Services, 'catalog' | 'products'> {
  return {
    catalog: {
      getDirectory: catalog.getDirectory,
      select: (scope) => identified(scope, () => catalog.select(scope)),
      selectRelease: (scope, releaseId) => identified(scope, () => catalog.selectRelease(scope, releaseId)),
      listNodes: (scope, ids) => identified(scope, () => catalog.listNodes(scope, ids)),
      pageNodes: (scope, query) => identified(scope, () => catalog.pageNodes(scope, query)),
      getManyCatalogs: (scope, ids) => identified(scope, () => catalog.getManyCatalogs(scope, ids)),
      getManyNodes: (scope, releaseId, ids) => identified(scope, () => catalog.getManyNodes(scope, releaseId, ids)),
    },
    products: {
      getMany: (scope, releaseId, ids) => identified(scope, () => products.getMany(scope, releaseId, ids)),
      list: (scope, query) => identified(scope, () => products.list(scope, query)),
      listChildren: (scope, queries) => identified(scope, () => products.listChildren(scope, queries)),
      listDocuments: (scope, query) => identified(scope, () => products.listDocuments(scope, query)),
      listChildDocuments: (scope, query) => identified(scope, () => products.listChildDocuments(scope, query)),
      getDocument: (scope, id) => identified(scope, () => products.getDocument(scope, id)),
      listPageCursors: (scope, pages) => identified(scope, () => products.listPageCursors(scope, pages)),
      getManyMatrices: (scope, id, ids) => identified(scope, () => products.getManyMatrices(scope, id, ids)),
      listPriceRanges: (scope, queries) => identified(scope, () => products.listPriceRanges(scope, queries)),
    },
  };
}

/** Rejects, never throws: an unauthorised call looks like any other that failed. */
async function identified<Result>({ actor }: Scope, call: (actor: Actor) => Promise<Result>): Promise<Result> {
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'This operation needs a bearer token, and none was sent.');
  return call(actor);
}

/** For what must be refused before it is read. @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function authorized<Result>(scope: Scope, call: () => Promise<Result>): Promise<Result> {
  return identified(scope, (actor) => writing(actor, call));
}

async function writing<Result>(actor: Actor, call: () => Promise<Result>): Promise<Result> {
  if (actor.grant !== 'client_credentials') {
    throw new DomainError(
      'FORBIDDEN',
      'This operation needs a client_credentials token; an implicit one can only read.',
    );
  }
  return call();
}
