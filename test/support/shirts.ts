import { productRecord } from './small-catalog.ts';

/** When the sale of `small-red` ends. */
export const saleEnds = '2026-06-01T12:00:00.000Z';

const amount = (value: number | bigint) => ({ EUR: { amount: value, includes_tax: true } });
const child = { parent: { data: { id: 'shirt', type: 'product' as const } } };

/**
 * Size × colour: small-red is on sale until `saleEnds`, small-blue a draft, medium-red listed but not in the release,
 * medium-blue live and translated; small-green and medium-green were never built.
 */
export const shirts = [
  productRecord({
    id: 'shirt',
    attributes: { base_product: true, name: 'Shirt', locales: { de: { name: 'Hemd', description: 'Ein Hemd' } } },
    relationships: {
      children: {
        data: ['small-red', 'small-blue', 'medium-red', 'medium-blue'].map((id) => ({ id, type: 'product' })),
      },
    },
    meta: {
      product_types: ['parent'],
      bread_crumbs: { 'shirts-node': [] },
      variations: [
        { id: 'size', name: 'Size', options: [option('small'), option('medium')] },
        { id: 'colour', name: 'Colour', options: [option('red'), option('blue'), option('green')] },
      ],
      variation_matrix: {
        small: { red: 'small-red', blue: 'small-blue' },
        medium: { red: 'medium-red', blue: 'medium-blue' },
      },
    },
  }),
  productRecord({
    id: 'small-red',
    attributes: { price: amount(8000), tiers: { ten: { minimum_quantity: 10, price: amount(9000) } } },
    relationships: child,
    meta: { sale_id: 'summer', sale_expires: saleEnds, original_price: amount(10_000) },
  }),
  productRecord({ id: 'small-blue', attributes: { status: 'draft', price: amount(1) }, relationships: child }),
  productRecord({
    id: 'medium-blue',
    attributes: {
      price: { ...amount(9_007_199_254_740_993n), USD: { amount: 5 } },
      tiers: {
        hundred: { minimum_quantity: 100, price: amount(7) },
        ten: { minimum_quantity: 10, price: amount(70) },
      },
      locales: { 'de-AT': { name: 'Mittel, blau' } },
    },
    relationships: child,
    meta: { pricebook_id: 'book' },
  }),
  productRecord({ id: 'poster', attributes: { price: amount(500) } }),
];

function option(id: string) {
  return { id, name: id };
}
