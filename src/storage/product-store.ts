import { sql } from 'kysely';
import { DomainError } from '../domain/errors.ts';
import type { Page } from '../domain/paging/page.ts';
import type { ProductListQuery, ProductStore } from '../domain/product/ports.ts';
import type { Product } from '../domain/product/product.ts';
import type { VariationMatrix } from '../domain/product/variation-matrix.ts';
import { toDocumentText } from './documents/document-text.ts';
import { toVariationMatrix } from './documents/matrix-document.ts';
import { type ProductRow, toProduct } from './documents/product-document.ts';
import type { Engine } from './engines/engine.ts';
import { type ProductListRows, selectList, selectLists } from './lists/list-rows.ts';
import { selectPageStarts } from './lists/page-start-sql.ts';
import { selectPriceRanges } from './lists/price-range-sql.ts';
import { createReleaseCache, getManyCached } from './releases/release-cache.ts';

/** Products that are kept parsed, in characters of their documents: some 60 MB at the most. */
const maxDocumentCharacters = 10_000_000;
/** Combinations of matrices that are kept parsed: some 20 MB at the most. */
const maxCombinations = 100_000;

export function createProductStore(engine: Engine): ProductStore {
  const { reader, isOneOf } = engine;
  const products = createReleaseCache<Product>(maxDocumentCharacters);

  function parse(releaseId: string, row: ProductRow): Product {
    const known = products.get(releaseId, row.product_id);
    if (known) return known;
    const product = toProduct(row, releaseId);
    products.set(releaseId, product.id, product, row.document.length);
    return product;
  }

  return {
    getMany: (releaseId, ids) =>
      getManyCached(products, releaseId, ids, async (missing) => {
        const rows = await reader
          .selectFrom('release_product')
          .select(['product_id', 'document', 'locales', 'live_child_count'])
          .where('release_id', '=', Number(releaseId))
          .where(isOneOf(sql.ref('product_id'), missing))
          .execute();
        return new Map(rows.map((row) => [row.product_id, parse(releaseId, row)]));
      }),

    async list(requestContext, query) {
      return toPage(await selectList(engine, requestContext, query), query, parse);
    },

    async listChildren(requestContext, queries) {
      const lists = await selectLists(engine, requestContext, queries);
      return lists.map((rows, index) => {
        if (rows instanceof DomainError) return rows;
        return { parent: rows.parent, page: toPage(rows, queries[index] as ProductListQuery, parse) };
      });
    },

    ...createDocumentReads(engine),

    getManyMatrices: createMatrixReads(engine),

    listPageStarts: (requestContext, queries) => selectPageStarts(engine, requestContext, queries),

    listPriceRanges: (query) => selectPriceRanges(engine, query),
  };
}

function toPage(
  rows: ProductListRows,
  { window, releaseId }: ProductListQuery,
  parse: (releaseId: string, row: ProductRow) => Product,
): Page<Product> {
  const { shown, ...page } = rows.pageOf(window);
  return { ...page, items: shown.map((row) => ({ sortKey: row.sort_key, item: parse(releaseId, row) })) };
}

/** The texts that were stored, whole. */
function createDocumentReads(engine: Engine): Pick<ProductStore, 'listDocuments' | 'getManyDocuments'> {
  const { reader, isOneOf } = engine;
  return {
    async listDocuments(requestContext, { parentId, language, ...query }) {
      const documentsQuery = { ...query, ...(parentId !== null && { parentId }), withMatrix: true };
      const rows = await selectList(engine, requestContext, documentsQuery);
      const { shown, total } = rows.pageOf(query.window);
      return { parent: rows.parent, documents: shown.map((row) => toDocumentText(row, language)), total: total ?? 0 };
    },

    async getManyDocuments(releaseId, ids, language) {
      const rows = await reader
        .selectFrom('release_product')
        .select(['product_id', 'document', 'locales', 'matrix'])
        .where('release_id', '=', Number(releaseId))
        .where('is_live', '=', 1)
        .where(isOneOf(sql.ref('product_id'), ids))
        .execute();
      return new Map(rows.map((row) => [row.product_id, toDocumentText(row, language)]));
    },
  };
}

function createMatrixReads({ reader, isOneOf }: Engine): ProductStore['getManyMatrices'] {
  const matrices = createReleaseCache<VariationMatrix>(maxCombinations);
  return (releaseId, ids) =>
    getManyCached(matrices, releaseId, ids, async (missing) => {
      const rows = await reader
        .selectFrom('release_product')
        .select(['product_id', 'matrix', 'unavailable_children'])
        .where('release_id', '=', Number(releaseId))
        .where(isOneOf(sql.ref('product_id'), missing))
        .execute();
      const loaded = rows.map((row) => [row.product_id, toVariationMatrix(row, releaseId)] as const);
      for (const [id, matrix] of loaded) matrices.set(releaseId, id, matrix, matrix.entries.length);
      return new Map(loaded);
    });
}
