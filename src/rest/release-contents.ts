/** What a release holds, as it was published: drafts, and texts in all languages, included. For administrators. */
import { z } from 'zod';
import { node } from '../contract/node.ts';
import { product } from '../contract/product/product.ts';
import type { CountedPage, OffsetPage } from '../domain/paging/page.ts';
import type { DeltaPart, ReleaseNodes, ReleaseOfCatalog, ReleaseTexts } from '../domain/release/ports.ts';
import { unitsOfBytes, workPrices } from '../domain/work-budget.ts';
import type { BodyPieces } from '../http/body-pieces.ts';
import { releasePath } from './catalogs.ts';
import { identifierIn, identifierInQuery } from './id-parameters.ts';
import { included, includeFiles } from './included-files.ts';
import { linkTo } from './links.ts';
import { toPage } from './list-query.ts';
import { nodeList } from './node.ts';
import { answerDocuments, pageParameters } from './paged-list.ts';
import { productList } from './product.ts';
import { type RestRequest, type RestRoute, readRoute } from './route.ts';

function releaseOf(request: RestRequest): ReleaseOfCatalog {
  return { catalogId: identifierIn(request, 'catalog_id'), releaseId: identifierIn(request, 'release_id') };
}

async function answerTexts(
  request: RestRequest,
  list: (page: OffsetPage) => Promise<CountedPage<string>>,
): Promise<BodyPieces> {
  const page = toPage(request);
  const { items: documents, total } = await list(page);
  return answerDocuments(request, { documents, total, ...page }, await includeFiles(request, documents));
}

async function answerText(request: RestRequest, of: ReleaseTexts['of'], id: string): Promise<string> {
  const { services, requestContext } = request;
  const text = await services.releases.getText(requestContext, { ...releaseOf(request), of }, id);
  return `{"data":${text}${await includeFiles(request, [text])}}`;
}

function answerNodes(request: RestRequest, below: Pick<ReleaseNodes, 'parentId' | 'isDeep'>): Promise<BodyPieces> {
  const { services, requestContext } = request;
  return answerTexts(request, (page) =>
    services.releases.listNodeTexts(requestContext, { ...releaseOf(request), ...below }, page),
  );
}

function answerProductsOf(request: RestRequest, id: string): Promise<BodyPieces> {
  const { services, requestContext } = request;
  return answerTexts(request, (page) =>
    services.releases.listNodeProductTexts(requestContext, { ...releaseOf(request), id }, page),
  );
}

/** In parts: `links.next` leads to the next one. */
async function formatDelta(request: RestRequest, { removedIds, texts, after }: DeltaPart): Promise<string> {
  const changes = [
    ...removedIds.map((id) => JSON.stringify({ delta_type: 'delete', id, type: 'product' })),
    ...texts.map((text) => `{"delta_type":"createupdate",${text.slice(1)}`),
  ];
  const kept = [...request.query].filter(([name]) => name !== 'after');
  const parametersTo = (id: string) =>
    [...kept, ['after', id] as const].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const next = after === null ? null : linkTo(request, parametersTo(after));
  return `{"data":[${changes.join(',')}],"links":${JSON.stringify({ next })}${await includeFiles(request, texts)}}`;
}

const change = z
  .looseObject({ delta_type: z.enum(['createupdate', 'delete']), id: z.string(), type: z.literal('product') })
  .meta({ description: 'A product that is new or changed, in full; or the id of one that is gone.' });

const shared = { ...readRoute, errors: [404] } as const;
const ofProducts = { ...shared, query: ['include', ...pageParameters], response: productList.response } as const;
const ofNodes = { ...shared, query: pageParameters, response: nodeList.response } as const;

