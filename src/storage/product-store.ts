import type { PageItem } from '../domain/paging/page.ts';
import type { ChildList, ProductListQuery, ProductStore } from '../domain/product/ports.ts';
import type { Product } from '../domain/product/product.ts';
import { isShown, ShownItem } from '../domain/product/shown-product.ts';
import type { VariationMatrix } from '../domain/product/variation-matrix.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { bytesInMemory } from '../lib/bytes-in-memory.ts';
import { makeInTurns } from '../lib/make-in-turns.ts';
import { sum } from '../lib/sum.ts';
import { createDocumentReads } from './document-reads.ts';
import { type MatrixRow, toVariationMatrix } from './documents/matrix-document.ts';
import { type ProductRow, toProduct } from './documents/product-document.ts';
import type { Engine } from './engines/engine.ts';
import type { ReleaseIndexes } from './index/release-indexes.ts';
import { createListedPlaces, type PlaceInList } from './lists/listed-places.ts';
import { createProductLists, type ListedPage, type ProductLists, type ReadIn } from './lists/product-lists.ts';
import { countValues } from './lists/select-facets.ts';
import { countOptions } from './lists/select-option-facets.ts';
import { selectPriceBounds } from './lists/select-price-bounds.ts';
import { selectPriceRanges } from './lists/select-price-ranges.ts';
import { createReleaseCache, type ReleaseCache } from './releases/release-cache.ts';
import type { ReleaseProductTable } from './schema.ts';
import { selectByIds, selectDocuments } from './select-by-ids.ts';

/** Products that are kept parsed, in characters of their documents and translations, and what counts as such: some 70 MB at the most. */
const maxDocumentCharacters = 12_000_000;
/** That each object or list counts as, beside its text: an empty one takes 64 bytes. */
const charactersOfObject = 10;
/** What such a character takes at the most, and of most products a third of it. */
const bytesOfCharacter = 6;
/** What odd products take: each, a character, an object of names that no other has, and a value by its name. */
const mostBytes = { each: 1000, character: 1.5, object: 200, value: 60 } as const;
/** Matrices that are kept parsed, in bytes. */
const maxMatrixBytes = 25_000_000;
/** Of a matrix however small it is, of a combination, and of its place in each level; the ids take as much as their text. */
const matrixBytes = { each: 1500, combination: 150, level: 8 } as const;

export function createProductStore(engine: Engine, indexes: ReleaseIndexes): ProductStore {
  const products = createReleaseCache<Product>(maxDocumentCharacters);
  const lists = createProductLists(engine, indexes);
  return {
    getMany: (releaseId, ids, budget) =>
      products.getMany(releaseId, ids, async (missing) => {
        const rows = await selectDocuments(engine, { releaseId, ids: missing, budget });
        return makeInTurns(rows, charactersOf, (row) => {
          const product = toProduct(row, releaseId);
          return [row.product_id, product, sizeOfProduct(row, product)];
        });
      }),

    ...createListReads(lists, products),

    ...createDocumentReads(engine, lists),

    getManyMatrices: createMatrixReads(engine),

    listPageStarts: lists.listPageStarts,

    countFacetValues: (requestContext, queries) => lists.count(requestContext, queries, countValues),
    countFacetOptions: (requestContext, queries) => lists.count(requestContext, queries, countOptions),
    listPriceBounds: (requestContext, queries) => lists.count(requestContext, queries, selectPriceBounds),

    listPriceRanges: (query) => selectPriceRanges(engine, query),
  };
}

