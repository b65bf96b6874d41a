/** The products of a release by the ways there are to them. Each is added once. */
import { isObject } from '../domain/input/is-object.ts';
import type { Json, ListRead } from './platform-reader.ts';
import { type NodeKind, pathBelow } from './read-nodes.ts';
import type { RecordFile } from './record-file.ts';
import type { WithFilesOptions } from './with-files.ts';

export interface ReadProductsOptions extends WithFilesOptions {
  readonly file: RecordFile;
}

/** All of them, by offset. */
export function readListedProducts({ reader, release, file }: ReadProductsOptions): Promise<ListRead> {
  return reader.readList(`${release}/products`, reader.withFiles, file.add);
}

/** What offsets don't reach: by the nodes that products are in, and by the parents of child products. Answers what the list of all says. */
export async function walkProducts(
  options: ReadProductsOptions,
  nodes: ReadonlyMap<string, NodeKind>,
): Promise<ListRead> {
  const { reader, release, file } = options;
  const walkedParents = new Set<string>();
  let areOthersCut = false;

  const readWithChildren = (path: string): Promise<ListRead> =>
    reader.readList(path, reader.withFiles, async (page) => {
      await file.add(page);
      for (const product of page.data) {
        const id = String(product.id);
        if (walkedParents.has(id) || !mayHaveUnknownChildren(product, file)) continue;
        walkedParents.add(id);
        await readOther(pathBelow(release, [id, 'products'], 'children'));
      }
    });

  async function readOther(path: string): Promise<void> {
    const { isCut } = await readWithChildren(path);
    areOthersCut ||= isCut;
  }

  const all = await readWithChildren(`${release}/products`);
  for (const node of nodes) await readOther(pathBelow(release, node, 'products'));
  // Where nobody has counted them all, those that no list leads to are not missed.
  return { ...all, isCut: all.isAtLeast && areOthersCut };
}

function mayHaveUnknownChildren({ attributes, relationships, meta }: Json, file: RecordFile): boolean {
  const isParent = isObject(attributes) && attributes.base_product === true;
  const types = isObject(meta) && Array.isArray(meta.product_types) ? meta.product_types : [];
  if (!isParent && !types.includes('parent')) return false;
  const children = isObject(relationships) ? relationships.children : null;
  const named = isObject(children) ? children.data : children;
  return !Array.isArray(named) || named.some((child) => !isObject(child) || !file.has(String(child.id)));
}
