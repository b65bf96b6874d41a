import { describe, expect, test } from 'vitest';
import type { ProductResource } from '../../src/contract/product/product.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { generateDemoStore } from '../../src/demo/demo-store.ts';
import { checkDigit } from '../../src/demo/ean.ts';
import { parseRecord } from '../../src/importer/records.ts';

const store = generateDemoStore();
const catalogs = store.catalogs.map(({ catalog, nodes, products }) => ({ catalog, nodes, products: [...products()] }));
const [main, mobile, partner] = catalogs;
if (main === undefined || mobile === undefined || partner === undefined) throw new Error('three catalogs are expected');

const typeOf = (product: ProductResource) => product.meta?.product_types?.join();
const isLive = (product: ProductResource) => product.attributes.status === 'live';
const childrenOf = (id: string, products = main.products) =>
  products.filter(({ attributes }) => attributes.base_product_id === id);
const everyOther = [
  ...[store.rules, store.offerings, store.plans, store.customApis, store.customFields, store.applicationKeys],
  ...catalogs.flatMap(({ catalog, nodes }) => [[catalog], nodes]),
];

test('two runs give the same store', () => {
  const again = generateDemoStore();
  expect(again.catalogs.map(({ products }) => [...products()])).toEqual(catalogs.map(({ products }) => products));
  expect(JSON.stringify(again)).toBe(JSON.stringify(store));
});

test('every record parses; products and nodes, whose text is stored, come out as they went in', () => {
  for (const record of [...catalogs.flatMap(({ products }) => products), ...everyOther.flat()]) {
    if (record.type === 'product' || record.type === 'node') expect(parseRecord(record)).toEqual({ record });
    else expect(parseRecord(record)).toMatchObject({ record: { type: record.type, id: record.id } });
  }
});

describe.each(catalogs.map((each) => [each.catalog.attributes.name, each] as const))('the catalog %s', (_, each) => {
  const { catalog, products, nodes } = each;
  const byId = new Map(products.map((product) => [product.id, product]));

  test('has nodes that name it, so that a file of them imports as what is stored', () => {
    expect(new Set(nodes.map(({ meta }) => meta?.catalog_id))).toEqual(new Set([catalog.id]));
  });

  test('has unique ids, slugs, skus and article numbers', () => {
    const unique = (values: (string | null | undefined)[]) => new Set(values).size === values.length;
    expect(byId.size).toBe(products.length);
    expect(unique(products.map(({ attributes }) => attributes.slug))).toBe(true);
    expect(unique(products.map(({ attributes }) => attributes.sku))).toBe(true);
    expect(unique(products.flatMap(({ attributes }) => attributes.upc_ean ?? []))).toBe(true);
    expect(products.every(({ meta }) => meta?.catalog_id === catalog.id)).toBe(true);
  });

  test('has article numbers with the right check digit', () => {
    for (const ean of products.flatMap(({ attributes }) => attributes.upc_ean ?? [])) {
      expect(ean).toMatch(/^\d{13}$/);
      expect(Number(ean.at(-1))).toBe(checkDigit(ean.slice(0, 12)));
    }
  });

  test('ties parents and children together, both ways', () => {
    for (const parent of products.filter((product) => typeOf(product) === 'parent')) {
      const children = childrenOf(parent.id, products);
      const ids = children.map(({ id }) => id);
      expect(parent.attributes.base_product).toBe(true);
      expect(parent.relationships?.children?.data?.map(({ id }) => id)).toEqual(ids);
      expect(leavesOf(parent.meta?.variation_matrix).sort()).toEqual(ids.sort());
      expect(children.every((child) => child.relationships?.parent?.data?.id === parent.id)).toBe(true);
      expect(children.length).toBeGreaterThanOrEqual(4);
    }
  });

  test('puts products into nodes that exist, with the way to each from the root', () => {
    const above = new Map(nodes.map((node) => [node.id, node.relationships?.parent?.data?.id]));
    const chainTo = (id: string): string[] => {
      const parent = above.get(id);
      return parent === undefined ? [] : [...chainTo(parent), parent];
    };
    for (const { meta } of products) {
      expect(meta?.bread_crumb_nodes).not.toEqual([]);
      expect(Object.keys(meta?.bread_crumbs ?? {}).sort()).toEqual([...(meta?.bread_crumb_nodes ?? [])].sort());
      for (const [id, chain] of Object.entries(meta?.bread_crumbs ?? {})) {
        expect(above.has(id)).toBe(true);
        expect(chain).toEqual(chainTo(id));
      }
    }
    expect(Math.max(...nodes.map(({ id }) => chainTo(id).length + 1))).toBe(4);
  });

  test('has bundles of live products of its own, one default an obligatory component', () => {
    const bundles = products.filter((product) => typeOf(product) === 'bundle');
    expect(bundles.length).toBeGreaterThanOrEqual(5);
    for (const { attributes, relationships, meta } of bundles) {
      const ids = relationships?.component_products?.data?.map(({ id }) => id) ?? [];
      const configuration = meta?.bundle_configuration;
      expect(ids.every((id) => byId.get(id)?.attributes.status === 'live')).toBe(true);
      expect(Object.keys(configuration?.component_products ?? {}).sort()).toEqual([...ids].sort());
      for (const [key, component] of Object.entries(attributes.components ?? {})) {
        expect(component.options.every(({ id }) => ids.includes(id))).toBe(true);
        const selected = Object.keys(configuration?.selected_options[key] ?? {});
        expect(selected).toEqual(
          component.min ? component.options.filter((each) => each.default).map(({ id }) => id) : [],
        );
      }
    }
  });
});

