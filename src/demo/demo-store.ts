/**
 * The store that a gateway starts with: an outfitter for people who go outside on purpose.
 *
 * It is the same store on every machine and for ever: ids, prices and dates are derived from names, none from a clock or
 * a random source. Products come one at a time, so that a store of a million of them needs no more memory than one of few.
 */
import type { ApplicationKeyRecord } from '../contract/application-key.ts';
import type { CatalogRecord } from '../contract/catalog.ts';
import type { CatalogRuleRecord } from '../contract/catalog-rule.ts';
import type { CustomApiRecord } from '../contract/custom-api.ts';
import type { CustomFieldRecord } from '../contract/custom-field.ts';
import type { NodeResource } from '../contract/node.ts';
import type { OfferingRecord } from '../contract/offering.ts';
import type { PlanRecord } from '../contract/plan.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { toApplicationKeys } from './application-keys.ts';
import { toOfferings, toPlans } from './billing.ts';
import { type CatalogPlan, catalogPlans } from './catalog-plans.ts';
import { catalogProducts } from './catalog-products.ts';
import { toCatalogRules } from './catalog-rules.ts';
import { toCustomApis, toCustomFields } from './custom-apis.ts';
import { timesInOrder } from './demo-times.ts';
import { toNodeRecords } from './node-records.ts';
import { MIN_NUMBERED_PRODUCTS, numberedProducts } from './numbered-products.ts';

export interface DemoStore {
  /** In the order of their creation. */
  readonly catalogs: readonly DemoCatalog[];
  readonly rules: readonly CatalogRuleRecord[];
  readonly offerings: readonly OfferingRecord[];
  readonly plans: readonly PlanRecord[];
  readonly customApis: readonly CustomApiRecord[];
  readonly customFields: readonly CustomFieldRecord[];
  /** With secrets, where the key has one. */
  readonly applicationKeys: readonly ApplicationKeyRecord[];
}

export interface DemoCatalog {
  readonly catalog: CatalogRecord;
  readonly nodes: readonly NodeResource[];
  /** From the first, each time it is called: every parent directly before its children. */
  products(): Iterable<ProductResource>;
}

/**
 * The believable store; or, with `products`, one catalog of exactly that many numbered products (100 at least), without
 * rules, for benchmarks. Throws RangeError for fewer.
 */
export function generateDemoStore({ products }: { readonly products?: number } = {}): DemoStore {
  if (products !== undefined && !(Number.isSafeInteger(products) && products >= MIN_NUMBERED_PRODUCTS)) {
    throw new RangeError(`A numbered store has a whole number of products, at least ${MIN_NUMBERED_PRODUCTS}.`);
  }
  const billing = { offerings: toOfferings(), plans: toPlans() };
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

function toCatalog(plan: CatalogPlan, position: number, products: () => Iterable<ProductResource>): DemoCatalog {
  const attributes = { name: plan.name, description: plan.text, ...timesInOrder(position) };
  return {
    catalog: { id: plan.id, type: 'catalog', attributes },
    nodes: toNodeRecords(plan.publishedAt),
    products,
  };
}
