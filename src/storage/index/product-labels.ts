/** What a product is filtered by, of which it has many. */
import type { ReleaseProduct } from '../../domain/release/ports.ts';

export interface ProductLabels {
  readonly types: readonly string[];
  readonly tags: readonly string[];
}

/** As a column holds them: each with its kind and a space before it. */
export function formatLabels({ productTypes, tags }: Pick<ReleaseProduct, 'productTypes' | 'tags'>): string {
  return JSON.stringify([...productTypes.map((type) => `type ${type}`), ...tags.map((tag) => `tag ${tag}`)]);
}

/** An older version wrote those of nodes, too, which stand in the documents. */
export function parseLabels(labels: string | null): ProductLabels {
  const all = JSON.parse(labels ?? '[]') as string[];
  const ofKind = (prefix: string) =>
    all.flatMap((label) => (label.startsWith(prefix) ? [label.slice(prefix.length)] : []));
  return { types: ofKind('type '), tags: ofKind('tag ') };
}
