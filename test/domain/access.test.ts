import { describe, expect, it } from 'vitest';
import { authorizeServices, type CatalogAccess } from '../../src/domain/access.ts';
import type { DomainError } from '../../src/domain/errors.ts';
import type { Services } from '../../src/domain/ports.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import { writingContext } from '../support/request-contexts.ts';

/** Services that answer with the name of what was called. */
const services = Object.fromEntries(
  Object.entries({
    catalog: [
      'select',
      'selectRelease',
      'listNodes',
      'listChildNodes',
      'findNodesBySlug',
      'listChildNodeDocuments',
      'listNodeDocuments',
      'getManyCatalogs',
      'getManyNodes',
    ],
    files: ['getMany'],
    products: [
      'getMany',
      'list',
      'listChildren',
      'listNodeProducts',
      'findManyBy',
      'listDocuments',
      'listChildDocuments',
      'listNodeProductDocuments',
      'getDocument',
      'listPageCursors',
      'openPart',
      'getManyMatrices',
      'listPriceRanges',
    ],
    releases: [
      'listCatalogs',
      'getCatalog',
      'listRules',
      'getRule',
      'listReleases',
      'getRelease',
      'listTexts',
      'getText',
      'listChildTexts',
      'listNodeProductTexts',
      'listNodeTexts',
      'readDelta',
    ],
    subscriptions: [
      'create',
      'getMany',
      'getManyOfferings',
      'getManyPlans',
      'pageOfferings',
      'pagePlans',
      'listOfferings',
      'listPlans',
    ],
    applicationKeys: ['rename', 'getMany', 'list', 'page'],
    customFields: ['create', 'getMany', 'getManyApis', 'pageApis', 'pageFields', 'listApis', 'list'],
  }).map(([service, methods]) => [
    service,
    Object.fromEntries(methods.map((method) => [method, async () => `${service}.${method}`])),
  ]),
) as unknown as Services;

const actors: Record<string, Actor | null> = {
  nobody: null,
  shopper: { clientId: 'shop', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] },
  admin: { clientId: 'shop', grant: 'client_credentials', accountId: null, customerId: null, accountTagIds: [] },
};

type Method = (requestContext: unknown, ...args: unknown[]) => Promise<string>;
const methodsOf = (access: CatalogAccess) =>
  Object.entries(authorizeServices(services, access))
    .flatMap(([service, methods]) =>
      Object.entries(methods as Record<string, Method>).map(([name, call]) => ({ service, name, call })),
    )
    // Asked by no request: what answers are kept by.
    .filter(({ name }) => !['getDirectory', 'findUpcoming', 'findKept'].includes(name));

/** What becomes of each caller's request: null, or the error's code. */
function outcomes(call: Method): Promise<(string | null)[]> {
  return Promise.all(
    Object.values(actors).map((actor) =>
      call({ ...writingContext(), actor }).then(
        () => null,
        (error: DomainError) => error.code,
      ),
    ),
  );
}

describe.each([
  ['open', [null, null, null]],
  ['token', ['UNAUTHENTICATED', null, null]],
] as const)('with the catalog %s, nobody, a shopper and an admin', (access, catalogOutcomes) => {
  it.each(methodsOf(access))('may call $service.$name as they should', async ({ service, name, call }) => {
    const isOffering = /Offerings$|Plans$/.test(name);
    const isCatalog = ['catalog', 'products', 'files'].includes(service) || isOffering;
    expect(await outcomes(call)).toEqual(isCatalog ? catalogOutcomes : ['UNAUTHENTICATED', 'FORBIDDEN', null]);
  });

  it('releases are not shown to who brings a token that nobody has checked', async () => {
    const actor: Actor = { ...(actors.admin as Actor), isUnverified: true };
    const call = authorizeServices(services, access).releases.listCatalogs as unknown as Method;
    await expect(call({ ...writingContext(), actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('no method is left out', () => {
    expect(methodsOf(access)).toHaveLength(54);
  });
});
