/** Products that are wide where others are narrow: what one of them holds is not bounded by its release, but by its record. */
import type { ProductResource } from '../../src/contract/product/product.ts';
import { productRecord, type SmallProduct } from '../support/small-catalog.ts';

interface Kind {
  readonly count: number;
  readonly parts: (index: number) => Omit<SmallProduct, 'id'>;
}
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
const members = <Value>(count: number, write: (index: number) => Value) =>
  Object.fromEntries(numbered(count).map((name, index) => [name, write(index)]));
const extension = (attributes: Record<string, unknown>) => ({
  attributes: { extensions: { 'products(wide)': attributes } },
});
/** Behind the shop's own products in every list. */
const times = { created_at: '2000-01-01T00:00:00.000Z', updated_at: '2000-01-01T00:00:00.000Z' };

/** By the tag that each has. */
export const wideKinds = {
  trails: { count: 100, parts: () => ({ meta: { bread_crumb_nodes: numbered(1900) } }) },
  tiers: {
    count: 8,
    parts: () => ({
      attributes: {
        price: { EUR: { amount: 100 } },
        tiers: members(12_000, (index) => ({ minimum_quantity: index + 1, price: { EUR: { amount: 99 } } })),
      },
    }),
  },
  prices: {
    count: 60,
    parts: () => ({
      attributes: { price: Object.fromEntries(currencies(17_000).map((code) => [code, { amount: 1 }])) },
    }),
  },
  attributes: { count: 6, parts: () => extension(members(60_000, (index) => index % 10)) },
  inputs: {
    count: 8,
    parts: () => ({
      attributes: {
        custom_inputs: members(10_000, (index) => ({ name: `input ${index}`, validation_rules: [{ type: 'string' }] })),
      },
    }),
  },
  files: {
    count: 8,
    parts: (index) => ({
      relationships: { files: { data: numbered(60_000).map((name) => ({ id: `${index}-${name}`, type: 'file' })) } },
    }),
  },
  names: { count: 1, parts: () => extension({ one: { ['n'.repeat(900_000)]: 1 } }) },
  texts: { count: 100, parts: () => ({ attributes: { description: 'wide '.repeat(200_000) } }) },
} as const satisfies Record<string, Kind>;

export function* wideProducts(): Generator<ProductResource> {
  for (const [tag, { count, parts }] of Object.entries<Kind>(wideKinds)) {
    for (let index = 0; index < count; index += 1) {
      const { attributes, ...others } = parts(index);
      yield productRecord({ id: `${tag}-${index}`, attributes: { ...times, tags: [tag], ...attributes }, ...others });
    }
  }
}

/** The first so many of three letters. */
function currencies(count: number): string[] {
  const letter = (index: number) => String.fromCharCode('A'.charCodeAt(0) + (index % 26));
  return Array.from(
    { length: count },
    (_, at) => letter(Math.floor(at / 676)) + letter(Math.floor(at / 26)) + letter(at),
  );
}
