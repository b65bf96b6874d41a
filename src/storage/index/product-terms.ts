/** What a listed product is found by. */
import type { ProductResource } from '../../contract/product/product.ts';
import type { Localisation } from '../../domain/language/localisation.ts';
import type { ReleaseProductTable } from '../schema.ts';
import type { NodeTree } from './node-tree.ts';
import type { PriceEntry } from './price-entries.ts';
import type { ProductLabels } from './product-labels.ts';
import { type TermField, termOf } from './term.ts';

export type ProductColumn =
  | 'product_id'
  | 'parent_id'
  | 'is_base'
  | 'name'
  | 'sku'
  | 'slug'
  | 'mpn'
  | 'upc_ean'
  | 'sort_key';

/** A listed product as it is stored, its texts parsed. */
export interface ParsedRow extends Pick<ReleaseProductTable, ProductColumn> {
  readonly resource: ProductResource;
  /** Of its own texts; null: not said. */
  readonly language: string | null;
  readonly labels: ProductLabels;
  readonly localisations: readonly Localisation[];
  readonly prices: readonly PriceEntry[];
}

const fields = {
  product_id: 'id',
  parent_id: 'parent',
  name: 'name',
  sku: 'sku',
  slug: 'slug',
  mpn: 'mpn',
  upc_ean: 'upc_ean',
} as const satisfies Partial<Record<keyof ParsedRow, TermField>>;

const columns = Object.keys(fields) as (keyof typeof fields)[];

interface NamedRow extends Pick<ParsedRow, 'name' | 'language'> {
  readonly localisations: readonly Pick<Localisation, 'language' | 'name'>[];
}

/** All but those of its nodes. */
export function termsOf(row: ParsedRow): Set<string> {
  const terms = new Set<string>();
  for (const column of columns) {
    const value = row[column];
    if (value !== null) terms.add(termOf(fields[column], value));
  }
  for (const type of row.labels.types) terms.add(termOf('product_types', type));
  for (const tag of row.labels.tags) terms.add(termOf('tags', tag));
  if (row.is_base === 1) terms.add(termOf('base', ''));
  for (const { currency } of row.prices) terms.add(termOf('priced in', currency));
  for (const [language, name] of shownNames(row)) {
    terms.add(termOf('named in', language));
    if (name !== null) terms.add(termOf(`name in ${language}`, name));
  }
  return terms;
}

/** Of nodes and those above them. */
export function nodeTerms(nodeIds: readonly string[], tree: NodeTree): string[] {
  return Array.from(tree.withAbove(nodeIds), (id) => termOf('node', id));
}

/**
 * Its names by what a language may find: a tag, in lower case, and `de-*` for the varieties of `de`. Of several, a product shows the
 * first, as `placeOfTexts` says. None: it has no translations, and shows its own name.
 */
function shownNames({ name, language, localisations }: NamedRow): Map<string, string | null> {
  const shown = new Map<string, string | null>();
  if (localisations.length === 0) return shown;
  for (const texts of [...(language ? [{ language, name }] : []), ...localisations]) {
    const [own = '', ...wider] = rangesOf(texts.language);
    for (const key of [own, ...wider.map(varietiesOf)]) {
      if (!shown.has(key)) shown.set(key, texts.name ?? name);
    }
  }
  return shown;
}

/** What a product's names are found in. */
export function nameLanguages(row: NamedRow): Iterable<string> {
  return shownNames(row).keys();
}

/** In the order in which a shopper of that language is shown a product's names: the rule of `matchLanguage`. */
export function namesShownTo(language: string): string[] {
  return [...rangesOf(language), varietiesOf(language.toLowerCase())];
}

/** A language and what it is a variety of: `zh-hant-tw`, `zh-hant`, `zh`. */
function rangesOf(language: string): string[] {
  const parts = language.toLowerCase().split('-');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

function varietiesOf(language: string): string {
  return `${language}-*`;
}