export const releaseContentRoutes: readonly RestRoute[] = [
  {
    ...ofProducts,
    operationId: 'listReleaseProducts',
    summary: 'The products of a release, in the order of their ids.',
    path: `${releasePath}/products`,
    answer: (request) =>
      answerTexts(request, (page) =>
        request.services.releases.listTexts(request.requestContext, { ...releaseOf(request), of: 'products' }, page),
      ),
  },
  {
    ...shared,
    operationId: 'getReleaseProduct',
    summary: 'A product of a release.',
    path: `${releasePath}/products/:product_id`,
    query: ['include'],
    response: z.object({ data: product, included: included.optional() }),
    answer: (request) => answerText(request, 'products', identifierIn(request, 'product_id')),
  },
  {
    ...ofProducts,
    operationId: 'listReleaseProductChildren',
    summary: 'The child products of a parent, in the order in which it names them.',
    path: `${releasePath}/products/:product_id/relationships/children`,
    answer: (request) => {
      const part = { ...releaseOf(request), id: identifierIn(request, 'product_id') };
      return answerTexts(request, (page) =>
        request.services.releases.listChildTexts(request.requestContext, part, page),
      );
    },
  },
  {
    ...shared,
    operationId: 'getReleaseDelta',
    summary:
      'The products that changed since another release, or all that there are, in parts of up to a thousand, and of 20,000 that are gone.',
    path: `${releasePath}/delta`,
    query: ['since', 'after', 'include'],
    response: z.object({
      data: z.array(change),
      links: z.object({ next: z.string().nullable() }),
      included: included.optional(),
    }),
    async answer(request) {
      const { services, requestContext } = request;
      const part = await services.releases.readDelta(requestContext, {
        ...releaseOf(request),
        since: identifierInQuery(request, 'since'),
        after: identifierInQuery(request, 'after') ?? '',
      });
      const bytes = part.texts.reduce((sum, { length }) => sum + length, 0);
      requestContext.budget.charge(workPrices.record * part.texts.length + unitsOfBytes(bytes));
      return formatDelta(request, part);
    },
  },
  {
    ...ofNodes,
    operationId: 'listReleaseNodes',
    summary: 'The nodes of a release, in the order of their ids.',
    path: `${releasePath}/nodes`,
    answer: (request) =>
      answerTexts(request, (page) =>
        request.services.releases.listTexts(request.requestContext, { ...releaseOf(request), of: 'nodes' }, page),
      ),
  },
  {
    ...shared,
    operationId: 'getReleaseNode',
    summary: 'A node of a release.',
    path: `${releasePath}/nodes/:node_id`,
    response: z.object({ data: node }),
    answer: (request) => answerText(request, 'nodes', identifierIn(request, 'node_id')),
  },
  {
    ...ofNodes,
    operationId: 'listReleaseNodeChildren',
    summary: 'The live nodes right below a node, last updated first.',
    path: `${releasePath}/nodes/:node_id/relationships/children`,
    answer: (request) => answerNodes(request, { parentId: identifierIn(request, 'node_id'), isDeep: false }),
  },
  {
    ...ofProducts,
    operationId: 'listReleaseNodeProducts',
    summary:
      'The live products of a node and of those below it, last updated first; child products are shown by their parents.',
    path: `${releasePath}/nodes/:node_id/relationships/products`,
    answer: (request) => answerProductsOf(request, identifierIn(request, 'node_id')),
  },
  {
    ...ofNodes,
    operationId: 'listReleaseHierarchies',
    summary: 'The live nodes at the top of a release, last updated first.',
    path: `${releasePath}/hierarchies`,
    answer: (request) => answerNodes(request, { parentId: null, isDeep: false }),
  },
  {
    ...shared,
    operationId: 'getReleaseHierarchy',
    summary: 'A node of a release, live or not, at the top or below.',
    path: `${releasePath}/hierarchies/:hierarchy_id`,
    response: z.object({ data: node }),
    answer: (request) => answerText(request, 'nodes', identifierIn(request, 'hierarchy_id')),
  },
  {
    ...ofNodes,
    operationId: 'listReleaseHierarchyNodes',
    summary: 'All live nodes below a node at the top, last updated first.',
    path: `${releasePath}/hierarchies/:hierarchy_id/nodes`,
    answer: (request) => answerNodes(request, { parentId: identifierIn(request, 'hierarchy_id'), isDeep: true }),
  },
  {
    ...ofNodes,
    operationId: 'listReleaseHierarchyChildren',
    summary: 'The live nodes right below a node at the top, last updated first.',
    path: `${releasePath}/hierarchies/:hierarchy_id/children`,
    answer: (request) => answerNodes(request, { parentId: identifierIn(request, 'hierarchy_id'), isDeep: false }),
  },
  {
    ...ofProducts,
    operationId: 'listReleaseHierarchyProducts',
    summary: 'The live products of a hierarchy, last updated first; child products are shown by their parents.',
    path: `${releasePath}/hierarchies/:hierarchy_id/products`,
    answer: (request) => answerProductsOf(request, identifierIn(request, 'hierarchy_id')),
  },
];
