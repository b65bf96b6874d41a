import type { CatalogService } from '../catalog/ports.ts';
import { expectNoFault, notFound } from '../errors.ts';
import { inLanguage } from '../filter/canonical-filter.ts';
import { identifierFault, parseIdentifier } from '../input/identifiers.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { parentError } from './parent-of-children.ts';
import type { DocumentListQuery, DocumentsQuery, ProductService } from './ports.ts';

type DocumentMethods = Pick<
  ProductService,
  'listDocuments' | 'listChildDocuments' | 'listNodeProductDocuments' | 'getDocument'
>;

/** Products as they were stored, for REST. */
export function createProductDocuments(
  stores: Pick<Stores, 'products'>,
  catalog: Pick<CatalogService, 'select' | 'getManyNodes'>,
): DocumentMethods {
  const selectDocuments = createSelectDocuments(stores, catalog);
  return {
    async listDocuments(requestContext, query) {
      return (await selectDocuments(requestContext, query)).page;
    },

    async listChildDocuments(requestContext, { parentId, ...query }) {
      expectNoFault(['productId'], identifierFault(parentId));
      const { parent, page } = await selectDocuments(requestContext, query, { parentId });
      const error = parentError(parent, parentId);
      if (error) throw error;
      return page;
    },

    async listNodeProductDocuments(requestContext, { nodeId, ...query }) {
      const { release } = await catalog.select(requestContext);
      const nodes = await catalog.getManyNodes(requestContext, release.id, [parseIdentifier(nodeId)]);
      if (!nodes.has(nodeId)) throw notFound('node', nodeId);
      return (await selectDocuments(requestContext, query, { nodeId })).page;
    },

    async getDocument(requestContext, id) {
      expectNoFault(['productId'], identifierFault(id));
      const { release, language } = await catalog.select(requestContext);
      const document = (await stores.products.getManyDocuments(release.id, [id], language)).get(id);
      if (document === undefined) throw notFound('product', id);
      return document;
    },
  };
}

function createSelectDocuments(stores: Pick<Stores, 'products'>, catalog: Pick<CatalogService, 'select'>) {
  return async function selectDocuments(
    requestContext: RequestContext,
    { filter, limit, offset }: DocumentsQuery,
    within: Pick<DocumentListQuery, 'parentId' | 'nodeId'> = {},
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
      language,
      ...within,
    };
    const { parent, documents, total } = await stores.products.listDocuments(requestContext, query);
    return { parent, page: { documents, total, limit, offset, selection } };
  };
}
