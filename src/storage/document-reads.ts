/** Listed products as they were stored, whole, for REST. */
import { setImmediate } from 'node:timers/promises';
import { type ListedItem, ListedJson } from '../domain/input/listed-json.ts';
import type { ProductStore } from '../domain/product/ports.ts';
import { inPortions } from '../lib/in-portions.ts';
import { makeInTurns } from '../lib/make-in-turns.ts';
import { sum } from '../lib/sum.ts';
import { inLanguage, type StoredDocument, toStoredDocuments } from './documents/document-text.ts';
import type { Engine } from './engines/engine.ts';
import type { ListedPage, ProductLists, ReadIn } from './lists/product-lists.ts';
import type { ListedRow } from './lists/select-listed.ts';
import { createOrdinalCache, type OrdinalCache } from './releases/ordinal-cache.ts';
import { selectByIds } from './select-by-ids.ts';

/** Listed products that are kept as they were stored, or translated, in bytes. */
const maxDocumentBytes = 16_000_000;
/** Of a document beside its bytes: its place, its digest, and the ids of a few files that it names (`bench/notebook/rest-page.md`). */
const bytesBesideDocument = 500;
/** Of a translation beside its text, in a product that has many. */
const bytesBesideTranslation = 60;
/** Of documents that share memory, about: they are forgotten together. */
const sharedCharacters = 500_000;

/** `ListedJson`: a translation. A page of translated products takes 2 to 3 times the processor's time where each of them is parsed (`bench/notebook/rest-page.md`). */
type Kept = StoredDocument | ListedJson;

export function createDocumentReads(
  engine: Engine,
  lists: ProductLists,
): Pick<ProductStore, 'listDocuments' | 'getManyDocuments'> {
  const kept = createOrdinalCache<Kept>(maxDocumentBytes);

  function findRead({ opening }: ReadIn, ordinals: readonly number[], language: string | null): (Kept | null)[] {
    const translated = language === null ? null : kept.getEach(keyOf(opening, language), ordinals);
    if (translated?.every((one) => one !== null)) return translated;
    const stored = kept.getEach(opening, ordinals);
    return stored.map((one, at) => translated?.[at] ?? one);
  }

  /** In the order of the rows; those that are new share memory, and are remembered. */
  async function toKept({ opening }: ReadIn, rows: readonly (ListedRow | Kept)[]): Promise<readonly Kept[]> {
    const unknown = rows.filter((row) => 'document' in row);
    if (unknown.length === 0) return rows as readonly Kept[];
    const read = new Map<number, StoredDocument>();
    for (const portion of inPortions(unknown, sharedCharacters, charactersOf)) {
      const documents = toStoredDocuments(portion);
      const byOrdinal = new Map(portion.map(({ ordinal }, at) => [ordinal, documents[at] as StoredDocument]));
      for (const [ordinal, document] of byOrdinal) read.set(ordinal, document);
      kept.add(opening, byOrdinal, sizeOf(portion, documents));
      // Others get their turn before the translations of the next ones are parsed.
      if (portion.length < unknown.length) await setImmediate();
    }
    return rows.map((row) => ('document' in row ? (read.get(row.ordinal) as StoredDocument) : row));
  }

  return {
    async listDocuments(requestContext, { language, ...query }) {
      const [page] = await lists.list<Kept>(requestContext, [query], {
        withMatrix: true,
        findRead: (readIn, ordinals) => findRead(readIn, ordinals, language),
      });
      const { parent, rows, ordinals, total, readIn } = page as ListedPage<Kept>;
      const found = await toKept(readIn, rows as readonly (ListedRow | Kept)[]);
      const documents = await makeInTurns(found, charactersToParse, (one) => toShownDocument(one, language));
      const shown =
        language === null ? documents : toShown({ kept, key: keyOf(readIn.opening, language) }, ordinals, documents);
      return { parent, documents: shown, total: total ?? 0 };
    },

    getManyDocuments: createReadsByIds(engine),
  };
}

function createReadsByIds(engine: Engine): ProductStore['getManyDocuments'] {
  return async (releaseId, ids, language) => {
    const columns = ['product_id', 'is_live', 'document', 'locales', 'matrix'] as const;
    const rows = await selectByIds(engine, { from: 'release_product', columns, releaseId, ids });
    const live = rows.filter(({ is_live: isLive }) => isLive === 1);
    const documents = toStoredDocuments(live).map((document) => inLanguage(document, language));
    return new Map(live.map(({ product_id: id }, at) => [id, documents[at] as ListedItem]));
  };
}

/** What has been translated shares memory, and is remembered. `documents`: those of the ordinals. */
function toShown(
  { kept, key }: { readonly kept: OrdinalCache<Kept>; readonly key: string },
  ordinals: readonly number[],
  documents: readonly ListedItem[],
): readonly ListedItem[] {
  if (!documents.some((text) => typeof text === 'string')) return documents;
  const translated = documents.flatMap((text, at) => (typeof text === 'string' ? [{ at, text }] : []));
  const shown = [...documents];
  for (const portion of inPortions(translated, sharedCharacters, ({ text }) => text.length)) {
    const texts = ListedJson.ofAll(portion.map(({ text }) => text));
    for (const [index, { at }] of portion.entries()) shown[at] = texts[index] as ListedJson;
    const byOrdinal = new Map(portion.map(({ at }, index) => [ordinals[at] as number, texts[index] as ListedJson]));
    kept.add(key, byOrdinal, bytesOf(texts));
  }
  return shown;
}

/** Of the languages of a release, which are few. */
function keyOf(opening: number, language: string): string {
  return `${opening} ${language}`;
}

function toShownDocument(one: Kept, language: string | null): ListedItem {
  return one instanceof ListedJson ? one : inLanguage(one, language);
}

/** Of one that may have to be parsed for its translation. */
function charactersToParse(one: Kept): number {
  return one instanceof ListedJson || one.localisations.length === 0 ? 0 : one.json.length;
}

function charactersOf({ document, matrix, locales }: ListedRow): number {
  return document.length + (matrix?.length ?? 0) + (locales?.length ?? 0);
}

/** In bytes; translations as V8 keeps them, which takes two of them for each character of most languages. */
function sizeOf(rows: readonly Pick<ListedRow, 'locales'>[], documents: readonly StoredDocument[]): number {
  const locales = sum(rows, (row) => row.locales?.length ?? 0);
  const translations = sum(documents, ({ localisations }) => localisations.length);
  return 2 * locales + bytesBesideTranslation * translations + bytesOf(documents.map(({ json }) => json));
}

function bytesOf(texts: readonly ListedJson[]): number {
  return sum(texts, ({ length }) => length + bytesBesideDocument);
}
