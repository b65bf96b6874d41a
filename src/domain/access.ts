import { DomainError } from './errors.ts';
import type { Services } from './ports.ts';
import type { Actor, RequestContext } from './request-context.ts';

/** Whether reading the catalog needs a token, of any grant. */
export type CatalogAccess = 'open' | 'token';

/**
 * Who may do what, for both faces and on every path to a thing. The catalog, and what the store sells by subscription, is open, unless
 * the operator requires a token; everything else, releases as they were published among it, needs the token of an application that proved its secret: 401 without one, 403
 * with a token that only reads the catalog.
 */
export function authorizeServices(services: Services, catalogAccess: CatalogAccess): Services {
  const { catalog, products, files, releases, subscriptions, applicationKeys, customFields } = services;
  const { getDirectory, findUpcoming, findKept } = catalog;
  return {
    ...(catalogAccess === 'open'
      ? { catalog, products, files }
      : {
          catalog: { ...guarded(catalog, identified), getDirectory, findUpcoming, findKept },
          products: guarded(products, identified),
          files: guarded(files, identified),
        }),
    releases: guarded(releases, administering),
    subscriptions: { ...guarded(subscriptions, authorized), ...guardedOfferings(subscriptions, catalogAccess) },
    applicationKeys: guarded(applicationKeys, authorized),
    customFields: guarded(customFields, authorized),
  };
}

/** What a page shows that subscribes. */
function guardedOfferings(
  { pageOfferings, pagePlans, listOfferings, listPlans, getManyOfferings, getManyPlans }: Services['subscriptions'],
  catalogAccess: CatalogAccess,
) {
  const offerings = { pageOfferings, pagePlans, listOfferings, listPlans, getManyOfferings, getManyPlans };
  return catalogAccess === 'open' ? offerings : guarded(offerings, identified);
}

type Guard = <Result>(requestContext: RequestContext, call: () => Promise<Result>) => Promise<Result>;

/** The service with the guard before each of its methods, those to come too: all of them take the request's context first. */
function guarded<Service extends object>(service: Service, guard: Guard): Service {
  const methods = Object.entries(service).map(([name, method]) => [
    name,
    (requestContext: RequestContext, ...rest: unknown[]) =>
      guard(requestContext, () => method(requestContext, ...rest)),
  ]);
  return Object.fromEntries(methods);
}

/** Rejects, never throws: an unauthorised call looks like any other that failed. @throws DomainError UNAUTHENTICATED */
export async function identified<Result>(requestContext: RequestContext, call: () => Promise<Result>): Promise<Result> {
  expectActor(requestContext);
  return call();
}

/** For what must be refused before it is read. @throws DomainError UNAUTHENTICATED, FORBIDDEN */
export async function authorized<Result>(requestContext: RequestContext, call: () => Promise<Result>): Promise<Result> {
  expectWriter(requestContext);
  return call();
}

/** Releases hold drafts, and stand here: nobody else would judge a token that nobody has checked. */
async function administering<Result>(requestContext: RequestContext, call: () => Promise<Result>): Promise<Result> {
  if (!expectWriter(requestContext).isUnverified) return call();
  throw new DomainError('FORBIDDEN', 'Releases are shown by the platform itself: here nobody can check this token.');
}

function expectActor({ actor }: RequestContext): Actor {
  if (actor) return actor;
  throw new DomainError('UNAUTHENTICATED', 'This operation needs a bearer token, and none was sent.');
}

function expectWriter(requestContext: RequestContext): Actor {
  const actor = expectActor(requestContext);
  if (actor.grant === 'client_credentials') return actor;
  throw new DomainError('FORBIDDEN', 'This operation needs a client_credentials token; an implicit one can only read.');
}
