/** The products of a release by the ways there are to them. Each is added once. */
import { isObject } from '../contract/building-blocks.ts';
import type { Json } from './platform-reader.ts';
import { type NodeKind, pathBelow } from './read-nodes.ts';
import type { RecordFile } from './record-file.ts';
import type { WithFilesOptions } from './with-files.ts';

export interface ReadProductsOptions extends WithFilesOptions {
  readonly file: RecordFile;
}

/** What the list of all products says of what was read. */
export interface Listed {
  /** How many there are; null: it does not say. */
  readonly total: number | null;
  /** A list goes on behind what can be read of it, and as far as it is counted, some of its products may be missing. */
  readonly isCut: boolean;
}

/** All of them, by offset. */
export async function readListedProducts({ reader, release, file }: ReadProductsOptions): Promise<Listed> {
  let listed: Listed = { total: null, isCut: false };
  for await (const page of reader.listPages(`${release}/products`, reader.withFiles)) {
    await file.add(page);
    listed = { total: page.total ?? listed.total, isCut: page.isCut };
  }
  return listed;
}

/** What offsets don't reach: by the nodes that products are in, and by the parents of child products. */
export async function walkProducts(
  options: ReadProductsOptions,
  nodes: ReadonlyMap<string, NodeKind>,
): Promise<Listed> {
  const { reader, release, file } = options;
  const walkedParents = new Set<string>();
  let areOthersCut = false;

  async function readWithChildren(path: string) {
    let [total, isExact]: [number | null, boolean] = [null, false];
    for await (const page of reader.listPages(path, reader.withFiles)) {
      await file.add(page);
      [total, isExact] = [page.total ?? total, page.total !== null && !page.isAtLeast];
      if (path !== all) areOthersCut ||= page.isCut;
      for (const product of page.data) {
        const id = String(product.id);
        if (walkedParents.has(id) || !mayHaveUnknownChildren(product, file)) continue;
        walkedParents.add(id);
        await readWithChildren(`${release}/products/${encodeURIComponent(id)}/relationships/children`);
      }
    }
    return { total, isExact };
  }

  const all = `${release}/products`;
  const { total, isExact } = await readWithChildren(all);
  for (const node of nodes) await readWithChildren(pathBelow(release, node, 'products'));
  // Where nobody has counted them all, those that no list leads to are not missed.
  return { total, isCut: areOthersCut && !isExact };
}

function mayHaveUnknownChildren({ attributes, relationships, meta }: Json, file: RecordFile): boolean {
  const isParent = isObject(attributes) && attributes.base_product === true;
  const types = isObject(meta) && Array.isArray(meta.product_types) ? meta.product_types : [];
  if (!isParent && !types.includes('parent')) return false;
  const children = isObject(relationships) ? relationships.children : null;
  const named = isObject(children) ? children.data : children;
  return !Array.isArray(named) || named.some((child) => !isObject(child) || !file.has(String(child.id)));
}
