import { DomainError } from './errors.ts';
import type { Services } from './ports.ts';
import type { Actor, RequestContext } from './request-context.ts';

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
      create: (requestContext, input) => authorized(requestContext, () => subscriptions.create(requestContext, input)),
      getMany: (requestContext, ids) => authorized(requestContext, () => subscriptions.getMany(requestContext, ids)),
      getManyOfferings: (requestContext, ids) =>
        authorized(requestContext, () => subscriptions.getManyOfferings(requestContext, ids)),
      getManyPlans: (requestContext, ids) =>
        authorized(requestContext, () => subscriptions.getManyPlans(requestContext, ids)),
    },
    applicationKeys: {
      rename: (requestContext, input) =>
        authorized(requestContext, () => applicationKeys.rename(requestContext, input)),
      getMany: (requestContext, ids) => authorized(requestContext, () => applicationKeys.getMany(requestContext, ids)),
      list: (requestContext, page) => authorized(requestContext, () => applicationKeys.list(requestContext, page)),
    },
    customFields: {
      create: (requestContext, input) => authorized(requestContext, () => customFields.create(requestContext, input)),
      getMany: (requestContext, ids) => authorized(requestContext, () => customFields.getMany(requestContext, ids)),
      getManyApis: (requestContext, ids) =>
        authorized(requestContext, () => customFields.getManyApis(requestContext, ids)),
      listByApi: (requestContext, apiIds) =>
        authorized(requestContext, () => customFields.listByApi(requestContext, apiIds)),
      listApis: (requestContext, page) => authorized(requestContext, () => customFields.listApis(requestContext, page)),
      list: (requestContext, apiId, page) =>
        authorized(requestContext, () => customFields.list(requestContext, apiId, page)),
    },
  };
}

function identifiedReads({ catalog, products }: Services): Pick<Services, 'catalog' | 'products'> {
  return {
    catalog: {
      getDirectory: catalog.getDirectory,
      select: (requestContext) => identified(requestContext, () => catalog.select(requestContext)),
      selectRelease: (requestContext, releaseId) =>
        identified(requestContext, () => catalog.selectRelease(requestContext, releaseId)),
      listNodes: (requestContext, ids) => identified(requestContext, () => catalog.listNodes(requestContext, ids)),
      pageNodes: (requestContext, query) => identified(requestContext, () => catalog.pageNodes(requestContext, query)),
      getManyCatalogs: (requestContext, ids) =>
        identified(requestContext, () => catalog.getManyCatalogs(requestContext, ids)),
      getManyNodes: (requestContext, releaseId, ids) =>
        identified(requestContext, () => catalog.getManyNodes(requestContext, releaseId, ids)),
    },
    products: {
      getMany: (requestContext, releaseId, ids) =>
        identified(requestContext, () => products.getMany(requestContext, releaseId, ids)),
      list: (requestContext, query) => identified(requestContext, () => products.list(requestContext, query)),
      listChildren: (requestContext, queries) =>
        identified(requestContext, () => products.listChildren(requestContext, queries)),
      listDocuments: (requestContext, query) =>
        identified(requestContext, () => products.listDocuments(requestContext, query)),
      listChildDocuments: (requestContext, query) =>
        identified(requestContext, () => products.listChildDocuments(requestContext, query)),
      getDocument: (requestContext, id) => identified(requestContext, () => products.getDocument(requestContext, id)),
      listPageCursors: (requestContext, pages) =>
        identified(requestContext, () => products.listPageCursors(requestContext, pages)),
      getManyMatrices: (requestContext, id, ids) =>
        identified(requestContext, () => products.getManyMatrices(requestContext, id, ids)),
      listPriceRanges: (requestContext, queries) =>
        identified(requestContext, () => products.listPriceRanges(requestContext, queries)),
    },
  };
}

/** Rejects, never throws: an unauthorised call looks like any other that failed. */
async function identified<Result>({ actor }: RequestContext, call: (actor: Actor) => Promise<Result>): Promise<Result> {
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'This operation needs a bearer token, and none was sent.');
  return call(actor);
}

/** For what must be refused before it is read. @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export function authorized<Result>(requestContext: RequestContext, call: () => Promise<Result>): Promise<Result> {
  return identified(requestContext, (actor) => writing(actor, call));
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
