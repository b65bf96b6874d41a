/** Which catalogs there are, which rules lead to them, and which editions of them are kept: for administrators. */
import { z } from 'zod';
import { catalog, toCatalogResource } from '../contract/catalog.ts';
import { catalogRule, toCatalogRuleResource } from '../contract/catalog-rule.ts';
import { keptRelease, toKeptReleaseResource } from '../contract/release.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import type { KeptRelease } from '../domain/release/ports.ts';
import { identifierIn } from './id-parameters.ts';
import type { Addresses } from './links.ts';
import { answerList, listOf, pageParameters } from './paged-list.ts';
import { type RestRequest, type RestRoute, readRoute } from './route.ts';

const catalogsPath = '/pcm/catalogs';
export const releasePath = `${catalogsPath}/:catalog_id/releases/:release_id`;

const related = z.object({ links: z.object({ related: z.string() }) });
const linkedCatalog = catalog.extend({ relationships: z.object({ releases: related }) });
const linkedRelease = keptRelease.extend({
  relationships: z.object({ delta: related, products: related, nodes: related, hierarchies: related }),
});

function toLinkedCatalog({ basePath }: Addresses, one: Catalog): z.output<typeof linkedCatalog> {
  const path = `${basePath}${catalogsPath}/${encodeURIComponent(one.id)}/releases`;
  return { ...toCatalogResource(one), relationships: { releases: toRelated(path) } };
}

function toLinkedRelease({ basePath }: Addresses, kept: KeptRelease): z.output<typeof linkedRelease> {
  const { id, catalogId, previousId } = kept;
  const path = `${basePath}${catalogsPath}/${encodeURIComponent(catalogId)}/releases/${id}`;
  const since = previousId === null ? '' : `?since=${previousId}`;
  const relationships = {
    delta: toRelated(`${path}/delta${since}`),
    products: toRelated(`${path}/products`),
    nodes: toRelated(`${path}/nodes`),
    hierarchies: toRelated(`${path}/hierarchies`),
  };
  return { ...toKeptReleaseResource(kept), relationships };
}

function toRelated(path: string): z.output<typeof related> {
  return { links: { related: path } };
}

async function answerRelease(request: RestRequest, releaseId: string | null): Promise<string> {
  const { services, requestContext, addresses } = request;
  const kept = await services.releases.getRelease(requestContext, identifierIn(request, 'catalog_id'), releaseId);
  return formatExactJson({ data: toLinkedRelease(addresses, kept) });
}

const shared = { ...readRoute, errors: [404] } as const;
const sharedList = { ...shared, query: pageParameters } as const;

export const catalogsRoutes: readonly RestRoute[] = [
  {
    ...sharedList,
    operationId: 'listCatalogs',
    summary: 'The catalogs, in the order of their creation.',
    path: catalogsPath,
    response: listOf(linkedCatalog),
    errors: [],
    answer: (request) =>
      answerList(
        request,
        (page) => request.services.releases.listCatalogs(request.requestContext, page),
        (one) => toLinkedCatalog(request.addresses, one),
      ),
  },
  // Before the catalogs by id.
  {
    ...sharedList,
    operationId: 'listCatalogRules',
    summary: 'The rules that choose a catalog for a shopper, in the order of their creation.',
    path: `${catalogsPath}/rules`,
    response: listOf(catalogRule),
    errors: [],
    answer: (request) =>
      answerList(
        request,
        (page) => request.services.releases.listRules(request.requestContext, page),
        toCatalogRuleResource,
      ),
  },
  {
    ...shared,
    operationId: 'getCatalogRule',
    summary: 'A rule that chooses a catalog for a shopper.',
    path: `${catalogsPath}/rules/:rule_id`,
    response: z.object({ data: catalogRule }),
    async answer(request) {
      const { services, requestContext } = request;
      const rule = await services.releases.getRule(requestContext, identifierIn(request, 'rule_id'));
      return formatExactJson({ data: toCatalogRuleResource(rule) });
    },
  },
  {
    ...shared,
    operationId: 'getCatalog',
    summary: 'A catalog.',
    path: `${catalogsPath}/:catalog_id`,
    response: z.object({ data: linkedCatalog }),
    async answer(request) {
      const { services, requestContext, addresses } = request;
      const found = await services.releases.getCatalog(requestContext, identifierIn(request, 'catalog_id'));
      return formatExactJson({ data: toLinkedCatalog(addresses, found) });
    },
  },
  {
    ...sharedList,
    operationId: 'listReleases',
    summary: 'The editions of a catalog that are kept, the newest first.',
    path: `${catalogsPath}/:catalog_id/releases`,
    response: listOf(linkedRelease),
    answer: (request) =>
      answerList(
        request,
        (page) =>
          request.services.releases.listReleases(request.requestContext, identifierIn(request, 'catalog_id'), page),
        (kept) => toLinkedRelease(request.addresses, kept),
      ),
  },
  // Before the releases by id.
  {
    ...shared,
    operationId: 'getLatestPublishedRelease',
    summary: 'The edition of a catalog that shoppers are shown.',
    path: `${catalogsPath}/:catalog_id/releases/latestPublished`,
    response: z.object({ data: linkedRelease }),
    answer: (request) => answerRelease(request, null),
  },
  {
    ...shared,
    operationId: 'getRelease',
    summary: 'An edition of a catalog.',
    path: releasePath,
    response: z.object({ data: linkedRelease }),
    answer: (request) => answerRelease(request, identifierIn(request, 'release_id')),
  },
];
