/** What a listed product is found by. */
import type { ReleaseProduct } from '../../domain/release/ports.ts';
import { parseLocales } from '../documents/product-document.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { type TermField, termOf } from './term.ts';

type Column = 'product_id' | 'parent_id' | 'name' | 'sku' | 'slug' | 'mpn' | 'upc_ean' | 'locales' | 'labels';

export type IndexedRow = Pick<ReleaseProductTable, Column>;

const fields = {
  product_id: 'id',
  parent_id: 'parent',
  name: 'name',
  sku: 'sku',
  slug: 'slug',
  mpn: 'mpn',
  upc_ean: 'upc_ean',
} as const satisfies Partial<Record<Column, TermField>>;

/** `languages` takes those that the product's names are in. */
export function termsOf(row: IndexedRow, languages: Set<string>): Set<string> {
  const terms = new Set<string>();
  for (const column of Object.keys(fields) as (keyof typeof fields)[]) {
    const value = row[column];
    if (value !== null) terms.add(termOf(fields[column], value));
  }
  for (const [field, value] of parseLabels(row.labels ?? '[]')) terms.add(termOf(field, value));
  for (const [language, name] of shownNames(row)) {
    languages.add(language);
    terms.add(termOf('named in', language));
    if (name !== null) terms.add(termOf(`name in ${language}`, name));
  }
  return terms;
}

/** As a column holds them: each with its kind and a space before it. */
export function formatLabels({ productTypes, tags }: Pick<ReleaseProduct, 'productTypes' | 'tags'>): string {
  return JSON.stringify([...productTypes.map((type) => `type ${type}`), ...tags.map((tag) => `tag ${tag}`)]);
}

function parseLabels(labels: string): [TermField, string][] {
  return (JSON.parse(labels) as string[]).map((label) => {
    return label.startsWith('tag ') ? ['tags', label.slice(4)] : ['product_types', label.slice(5)];
  });
}

/**
 * Its names by what a language may find: a tag, in lower case, and `de-*` for the varieties of `de`. Of several, a product shows the
 * first.
 */
function shownNames({ name, locales }: IndexedRow): Map<string, string | null> {
  const shown = new Map<string, string | null>();
  for (const translation of parseLocales(locales)) {
    const [own = '', ...wider] = rangesOf(translation.language);
    for (const key of [own, ...wider.map(varietiesOf)]) {
      if (!shown.has(key)) shown.set(key, translation.name ?? name);
    }
  }
  return shown;
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
