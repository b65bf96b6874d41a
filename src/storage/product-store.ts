import type { ChildList, ProductStore } from '../domain/product/ports.ts';
import type { Product } from '../domain/product/product.ts';
import { isShown, ShownItem } from '../domain/product/shown-product.ts';
import type { VariationMatrix } from '../domain/product/variation-matrix.ts';
import { inLanguage, type StoredDocument, toStoredDocument } from './documents/document-text.ts';
import { toVariationMatrix } from './documents/matrix-document.ts';
import { type ProductRow, toProduct } from './documents/product-document.ts';
import type { Engine } from './engines/engine.ts';
import type { ReleaseIndexes } from './index/release-indexes.ts';
import { selectPriceRanges } from './lists/price-range-sql.ts';
import {
  createProductLists,
  type ListedPage,
  type ParsedProduct,
  type ProductLists,
  type ReadIn,
} from './lists/product-lists.ts';
import { countValues } from './lists/select-facets.ts';
import type { ListedRow } from './lists/select-listed.ts';
import { countOptions } from './lists/select-option-facets.ts';
import { selectPriceBounds } from './lists/select-price-bounds.ts';
import { createOrdinalCache, createReleaseCache, getManyCached } from './releases/release-cache.ts';
import { selectByIds } from './select-by-ids.ts';

/** Products that are kept parsed, in characters of their documents: some 60 MB at the most. */
const maxDocumentCharacters = 10_000_000;
/** Listed products that are kept as they were stored, in bytes. */
const maxDocumentBytes = 16_000_000;
/** Of a document beside its bytes: two Buffers, its digest and its place (`bench/baseline.md`, the REST page). */
const bytesBesideDocument = 500;
/** Listed products whose ids are remembered by their ordinals: some 10 MB at the most. */
const maxListed = 50_000;
/** Combinations of matrices that are kept parsed: some 20 MB at the most. */
const maxCombinations = 100_000;

export function createProductStore(engine: Engine, indexes: ReleaseIndexes): ProductStore {
  const products = createReleaseCache<Product>(maxDocumentCharacters);
  const lists = createProductLists(engine, indexes);

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
        const columns = ['product_id', 'document', 'locales', 'live_child_count', 'combination_count'] as const;
        const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids: missing });
        return new Map(rows.map((row) => [row.product_id, parse(releaseId, row)]));
      }),

    ...createListReads(lists, { parse, getParsed: (releaseId, id) => products.get(releaseId, id) }),

    ...createDocumentReads(engine, lists),

    getManyMatrices: createMatrixReads(engine),

    listPageStarts: lists.listPageStarts,

    countFacetValues: (requestContext, queries) => lists.count(requestContext, queries, countValues),
    countFacetOptions: (requestContext, queries) => lists.count(requestContext, queries, countOptions),
    listPriceBounds: (requestContext, queries) => lists.count(requestContext, queries, selectPriceBounds),

    listPriceRanges: (query) => selectPriceRanges(engine, query),
  };
}

interface Parsing {
  readonly parse: (releaseId: string, row: ProductRow) => Product;
  readonly getParsed: (releaseId: string, id: string) => Product | undefined;
}

function createListReads(
  lists: ProductLists,
  { parse, getParsed }: Parsing,
): Pick<ProductStore, 'list' | 'listMany' | 'listChildren'> {
  const listed = createOrdinalCache<{ readonly id: string; readonly sortKey: string }>(maxListed);

  function findRead({ opening, releaseId }: ReadIn, ordinal: number): ParsedProduct | null {
    const known = listed.get(opening, ordinal);
    const product = known && getParsed(releaseId, known.id);
    return product ? { product, sortKey: known.sortKey } : null;
  }

  function toItem({ opening, releaseId }: ReadIn, row: ListedRow | ParsedProduct) {
    if ('product' in row) return { item: row.product, sortKey: row.sortKey };
    const item = parse(releaseId, row);
    listed.set(opening, row.ordinal, { id: item.id, sortKey: row.sort_key }, 1);
    return { item, sortKey: row.sort_key };
  }

  function toChildList({ parent, rows, positions, readIn, ...page }: ListedPage): ChildList {
    const items = rows.map((row, index) => {
      const position = positions?.[index] ?? null;
      if (isShown(row)) return new ShownItem(row, position);
      const { item, sortKey } = toItem(readIn, row as ListedRow | ParsedProduct);
      return { item, sortKey: position ?? sortKey };
    });
    return { parent, page: { ...page, items } };
  }

  return {
    async list(requestContext, query) {
      const [page] = await lists.list(requestContext, [query], { findRead });
      return toChildList(page as ListedPage).page;
    },

    async listMany(requestContext, queries) {
      const pages = await lists.list(requestContext, queries, { findRead });
      return pages.map((page) => toChildList(page).page);
    },

    async listChildren(requestContext, queries) {
      const pages = await lists.list(requestContext, queries, { findRead });
      return pages.map(toChildList);
    },
  };
}

/** What was stored, whole. */
function createDocumentReads(
  engine: Engine,
  lists: ProductLists,
): Pick<ProductStore, 'listDocuments' | 'getManyDocuments'> {
  const stored = createOrdinalCache<StoredDocument>(maxDocumentBytes);
  const findRead = ({ opening }: ReadIn, ordinal: number) => stored.get(opening, ordinal) ?? null;

  function toStored({ opening }: ReadIn, row: ListedRow | StoredDocument): StoredDocument {
    if ('json' in row) return row;
    const document = toStoredDocument(row);
    const bytes = document.json.length + (row.locales?.length ?? 0);
    stored.set(opening, row.ordinal, document, bytesBesideDocument + bytes);
    return document;
  }

  return {
    async listDocuments(requestContext, { parentId, language, ...query }) {
      const list = { ...query, ...(parentId !== null && { parentId }) };
      const [page] = await lists.list(requestContext, [list], { withMatrix: true, findRead });
      const { parent, rows, total, readIn } = page as ListedPage;
      const documents = rows.map((row) => inLanguage(toStored(readIn, row as ListedRow | StoredDocument), language));
      return { parent, documents, total: total ?? 0 };
    },

    async getManyDocuments(releaseId, ids, language) {
      const columns = ['product_id', 'is_live', 'document', 'locales', 'matrix'] as const;
      const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids });
      const live = rows.filter(({ is_live: isLive }) => isLive === 1);
      return new Map(live.map((row) => [row.product_id, inLanguage(toStoredDocument(row), language)]));
    },
  };
}

function createMatrixReads(engine: Engine): ProductStore['getManyMatrices'] {
  const matrices = createReleaseCache<VariationMatrix>(maxCombinations);
  return (releaseId, ids) =>
    getManyCached(matrices, releaseId, ids, async (missing) => {
      const columns = ['product_id', 'matrix', 'unavailable_children'] as const;
      const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids: missing });
      const loaded = rows.map((row) => [row.product_id, toVariationMatrix(row, releaseId)] as const);
      for (const [id, matrix] of loaded) matrices.set(releaseId, id, matrix, matrix.entries.length);
      return new Map(loaded);
    });
}
