/** All products of a catalog of the believable store. */
import type { ProductResource } from '../contract/product/product.ts';
import { bundleSpecs } from './bundle-specs.ts';
import { type FindProduct, toBundle } from './bundles.ts';
import type { CatalogPlan } from './catalog-plans.ts';
import { familyRecords, toFamily } from './families.ts';
import { camp } from './parents-camp.ts';
import { footwearAndAccessories } from './parents-footwear.ts';
import { layers } from './parents-layers.ts';
import { outerwear } from './parents-outerwear.ts';
import { productRecordOf } from './product-record-of.ts';
import type { ProductSpec } from './product-spec.ts';
import { campAndCare } from './standards-camp-and-care.ts';
import { digital } from './standards-digital.ts';
import { kitchenAndTools } from './standards-kitchen-and-tools.ts';

export const parentSpecs = [...outerwear, ...layers, ...footwearAndAccessories, ...camp];
export const standardSpecs = [...kitchenAndTools, ...campAndCare, ...digital];

/** Parents each followed by their children, then standard products, then bundles of what came before. */
export function* catalogProducts(plan: CatalogPlan): Generator<ProductResource> {
  const live = new Map<string, ProductResource>();
  for (const spec of parentSpecs.filter(isIn(plan))) {
    let count = 0;
    for (const product of familyRecords(toFamily(spec), plan)) {
      const { base_product, status } = product.attributes;
      if (!base_product && status === 'live') live.set(`${spec.key}#${count++}`, product);
      yield product;
    }
  }
  for (const spec of standardSpecs.filter(isIn(plan))) {
    const product = productRecordOf(spec, plan, { productType: 'standard' });
    live.set(spec.key, product);
    yield product;
  }
  const findProduct: FindProduct = (reference) => {
    const product = live.get(reference);
    if (product === undefined) throw new Error(`The catalog ${plan.name} has no product '${reference}'.`);
    return product;
  };
  for (const spec of bundleSpecs.filter(isIn(plan))) yield toBundle(spec, plan, findProduct);
}

function isIn(plan: CatalogPlan): (spec: ProductSpec) => boolean {
  return ({ key }) => !plan.absent.includes(key);
}
