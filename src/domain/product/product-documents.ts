import type { CatalogService } from '../catalog/ports.ts';
import { notFound, validationError } from '../errors.ts';
import { inLanguage } from '../filter/canonical-filter.ts';
import type { Stores } from '../ports.ts';
import type { RequestContext } from '../request-context.ts';
import { parentError, parentFaults } from './parent-of-children.ts';
import type { DocumentsQuery, ProductService } from './ports.ts';

type DocumentMethods = Pick<ProductService, 'listDocuments' | 'listChildDocuments' | 'getDocument'>;

/** Products as the texts that were stored, for REST. */
export function createProductDocuments(
  stores: Pick<Stores, 'products'>,
  catalog: Pick<CatalogService, 'select'>,
): DocumentMethods {
  async function selectDocuments(
    requestContext: RequestContext,
    { filter, limit, offset }: DocumentsQuery,
    parentId: string | null,
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
      parentId,
      language,
    };
    const { parent, documents, total } = await stores.products.listDocuments(requestContext, query);
    return { parent, page: { documents, total, limit, offset, selection } };
  }

  return {
    async listDocuments(requestContext, query) {
      return (await selectDocuments(requestContext, query, null)).page;
    },

    async listChildDocuments(requestContext, { parentId, ...query }) {
      const faults = parentFaults(parentId);
      if (faults.length > 0) throw validationError(faults);
      const { parent, page } = await selectDocuments(requestContext, query, parentId);
      const error = parentError(parent, parentId);
      if (error) throw error;
      return page;
    },

    async getDocument(requestContext, id) {
      const faults = parentFaults(id);
      if (faults.length > 0) throw validationError(faults);
      const { release, language } = await catalog.select(requestContext);
      const document = (await stores.products.getManyDocuments(release.id, [id], language)).get(id);
      if (document === undefined) throw notFound('product', id);
      return document;
    },
  };
}
