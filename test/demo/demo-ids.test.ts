import { expect, test } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { generateDemoStore } from '../../src/demo/demo-store.ts';

const store = generateDemoStore();
const [main, mobile] = store.catalogs.map(({ products }) => new Map([...products()].map((each) => [each.id, each])));
const { products, nodes } = demoIds;

const inMain = (id: string) => {
  const product = main?.get(id);
  if (product === undefined) throw new Error(`no product ${id}`);
  return product;
};
const childStatuses = (id: string) =>
  (inMain(id).relationships?.children?.data ?? []).map((child) => inMain(child.id).attributes.status);

test('the ids that are written out are those of the store', () => {
  expect(store.catalogs.map(({ catalog }) => catalog.id)).toEqual(Object.values(demoIds.catalogs));
  expect(inMain(products.showcaseParent).attributes.slug).toBe('storm-shell');
  expect(inMain(products.showcaseChild).attributes.slug).toBe('storm-shell-m-signal-red-regular');
  expect(inMain(products.showcaseParent).meta?.bread_crumb_nodes).toEqual([nodes.hardshells]);
  expect(Object.values(inMain(products.showcaseParent).meta?.bread_crumbs ?? {})).toEqual([
    [nodes.clothing, nodes.jackets, nodes.rainJackets],
  ]);
  expect(inMain(products.standard).meta?.product_types).toEqual(['standard']);
  expect(inMain(products.bundle).meta?.product_types).toEqual(['bundle']);
  expect(inMain(products.digital).attributes.commodity_type).toBe('digital');
  expect(store.plans.find(({ id }) => id === demoIds.plan)?.attributes.offering_id).toBe(demoIds.offering);
  const other = store.plans.find(({ id }) => id === demoIds.planOfAnotherOffering);
  expect(other?.attributes.offering_id).not.toBe(demoIds.offering);
  expect(store.customApis.map(({ id }) => id)).toContain(demoIds.customApi);
  const fields = store.customFields.filter((field) => field.custom_api_id === demoIds.customApi);
  expect(fields.map(({ slug }) => slug)).toContain(demoIds.takenFieldSlug);
  expect(store.applicationKeys.map(({ id }) => id)).toEqual(
    expect.arrayContaining(Object.values(demoIds.applicationKeys)),
  );
  expect(store.rules.flatMap(({ attributes }) => attributes.account_ids)).toEqual([demoIds.partnerAccount]);
});

test('the products named for what cannot be seen of them are so', () => {
  expect(inMain(products.draftChild).attributes.base_product_id).toBe(products.showcaseParent);
  for (const id of [products.draftChild, products.draftParent, products.draftStandard]) {
    expect(inMain(id).attributes.status).toBe('draft');
  }
  expect(new Set(childStatuses(products.childlessParent))).toEqual(new Set(['draft']));
  expect(inMain(products.childlessParent).attributes.status).toBe('live');
  expect(childStatuses(products.manyChildrenParent)).toEqual(Array(120).fill('live'));
  expect(childStatuses(products.showcaseParent).filter((status) => status === 'live')).toHaveLength(34);
  expect([...(main?.keys() ?? [])]).toContain(products.notOnMobile);
  expect([...(mobile?.keys() ?? [])]).not.toContain(products.notOnMobile);
});
