/** The data set in memory, as objects in the shape of the graph: what the gateway answers about it. */
import { readFileSync } from 'node:fs';

// biome-ignore lint/suspicious/noExplicitAny: whatever the gateway answers
type Fields = Record<string, any>;

export interface Product extends Fields {
  readonly resourceId: string;
  readonly prices: readonly Price[];
}

export interface Parent extends Product {
  readonly children: readonly Product[];
  readonly variationMatrix: readonly { readonly optionIds: readonly string[]; readonly productId: string }[];
}

export interface Price {
  readonly money: { readonly amount: string; readonly currency: string; readonly formatted: string };
  readonly includesTax: boolean;
}

const products = new Map<string, Product>();

export function loadGraph(file: string): void {
  const bytes = readFileSync(file);
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    const parent = JSON.parse(bytes.toString('utf8', from, end)) as Parent;
    for (const product of [parent, ...parent.children]) products.set(product.resourceId, product);
    from = end + 1;
  }
}

export function findProduct(id: string): Product | null {
  return products.get(id) ?? null;
}

export function listChildren(id: string, first: number): { totalCount: number; nodes: readonly Product[] } | null {
  const parent = products.get(id) as Parent | undefined;
  return parent ? { totalCount: parent.children.length, nodes: parent.children.slice(0, first) } : null;
}

/** The one child with all of these options. */
export function findVariant(parent: Product, selected: readonly string[]): Product | null {
  const entry = (parent as Parent).variationMatrix.find(({ optionIds }) =>
    selected.every((option) => optionIds.includes(option)),
  );
  return entry ? findProduct(entry.productId) : null;
}
