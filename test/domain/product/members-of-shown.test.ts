import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseExactJson, toShortInt64 } from '../../../src/domain/input/exact-json.ts';
import { pickPrice, salesIn } from '../../../src/domain/product/effective-price.ts';
import { MembersOfShown } from '../../../src/domain/product/members-of-shown.ts';
import { PackedSlots, roomOf } from '../../../src/domain/product/packed-slots.ts';
import type { Product } from '../../../src/domain/product/product.ts';
import { type DetailName, formatDetails } from '../../../src/domain/product/product-details.ts';
import { showProduct } from '../../../src/domain/product/shown-product.ts';
import { toShownProduct } from '../../../src/storage/documents/product-document.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { storableText } from '../../support/unicode.ts';

const id = fc.oneof(
  storableText(40).filter((text) => text !== ''),
  fc.constantFrom('"', '\\', 'null', 'true', '\u2028', 'é'),
);
const prices = fc.record({ amount: fc.maxSafeInteger(), includes_tax: fc.boolean() });
const priced = fc.dictionary(fc.constantFrom('EUR', 'USD', 'JPY'), prices, { noNullPrototype: true });
const saleExpires = fc.constantFrom(undefined, '2027-01-01T12:00:00Z', '2027-01-01T12:00:00.123456+02:00');

const wholeNumber = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const anyPrices = fc.array(fc.record({ currency: id, amount: wholeNumber, includesTax: fc.boolean() }));
const amount = fc.record({ amount: wholeNumber, currency: id, formatted: fc.string() });
const displayed = fc.record({ withTax: fc.option(amount), withoutTax: fc.option(amount) });
const option = fc.record({
  ...{ id, name: fc.option(id), description: fc.option(fc.string()) },
  sortOrder: fc.option(wholeNumber.map(toShortInt64)),
});
/** As documents say it. */
const json = fc.oneof(
  fc.json().map((text) => parseExactJson(text)),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }),
  fc.double({ min: 2 ** 53, max: 1e22, noNaN: true }),
);

const details = fc.record({
  parentId: fc.option(id),
  displayPrice: fc.option(displayed),
  originalDisplayPrice: fc.option(displayed),
  tiers: fc.array(fc.record({ name: id, minimumQuantity: wholeNumber.map(toShortInt64), prices: anyPrices })),
  files: fc.array(fc.record({ id, createdAt: fc.option(id) })),
  nodeIds: fc.array(id),
  breadcrumbs: fc.array(fc.record({ nodeId: id, parentNodeIds: fc.array(id) })),
  breadcrumbNodeIds: fc.array(id),
  variations: fc.array(
    fc.record({ id, name: fc.option(id), sortOrder: fc.option(fc.integer()), options: fc.array(option) }),
  ),
  extensions: fc.array(fc.record({ template: id, attributes: fc.array(fc.record({ key: id, value: json })) })),
}) satisfies fc.Arbitrary<Pick<Product, DetailName>>;

it('the details of a product that is shown with them are those of the product', () => {
  fc.assert(
    fc.property(details, (given) => {
      const product = { ...toShownProduct({ resource: productRecord({ id: 'one' }), localisations: [] }), ...given };
      const text = formatDetails(product);
      const slots = new PackedSlots(roomOf('key', text));
      const members = new MembersOfShown({
        ...showProduct(product),
        details: { slots, at: slots.add('key', text) as number },
      });
      const read = Object.fromEntries(Object.keys(given).map((name) => [name, members[name as DetailName]]));
      expect(read).toEqual(given);
      expect(members.tiers).toBe(members.tiers);
    }),
  );
});

it('the members of a product that is only shown are those of the product', () => {
  const shown = fc.record({
    id,
    image: fc.option(id),
    isBase: fc.boolean(),
    price: priced,
    original: priced,
    saleExpires,
  });
  fc.assert(
    fc.property(shown, ({ id, image, isBase, price, original, saleExpires }) => {
      const record = productRecord({
        id,
        attributes: { base_product: isBase, price },
        relationships: image === null ? {} : { main_image: { data: { id: image, type: 'main_image' } } },
        meta: { original_price: original, ...(saleExpires && { sale_id: 'sale', sale_expires: saleExpires }) },
      });
      const product = toShownProduct({ resource: record, localisations: [] });
      const members = new MembersOfShown(showProduct(product));
      expect([members.id, members.mainImageId, members.isBaseProduct]).toEqual([id, image, isBase]);
      expect(members.releaseId).toBe(product.releaseId);
      expect(members.prices).toEqual(product.prices);
      expect(members.priceCount).toBe(product.prices.length);
      expect(members.originalPrices).toEqual(product.originalPrices);
      expect(Date.parse(members.saleExpires ?? '')).toBe(Date.parse(product.saleExpires ?? ''));
      expect(members.saleExpires === null).toBe(product.saleExpires === null);
    }),
  );
});

it('details that are too long are an empty text', () => {
  const product = toShownProduct({ resource: productRecord({ id: 'one' }), localisations: [] });
  const nodeIds = (length: number) => ({ ...product, nodeIds: ['é'.repeat(length)] });
  expect(formatDetails(nodeIds(7_900)).length).toBeGreaterThan(15_000);
  expect(formatDetails(nodeIds(8_000))).toBe('');
});

it('details that have not been read, or whose memory was given on, are an error and not nothing', () => {
  const product = toShownProduct({ resource: productRecord({ id: 'one' }), localisations: [] });
  const text = formatDetails(product);
  const slots = new PackedSlots(roomOf('key', text));
  const shown = { ...showProduct(product), details: { slots, at: slots.add('key', text) as number } };
  expect(new MembersOfShown(shown).tiers).toEqual([]);
  slots.emptied();
  expect(() => new MembersOfShown(shown).tiers).toThrow('has not been read');
  expect(() => new MembersOfShown(showProduct(product)).tiers).toThrow('has not been read');
});

it('finds the price in one currency, as among all of them, and whether there are others', () => {
  fc.assert(
    fc.property(
      priced,
      priced,
      fc.constantFrom('EUR', 'USD', 'UR', 'E', '', 'EUR 1', ',', 'E'.repeat(1000)),
      (now, before, currency) => {
        const resource = productRecord({ id: 'one', attributes: { price: now }, meta: { original_price: before } });
        const members = new MembersOfShown(showProduct(toShownProduct({ resource, localisations: [] })));
        const ofCurrency = salesIn(members, currency);
        for (const name of ['prices', 'originalPrices'] as const) {
          expect(pickPrice(ofCurrency[name], currency)).toEqual(pickPrice(members[name], currency));
          expect(ofCurrency[name]).toHaveLength(Math.min(members[name].length, 1));
        }
      },
    ),
  );
});
