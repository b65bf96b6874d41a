/** The products of a release by the ways there are to them. Each is added once. */
import { isObject } from '../contract/building-blocks.ts';
import { FileProblem, type Json, type PlatformReader } from './platform-reader.ts';
import type { NodeKind } from './read-nodes.ts';
import type { RecordFile } from './record-file.ts';

export interface ReadProductsOptions {
  readonly reader: PlatformReader;
  /** Its path. */
  readonly release: string;
  readonly file: RecordFile;
}

/**
 * All of them, by offset. Answers how many there are, as the list says; 0: it does not.
 * @throws FileProblem where offsets don't lead to all: a release may not say how many it has
 */
export async function readListedProducts({ reader, release, file }: ReadProductsOptions): Promise<number> {
  const path = `${release}/products`;
  let total = 0;
  for await (const page of reader.listPages(path, reader.withFiles)) {
    await file.add(page);
    total = page.total ?? total;
    if (page.isCut) throw new FileProblem(`The platform's list ${path} goes on behind what can be read of it.`);
  }
  return total;
}

/** What offsets don't reach: by the nodes that products are in, and by the parents of child products. Answers as `readListedProducts` does. */
export async function walkProducts(
  options: ReadProductsOptions,
  nodes: ReadonlyMap<string, NodeKind>,
): Promise<number> {
  const { reader, release, file } = options;
  const walkedParents = new Set<string>();

  async function readWithChildren(path: string): Promise<number> {
    let total = 0;
    for await (const page of reader.listPages(path, reader.withFiles)) {
      await file.add(page);
      total = page.total ?? total;
      for (const product of page.data) {
        const id = String(product.id);
        if (walkedParents.has(id) || !mayHaveUnknownChildren(product, file)) continue;
        walkedParents.add(id);
        await readWithChildren(`${release}/products/${encodeURIComponent(id)}/relationships/children`);
      }
    }
    return total;
  }

  const total = await readWithChildren(`${release}/products`);
  for (const [id, kind] of nodes) {
    const path = `${release}/${kind}/${encodeURIComponent(id)}`;
    await readWithChildren(kind === 'nodes' ? `${path}/relationships/products` : `${path}/products`);
  }
  return total;
}

function mayHaveUnknownChildren({ attributes, relationships, meta }: Json, file: RecordFile): boolean {
  const isParent = isObject(attributes) && attributes.base_product === true;
  const types = isObject(meta) && Array.isArray(meta.product_types) ? meta.product_types : [];
  if (!isParent && !types.includes('parent')) return false;
  const children = isObject(relationships) ? relationships.children : null;
  const named = isObject(children) ? children.data : children;
  return !Array.isArray(named) || named.some((child) => !isObject(child) || !file.has(String(child.id)));
}
