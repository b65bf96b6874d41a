/** Products that have the same detail show the same of it, and what is theirs alone by themselves. */
import { expect, it } from 'vitest';
import { describeShown } from '../../support/shown-products.ts';
import { productRecord } from '../../support/small-catalog.ts';

const amount = (formatted: string) => ({ amount: 1999, currency: 'EUR', formatted });
/** Three of each kind: what is seen for the third time was kept when it was seen for the second. */
const products = Array.from({ length: 9 }, (_, number) => {
  const kind = `kind ${number % 3}`;
  return productRecord({
    id: `product-${number}`,
    attributes: {
      base_product: true,
      tiers: { [kind]: { minimum_quantity: 2 + (number % 3), price: { EUR: { amount: 1500, includes_tax: true } } } },
      extensions: { care: { wash: kind, hot: number % 3 === 0 } },
    },
    relationships: {
      files: { data: [{ id: kind, type: 'file', created_at: '2026-01-01T10:00:00+02:00' }] },
      parent: { data: number % 3 === 0 ? null : { id: `product-${number % 3}`, type: 'product' } },
    },
    meta: {
      display_price: { with_tax: amount(kind) },
      original_display_price: { without_tax: amount(`${kind} €`) },
      variations: [{ id: kind, name: kind, options: [{ id: 'one', name: 'One' }] }],
      bread_crumbs: number % 3 === 1 ? { 'shop-node': [] } : {},
      bread_crumb_nodes: number % 3 === 2 ? ['shop-node'] : [],
    },
  });
});

const fields = [
  'displayPrice { withTax { formatted } }',
  'originalDisplayPrice { withoutTax { formatted } }',
  'tiers { name minimumQuantity prices { money { formatted } } }',
  'files { resourceId createdAt }',
  'extensions { template attributes { key value } }',
  'a: extension(template: "care") { attribute(key: "wash") { value } } b: extension(template: "care") { attribute(key: "hot") { value } }',
  'nodes { id name }',
  'breadcrumbs { nodeId node { name } }',
  'breadcrumbNodes { id }',
  'variations { id name options { id } }',
  'parent { id }',
];

describeShown('details that several products have', products, (opened) => {
  it.each(fields)('%s', async (field) => {
    const { gateway, watched } = opened();
    const query = `{ products(first: 20) { nodes { id ${field} } } german: products(context: { language: "de" }) { nodes { ${field} } } }`;
    const asked = { channel: 'shop' };
    const expected = await gateway.with({ writesQueries: false }).ask(query, {}, asked);
    expect(expected.errors, expected.shown).toEqual([]);
    const before = await watched.count();
    const answer = await gateway.ask(query, {}, asked);
    expect(answer.body.replace(/request-\d+/, '')).toBe(expected.body.replace(/request-\d+/, ''));
    expect((await watched.count()).written).toBe(before.written + 1);
  });
});