function createListReads(
  lists: ProductLists,
  products: ReleaseCache<Product>,
): Pick<ProductStore, 'list' | 'listMany' | 'listChildren'> {
  const listed = createListedPlaces();

  function findRead({ opening, releaseId }: ReadIn, ordinals: readonly number[]): (PageItem<Product> | null)[] {
    return listed.getEach(opening, ordinals).map((known) => {
      const product = known && products.get(releaseId, known.id);
      return product ? { item: product, sortKey: known.sortKey } : null;
    });
  }

  function toChildList(
    { parent, ordinals: _, rows, positions, readIn, ...page }: ListedPage<PageItem<Product>>,
    parsed: ReadonlyMap<object, Product>,
  ): ChildList {
    const read = placesOf(rows);
    if (read.size > 0) listed.add(readIn.opening, read);
    const items = rows.map((row, index) => {
      const position = positions?.[index] ?? null;
      if (isShown(row)) return new ShownItem(row, position);
      if ('item' in row) return { item: row.item, sortKey: position ?? row.sortKey };
      return { item: parsed.get(row) as Product, sortKey: position ?? row.sort_key };
    });
    return { parent, page: { ...page, items } };
  }

  async function listEach(requestContext: RequestContext, queries: readonly ProductListQuery[]): Promise<ChildList[]> {
    const pages = await lists.list(requestContext, queries, { findRead });
    const parsed = await parseRead(products, pages);
    return pages.map((page) => toChildList(page, parsed));
  }

  return {
    list: async (requestContext, query) => ((await listEach(requestContext, [query]))[0] as ChildList).page,
    listMany: async (requestContext, queries) => (await listEach(requestContext, queries)).map(({ page }) => page),
    listChildren: listEach,
  };
}

/** All of them together: of many lists each may have one that is large. */
async function parseRead(
  products: ReleaseCache<Product>,
  pages: readonly ListedPage<PageItem<Product>>[],
): Promise<Map<object, Product>> {
  const read = pages.flatMap(({ rows, readIn: { releaseId } }) =>
    rows.filter((row) => 'document' in row).map((row) => ({ row, releaseId })),
  );
  const parsed = await makeInTurns(
    read,
    ({ row }) => charactersOf(row),
    ({ row, releaseId }) => [row, parse(products, releaseId, row)] as const,
  );
  return new Map(parsed);
}

function parse(products: ReleaseCache<Product>, releaseId: string, row: ProductRow): Product {
  const known = products.get(releaseId, row.product_id);
  if (known) return known;
  const product = toProduct(row, releaseId);
  products.set(releaseId, product.id, product, sizeOfProduct(row, product));
  return product;
}

/** Of those that were read now, by their ordinals. */
function placesOf(rows: ListedPage<PageItem<Product>>['rows']): ReadonlyMap<number, PlaceInList> {
  const read = rows.filter((row) => 'document' in row);
  return new Map(read.map((row) => [row.ordinal, { id: row.product_id, sortKey: row.sort_key }]));
}

function createMatrixReads(engine: Engine): ProductStore['getManyMatrices'] {
  const matrices = createReleaseCache<VariationMatrix>(maxMatrixBytes);
  return (releaseId, ids) =>
    matrices.getMany(releaseId, ids, async (missing) => {
      const columns = ['product_id', 'matrix', 'unavailable_children'] as const;
      const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids: missing });
      // Others get their turn before these are walked, too.
      return makeInTurns(rows, charactersOfMatrix, (row) => {
        const matrix = toVariationMatrix(row);
        return [row.product_id, matrix, sizeOfMatrix(row, matrix)];
      });
    });
}

/** In characters; those of odd products take more than others. */
function sizeOfProduct({ document, locales }: ProductRow, { extensions, bundleConfiguration }: Product): number {
  const characters = charactersOf({ document, locales });
  const objects = countOf('{', document) + countOf('[', document);
  const { selectedOptions = [], componentProducts = [] } = bundleConfiguration ?? {};
  const ofExtensions = sum(extensions, ({ attributes }) => attributes.length);
  const named = ofExtensions + sum(selectedOptions, ({ options }) => options.length) + componentProducts.length;
  const { each, character, object, value } = mostBytes;
  const bytes = each + character * characters + object * objects + value * named;
  return Math.ceil(Math.max(characters + charactersOfObject * objects, bytes / bytesOfCharacter));
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function charactersOf({ document, locales }: Pick<ProductRow, 'document' | 'locales'>): number {
  return document.length + (locales?.length ?? 0);
}

function charactersOfMatrix({ matrix }: Pick<ReleaseProductTable, 'matrix'>): number {
  return matrix?.length ?? 0;
}

/** In bytes, with the reasons why children are unavailable. */
function sizeOfMatrix(row: MatrixRow, { entries }: VariationMatrix): number {
  const levels = entries[0]?.optionIds.length ?? 0;
  const texts = bytesInMemory(row.matrix ?? '') + 2 * (row.unavailable_children?.length ?? 0);
  return matrixBytes.each + (matrixBytes.combination + matrixBytes.level * levels) * entries.length + texts;
}
