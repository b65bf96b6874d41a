/** Products as a platform answers them, and the files that came with them. */
import { file, toFile } from '../../contract/file.ts';
import { completeProduct, slugOf } from '../../contract/product/complete-product.ts';
import { type ProductResource, parentIdOf } from '../../contract/product/product.ts';
import { toProduct } from '../../contract/product/to-product.ts';
import { toMatrixEntries } from '../../contract/product/variation-matrix.ts';
import { resources } from '../../contract/resources.ts';
import type { File } from '../../domain/file/file.ts';
import { isObject } from '../../domain/input/is-object.ts';
import type { Product } from '../../domain/product/product.ts';
import type { UpstreamAnswer } from '../client/upstream-answer.ts';
import { recordForm } from '../dialect/record-form.ts';

/** With what the contract says that every product has. */
export const productForm = recordForm(resources.product.schema, (record): ProductResource => {
  const product = resources.product.accept(record);
  const catalogId = product.meta?.catalog_id ?? '';
  return completeProduct(product, { catalogId, parentId: parentIdOf(product), childIds: [], slug: slugOf(product) });
});

const fileForm = recordForm(file, toFile);
const fileLists = ['main_images', 'files'] as const;

/** What is no file of the contract is none: a picture without a link can't be shown, and its product can. */
export function filesIn({ body }: UpstreamAnswer): File[] {
  const included = isObject(body) ? body.included : null;
  if (!isObject(included)) return [];
  return fileLists.flatMap((name) => {
    const list = included[name];
    if (!Array.isArray(list)) return [];
    return list.flatMap((value) => fileForm.find({ ...value, type: 'file' }) ?? []);
  });
}

const products = new WeakMap<ProductResource, Product>();

/** As of a release; a record that came from a cache is made one once. */
export function toPlatformProduct(record: ProductResource, releaseId: string): Product {
  const known = products.get(record);
  if (known?.releaseId === releaseId) return known;
  const combinationCount = toMatrixEntries(record.meta?.variation_matrix ?? {}).length;
  const product = toProduct(record, { releaseId, localisations: [], liveChildCount: 0, combinationCount });
  products.set(record, product);
  return product;
}
