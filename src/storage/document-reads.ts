/** Listed products as they were stored, whole, for REST. */
import type { ListedItem } from '../domain/input/listed-json.ts';
import type { ProductStore } from '../domain/product/ports.ts';
import { inLanguage, type StoredDocument, toStoredDocuments } from './documents/document-text.ts';
import type { Engine } from './engines/engine.ts';
import { inPortions } from './in-portions.ts';
import type { ListedPage, ProductLists, ReadIn } from './lists/product-lists.ts';
import type { ListedRow } from './lists/select-listed.ts';
import { createOrdinalCache } from './releases/release-cache.ts';
import { selectByIds } from './select-by-ids.ts';

/** Listed products that are kept as they were stored, in bytes. */
const maxDocumentBytes = 16_000_000;
/** Of a document beside its bytes: its place, its digest, and the ids of a few files that it names (`bench/notebook/rest-page.md`). */
const bytesBesideDocument = 500;
/** Of documents that share memory, about: they are forgotten together. */
const sharedCharacters = 500_000;

export function createDocumentReads(
  engine: Engine,
  lists: ProductLists,
): Pick<ProductStore, 'listDocuments' | 'getManyDocuments'> {
  const stored = createOrdinalCache<StoredDocument>(maxDocumentBytes);
  const findRead = ({ opening }: ReadIn, ordinals: readonly number[]) => stored.getEach(opening, ordinals);

  /** In the order of the rows; those that are new share memory, and are remembered. */
  function toStored({ opening }: ReadIn, rows: readonly (ListedRow | StoredDocument)[]): readonly StoredDocument[] {
    const unknown = rows.filter((row) => 'document' in row);
    if (unknown.length === 0) return rows as readonly StoredDocument[];
    const read = new Map<number, StoredDocument>();
    for (const portion of inPortions(unknown, sharedCharacters, charactersOf)) {
      const documents = toStoredDocuments(portion);
      const byOrdinal = new Map(portion.map(({ ordinal }, at) => [ordinal, documents[at] as StoredDocument]));
      for (const [ordinal, document] of byOrdinal) read.set(ordinal, document);
      stored.add(opening, byOrdinal, sizeOf(portion, documents));
    }
    return rows.map((row) => ('json' in row ? row : (read.get(row.ordinal) as StoredDocument)));
  }

  return {
    async listDocuments(requestContext, { language, ...query }) {
      const [page] = await lists.list(requestContext, [query], { withMatrix: true, findRead });
      const { parent, rows, total, readIn } = page as ListedPage<StoredDocument>;
      const documents = toStored(readIn, rows as readonly (ListedRow | StoredDocument)[]);
      return { parent, documents: documents.map((document) => inLanguage(document, language)), total: total ?? 0 };
    },

    async getManyDocuments(releaseId, ids, language) {
      const columns = ['product_id', 'is_live', 'document', 'locales', 'matrix'] as const;
      const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids });
      const live = rows.filter(({ is_live: isLive }) => isLive === 1);
      const documents = toStoredDocuments(live).map((document) => inLanguage(document, language));
      return new Map(live.map(({ product_id: id }, at) => [id, documents[at] as ListedItem]));
    },
  };
}

function charactersOf({ document, matrix }: ListedRow): number {
  return document.length + (matrix?.length ?? 0);
}

/** In bytes; translations as V8 keeps them, which takes two of them for each character of most languages. */
function sizeOf(rows: readonly Pick<ListedRow, 'locales'>[], documents: readonly StoredDocument[]): number {
  const locales = rows.reduce((sum, row) => sum + (row.locales?.length ?? 0), 0);
  return 2 * locales + documents.reduce((sum, { json }) => sum + json.length + bytesBesideDocument, 0);
}
