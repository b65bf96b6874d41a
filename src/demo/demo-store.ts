/**
 * The store that a gateway starts with: an outfitter for people who go outside on purpose.
 *
 * It is the same store on every machine and for ever: ids, prices and dates are derived from names, none from a clock or
 * a random source. Products come one at a time, so that a store of a million of them needs no more memory than one of few.
 */
import type { ProductResource } from '../contract/product/product.ts';
import type { CatalogSource, RecordSource } from '../importer/publish.ts';
import { toApplicationKeys } from './application-keys.ts';
import { toOfferings, toPlans } from './billing.ts';
import { type CatalogPlan, catalogPlans } from './catalog-plans.ts';
import { catalogProducts } from './catalog-products.ts';
import { toCatalogRules } from './catalog-rules.ts';
import { toCustomApis, toCustomFields } from './custom-apis.ts';
import { timesInOrder } from './demo-times.ts';
import { toNodeRecords } from './node-records.ts';
import { minNumberedProducts, numberedProducts } from './numbered-products.ts';
import { toPictureFiles } from './pictures/picture-files.ts';

/**
 * The believable store; or, with `products`, one catalog of exactly that many numbered products (100 at least), without
 * rules, for benchmarks. Throws RangeError for fewer.
 */
export function generateDemoStore({ products }: { readonly products?: number } = {}): RecordSource {
  if (products !== undefined && !(Number.isSafeInteger(products) && products >= minNumberedProducts)) {
    throw new RangeError(`A numbered store has a whole number of products, at least ${minNumberedProducts}.`);
  }
  const billing = { files: products === undefined ? toPictureFiles() : [], offerings: toOfferings(), plans: toPlans() };
  const extensions = { customApis: toCustomApis(), customFields: toCustomFields() };
  const rest = { ...billing, ...extensions, applicationKeys: toApplicationKeys() };
  if (products !== undefined) {
    const plan = catalogPlans.main;
    return { catalogs: [toCatalog(plan, 0, () => numberedProducts(products, plan))], rules: [], ...rest };
  }
  const catalogs = Object.values(catalogPlans).map((plan, position) => {
    return toCatalog(plan, position, () => catalogProducts(plan));
  });
  return { catalogs, rules: toCatalogRules(), ...rest };
}

function toCatalog(plan: CatalogPlan, position: number, products: () => Iterable<ProductResource>): CatalogSource {
  const attributes = { name: plan.name, description: plan.text, ...timesInOrder(position) };
  return {
    catalog: { id: plan.id, type: 'catalog', attributes },
    nodes: toNodeRecords(plan.id, plan.publishedAt),
    products,
  };
}
