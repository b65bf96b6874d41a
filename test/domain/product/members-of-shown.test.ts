import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MembersOfShown } from '../../../src/domain/product/members-of-shown.ts';
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
      expect(members.originalPrices).toEqual(product.originalPrices);
      expect(Date.parse(members.saleExpires ?? '')).toBe(Date.parse(product.saleExpires ?? ''));
      expect(members.saleExpires === null).toBe(product.saleExpires === null);
    }),
  );
});