describe('the store', () => {
  test('has the variety that it is meant to show', () => {
    const count = (type: string) => main.products.filter((product) => typeOf(product) === type).length;
    expect(count('parent')).toBeGreaterThanOrEqual(40);
    expect(count('standard')).toBeGreaterThanOrEqual(30);
    const drafts = main.products.filter((product) => !isLive(product)).map(typeOf);
    expect(new Set(drafts)).toEqual(new Set(['parent', 'child', 'standard']));
    const sales = main.products.flatMap(({ meta }) => meta?.sale_expires?.slice(0, 4) ?? []);
    expect(new Set(sales)).toEqual(new Set(['2099', '2020']));
    const modifiers = main.products.flatMap(({ meta }) => Object.values(meta?.price_modifiers ?? {}));
    expect(new Set(modifiers.map((each) => each.modifier_type)).size).toBe(3);
    const amounts = main.products.map(({ attributes }) => Number(attributes.price?.EUR?.amount ?? 0));
    expect(Math.max(...amounts)).toBeGreaterThan(2 ** 31);
  });

  test('has times that mostly differ, and some that tie', () => {
    const times = main.products.map(({ attributes }) => attributes.updated_at);
    expect(new Set(times).size).toBeLessThan(times.length - 50);
    expect(new Set(times).size).toBeGreaterThan(times.length * 0.8);
  });

  test('charges by option, by catalog and in whole minor units', () => {
    const price = (id: string, from = main) => from.products.find((product) => product.id === id)?.attributes.price;
    expect(price(demoIds.products.standard)?.EUR?.amount).toBe(4495);
    expect(price(demoIds.products.standard, mobile)?.EUR?.amount).toBe(4295);
    expect(price(demoIds.products.standard, partner)?.USD?.amount).toBe(3995);
    const amounts = new Set(childrenOf(demoIds.products.showcaseParent).map(({ id }) => price(id)?.EUR?.amount));
    expect(amounts.size).toBeGreaterThan(4);
  });

  test('shows prices as en-US writes them, yen without decimals', () => {
    const shown = (slug: string, { products } = main) =>
      products.find(({ attributes }) => attributes.slug === slug)?.meta?.display_price?.with_tax?.formatted;
    expect(shown('alpine-kettle')).toBe('€44.95');
    expect(shown('alpine-kettle', partner)).toBe('$43.15');
    expect(shown('onsen-towel')).toBe('¥3,000');
    expect(shown('alp-lease')).toBe('€41,999,999.95');
  });

  test('refers only to what it has', () => {
    const catalogIds = new Set(catalogs.map(({ catalog }) => catalog.id));
    expect(store.rules.every(({ attributes }) => catalogIds.has(attributes.catalog_id))).toBe(true);
    const offeringIds = new Set(store.offerings.map(({ id }) => id));
    for (const id of offeringIds) {
      const plans = store.plans.filter(({ attributes }) => attributes.offering_id === id).map((plan) => plan.id);
      expect(plans.length).toBeGreaterThanOrEqual(2);
      expect(JSON.stringify(store.offerings.find((each) => each.id === id))).toContain(plans[0]);
    }
    for (const { id } of store.customApis) {
      const types = store.customFields.filter((field) => field.custom_api_id === id).map((field) => field.field_type);
      expect(types.sort()).toEqual(['boolean', 'float', 'integer', 'string']);
    }
    for (const records of everyOther) expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });
});

function leavesOf(matrix: unknown): string[] {
  return typeof matrix === 'string' ? [matrix] : Object.values(matrix ?? {}).flatMap(leavesOf);
}
