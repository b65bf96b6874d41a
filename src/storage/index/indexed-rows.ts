/** What an index keeps of listed products, made of their rows alone: the same in whichever thread. */
import { nodeIdsOf, type ProductResource, pricePointsOf } from '../../contract/product/product.ts';
import { parseExactJson } from '../../domain/input/exact-json.ts';
import type { Localisation } from '../../domain/language/localisation.ts';
import { formatDetails } from '../../domain/product/product-details.ts';
import { formatSlots } from '../../domain/product/product-slots.ts';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import { readRecord } from '../../domain/release/read-record.ts';
import { parseLocales, toShownProduct } from '../documents/product-document.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { createMatchLocalisation } from './match-localisation.ts';
import { type PriceEntry, toPriceEntries } from './price-entries.ts';
import { parseLabels } from './product-labels.ts';
import { nameLanguages, type ParsedRow, type ProductColumn, termsOf } from './product-terms.ts';
import { createProductWords, type WordsOfField } from './product-words.ts';
import { checksumOfSlots, type MeasuredRow } from './slot-checksums.ts';
import { termOf } from './term.ts';

export type StoredRow = Pick<ReleaseProductTable, ProductColumn | 'locales' | 'labels' | 'document'>;

export interface StoredRows {
  /** Emptied when they are parsed: a product of megabytes is in memory as text, or as what it says. */
  readonly rows: StoredRow[];
  readonly pricesOfParents: ReadonlyMap<string, readonly PriceEntry[]>;
}

/** What a product is sorted by. */
export interface SortedRow {
  readonly name: string | null;
  /** Of its own texts; null: not said. */
  readonly language: string | null;
  readonly localisations: readonly Pick<Localisation, 'language' | 'name'>[];
  readonly createdAt: string | null;
  readonly prices: readonly PriceEntry[];
}

export interface IndexedRow extends SortedRow, MeasuredRow, Pick<ParsedRow, 'labels'> {
  /** What it shows by itself. */
  readonly shown: Readonly<Record<ShownPart, string>>;
  /** All but those of the nodes that list it. Gone, as words are, when it is in the index. */
  readonly terms: Set<string>;
  readonly words: WordsOfField[];
  /** What its names are found in. */
  readonly nameLanguages: readonly string[];
  /** That it stands at. A child product is shown by its parent, wherever that stands. */
  readonly nodeIds: readonly string[];
  /** Null: it can have no children. */
  readonly parent: IndexedParent | null;
}

export interface IndexedParent {
  readonly product_id: string;
  readonly variations: NonNullable<NonNullable<ProductResource['meta']>['variations']>;
}

export type ToIndexedRows = (stored: StoredRows) => IndexedRow[];

/** `languages`: the release's. */
export function createToIndexedRows(languages: readonly string[]): ToIndexedRows {
  const wordsOf = createProductWords({ languages, matchLocalisation: createMatchLocalisation() });

  function toIndexedRow(row: ParsedRow): IndexedRow {
    const { product_id, parent_id, sort_key, name, language, labels, localisations, prices, resource } = row;
    const product = toShownProduct(row);
    const [slots, details] = [formatSlots(product), formatDetails(product)];
    const found = wordsOf(row);
    const terms = termsOf(row);
    for (const language of found.languages) terms.add(termOf('localised in', language));
    return {
      ...{ sort_key, name, language, labels, prices, terms },
      shown: { slots, details },
      checksums: { slots: checksumOfSlots(sort_key, slots), details: checksumOfSlots(sort_key, details) },
      sizes: { slots: slots.length, details: details.length },
      words: [...found.words],
      localisations: localisations.map((one) => ({ language: one.language, name: one.name })),
      createdAt: resource.attributes.created_at ?? null,
      nameLanguages: [...nameLanguages(row)],
      nodeIds: parent_id === null ? nodeIdsOf(resource) : [],
      parent: row.is_base === 1 ? { product_id, variations: resource.meta?.variations ?? [] } : null,
    };
  }

  return ({ rows, pricesOfParents }) => {
    const parsed = rows.splice(0).map((row) => parseRow(row, pricesOfParents));
    return parsed.map(toIndexedRow);
  };
}

function parseRow(
  { document, locales, labels, ...row }: StoredRow,
  pricesOfParents: StoredRows['pricesOfParents'],
): ParsedRow {
  return readRecord(`product '${row.product_id}'`, () => {
    const resource = parseExactJson(document) as ProductResource;
    const prices =
      row.is_base === 1 ? (pricesOfParents.get(row.product_id) ?? []) : toPriceEntries(pricePointsOf(resource));
    const language = resource.meta?.language ?? null;
    return { ...row, resource, language, labels: parseLabels(labels), localisations: parseLocales(locales), prices };
  });
}
