/** What a listed product is found by. */
import { nodeIdsOf, type ProductResource } from '../../contract/product/product.ts';
import type { ReleaseProduct } from '../../domain/release/ports.ts';
import { parseLocales } from '../documents/product-document.ts';
import type { ReleaseProductTable } from '../schema.ts';
import type { NodeTree } from './node-tree.ts';
import type { PriceEntry } from './price-entries.ts';
import { type TermField, termOf } from './term.ts';

type Column = 'product_id' | 'parent_id' | 'name' | 'sku' | 'slug' | 'mpn' | 'upc_ean' | 'locales' | 'labels';

export interface IndexedRow extends Pick<ReleaseProductTable, Column> {
  /** Null where the labels name the product's nodes. */
  readonly document: string | null;
  readonly is_base: number;
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
} as const satisfies Partial<Record<Column, TermField>>;

export interface TermsOptions {
  readonly tree: NodeTree;
  /** Takes those that the products' names are in. */
  readonly languages: Set<string>;
}

export function termsOf(row: IndexedRow, { tree, languages }: TermsOptions): Set<string> {
  const terms = new Set<string>();
  for (const column of Object.keys(fields) as (keyof typeof fields)[]) {
    const value = row[column];
    if (value !== null) terms.add(termOf(fields[column], value));
  }
  const labels = labelsOf(row);
  for (const { field, value } of labels) if (field !== 'node') terms.add(termOf(field, value));
  for (const nodeId of listingNodes(row, labels, tree)) terms.add(termOf('node', nodeId));
  if (row.is_base === 1) terms.add(termOf('base', ''));
  for (const { currency } of row.prices) terms.add(termOf('priced in', currency));
  for (const [language, name] of shownNames(row)) {
    languages.add(language);
    terms.add(termOf('named in', language));
    if (name !== null) terms.add(termOf(`name in ${language}`, name));
  }
  return terms;
}

/** As a column holds them: each with its kind and a space before it. */
export function formatLabels({
  productTypes,
  tags,
  nodeIds,
}: Pick<ReleaseProduct, 'productTypes' | 'tags' | 'nodeIds'>): string {
  return JSON.stringify([
    ...productTypes.map((type) => `type ${type}`),
    ...tags.map((tag) => `tag ${tag}`),
    ...nodeIds.map((id) => `node ${id}`),
  ]);
}

interface Label {
  readonly field: 'product_types' | 'tags' | 'node';
  readonly value: string;
}

const fieldsOfKinds = { type: 'product_types', tag: 'tags', node: 'node' } as const;

/** Its types, tags and nodes. */
export function labelsOf({ labels }: Pick<IndexedRow, 'labels'>): Label[] {
  return (JSON.parse(labels ?? '[]') as string[]).map((label) => {
    const space = label.indexOf(' ');
    return { field: fieldsOfKinds[label.slice(0, space) as keyof typeof fieldsOfKinds], value: label.slice(space + 1) };
  });
}

/** The product's nodes and those above them. A child product is shown by its parent, wherever that stands. */
function listingNodes(row: IndexedRow, labels: readonly Label[], tree: NodeTree): Set<string> {
  if (row.parent_id !== null) return new Set();
  const nodeIds =
    row.document === null
      ? labels.flatMap(({ field, value }) => (field === 'node' ? [value] : []))
      : nodeIdsOf(JSON.parse(row.document) as ProductResource);
  return new Set(nodeIds.flatMap((id) => tree.pathOf(id)));
}

/**
 * Its names by what a language may find: a tag, in lower case, and `de-*` for the varieties of `de`. Of several, a product shows the
 * first.
 */
function shownNames({ name, locales }: Pick<IndexedRow, 'name' | 'locales'>): Map<string, string | null> {
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
