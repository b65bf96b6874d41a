import { beforeAll, describe, expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type AskOptions, openGateway } from '../../support/gateway.ts';
import { saleEnds, shirts } from '../../support/shirts.ts';
import { smallCatalog } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const beforeTheEnd = new Date(Date.parse(saleEnds) - 1);
const atTheEnd = new Date(saleEnds);

describeEachEngine('the catalog in full', (open) => {
  const gateway = useOpened(() => openGateway(open));
  beforeAll(async () => {
    await publish(smallCatalog('shirts', shirts), { releases: gateway.stores.releases, now: new Date() });
  });

  const ask = (fields: string, options: AskOptions = {}, id = 'shirt') =>
    gateway.ask(`{ product(id: "${id}") { ${fields} } }`, {}, { channel: 'shirts', ...options });

  describe('variant', () => {
    it.each([
      ['a complete selection', ['small', 'red'], 'small-red'],
      ['a complete selection in another order', ['blue', 'medium'], 'medium-blue'],
      ['a partial selection that leaves one live child', ['small'], 'small-red'],
      ['a partial selection of the second variation', ['blue'], 'medium-blue'],
      ['an option said twice', ['small', 'small'], 'small-red'],
      ['nothing, while several are left', [], null],
      ['a draft', ['small', 'blue'], null],
      ['a child that the release does not hold', ['medium', 'red'], null],
      ['a combination that was never built', ['small', 'green'], null],
    ])('%s', async (_, selected, expected) => {
      const { data, errors, shown } = await ask(`variant(selectedOptions: ${JSON.stringify(selected)}) { resourceId }`);
      expect(errors, shown).toEqual([]);
      expect(data.product.variant?.resourceId ?? null).toBe(expected);
    });

    it('is null on a product without variations', async () => {
      expect((await ask('variant(selectedOptions: ["red"]) { id }', {}, 'poster')).data.product.variant).toBe(null);
    });

    it.each([
      ['an unknown option', ['small', 'purple'], 'enum', /'selectedOptions.1' must be an option .* 'purple'/],
      ['two options of one variation', ['small', 'medium'], 'exclusive', /second option of the variation of 'small'/],
    ])(
      '%s is a violation, as it is of optionAvailability, and all else is shown',
      async (_, selected, rule, message) => {
        const selectedOptions = `selectedOptions: ${JSON.stringify(selected)}`;
        const { data, errors, shown } = await ask(
          `name variant(${selectedOptions}) { id } optionAvailability(${selectedOptions}) { optionId }`,
        );
        const violations = [{ path: ['selectedOptions', 1], rule, message: expect.stringMatching(message) }];
        const extensions = expect.objectContaining({ code: 'VALIDATION_FAILED', violations });
        expect(errors, shown).toEqual(
          ['variant', 'optionAvailability'].map((field) =>
            expect.objectContaining({ path: ['product', field], extensions }),
          ),
        );
        expect(data, shown).toEqual({ product: { name: 'Shirt', variant: null, optionAvailability: null } });
      },
    );
  });

  describe('optionAvailability', () => {
    it.each([
      ['nothing selected', [], ['small', 'medium', 'red', 'blue', 'green NO_SUCH_COMBINATION']],
      ['small selected', ['small'], ['[small]', 'medium', 'red', 'blue NOT_LIVE', 'green NO_SUCH_COMBINATION']],
      ['medium selected', ['medium'], ['small', '[medium]', 'red NOT_IN_RELEASE', 'blue', 'green NO_SUCH_COMBINATION']],
      [
        'a dead end selected',
        ['small', 'blue'],
        ['[small] NOT_LIVE', 'medium', 'red', '[blue] NOT_LIVE', 'green NO_SUCH_COMBINATION'],
      ],
    ])('%s', async (_, selected, expected) => {
      const { data, shown } = await ask(
        `optionAvailability(selectedOptions: ${JSON.stringify(selected)}) { optionId isSelected isAvailable reason }`,
      );
      const told = data.product.optionAvailability.map(
        ({ optionId, isSelected, isAvailable, reason }: Record<string, string | boolean | null>) => {
          expect(isAvailable, shown).toBe(reason === null);
          return `${isSelected ? `[${optionId}]` : optionId}${reason === null ? '' : ` ${reason}`}`;
        },
      );
      expect(told).toEqual(expected);
    });
  });

  describe('priceRange', () => {
    const range = 'priceRange(currency: "EUR") { min { money { amount } } max { money { amount } } }';

    it('is over all live children, and exact beyond 2^53', async () => {
      const { data } = await ask(range, { now: beforeTheEnd });
      expect(data.product.priceRange).toEqual({
        min: { money: { amount: '8000' } },
        max: { money: { amount: '9007199254740993' } },
      });
    });

    it('does not count a sale from the moment on at which it expires', async () => {
      const { data } = await ask(range, { now: atTheEnd });
      expect(data.product.priceRange.min).toEqual({ money: { amount: '10000' } });
    });

    it('of a product that is no parent is its own price', async () => {
      expect((await ask(range, {}, 'poster')).data.product.priceRange).toEqual({
        min: { money: { amount: '500' } },
        max: { money: { amount: '500' } },
      });
      expect((await ask(range, { now: atTheEnd }, 'small-red')).data.product.priceRange.max).toEqual({
        money: { amount: '10000' },
      });
    });

    it('is null in a currency that no live child has a price in', async () => {
      const { data } = await ask(
        'a: priceRange(currency: "USD") { max { money { amount } } } b: priceRange(currency: "GBP") { max { money { amount } } }',
      );
      expect(data.product).toEqual({ a: { max: { money: { amount: '5' } } }, b: null });
    });
  });

  describe('price', () => {
    it('is the sale while it lasts, then the price before it; `prices` stay as they were published', async () => {
      const query = 'price(currency: "EUR") { money { amount } } prices { money { amount } }';
      const [sale, before] = [{ money: { amount: '8000' } }, { money: { amount: '10000' } }];
      expect((await ask(query, { now: beforeTheEnd }, 'small-red')).data.product).toEqual({
        price: sale,
        prices: [sale],
      });
      expect((await ask(query, { now: atTheEnd }, 'small-red')).data.product).toEqual({
        price: before,
        prices: [sale],
      });
    });

    it('is null without a price in the currency', async () => {
      expect((await ask('price(currency: "GBP") { includesTax }', {}, 'small-red')).data.product).toEqual({
        price: null,
      });
    });
  });

  describe('priceFor', () => {
    it.each([
      ['the list price', 'medium-blue', 1, beforeTheEnd, '9007199254740993', ['LIST_PRICE']],
      ['the tier that the quantity reaches', 'medium-blue', 99, beforeTheEnd, '70', ['LIST_PRICE', 'TIER']],
      ['the last of the tiers that it reaches', 'medium-blue', 100, beforeTheEnd, '7', ['LIST_PRICE', 'TIER']],
      ['a sale', 'small-red', 1, beforeTheEnd, '8000', ['LIST_PRICE', 'SALE']],
      [
        'a sale that is lower than the tier',
        'small-red',
        10,
        beforeTheEnd,
        '8000',
        ['LIST_PRICE', 'SALE', 'TIER_SKIPPED'],
      ],
      ['a sale that has expired', 'small-red', 9, atTheEnd, '10000', ['LIST_PRICE', 'SALE_EXPIRED']],
      ['a tier after the sale', 'small-red', 10, atTheEnd, '9000', ['LIST_PRICE', 'SALE_EXPIRED', 'TIER']],
    ])('%s', async (_, id, quantity, now, amount, kinds) => {
      const query = `priceFor(currency: "EUR", quantity: ${quantity}) { money { amount } quantity steps { kind money { amount } explanation } }`;
      const { priceFor } = (await ask(query, { now }, id)).data.product;
      expect(priceFor).toMatchObject({ money: { amount }, quantity: String(quantity) });
      expect(priceFor.steps.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
      expect(priceFor.steps.at(-1).money.amount).toBe(amount);
    });

    it('refuses a quantity below 1, and is null without a price in the currency', async () => {
      const answer = await ask(
        'a: priceFor(currency: "EUR", quantity: 0) { money { amount } } b: priceFor(currency: "GBP") { money { amount } }',
      );
      expect(answer.errors.map(({ extensions }) => extensions.violations?.[0]?.path)).toEqual([['quantity']]);
      expect(answer.data.product).toEqual({ a: null, b: null });
    });
  });

  describe('the language', () => {
    const texts = 'name description language breadcrumbs { node { name language } }';

    it.each([
      ['none is requested', '', 'Shirt', 'en', 'Shirts'],
      ['the release has none of those requested', 'fr, it;q=0.5', 'Shirt', 'en', 'Shirts'],
      ['any will do', 'fr, *;q=0.1', 'Shirt', 'en', 'Shirts'],
      ['one is requested', 'de', 'Hemd', 'de', 'Hemden'],
      ['a variety of one is requested', 'de-CH', 'Hemd', 'de', 'Hemden'],
      ['the second wish can be had', 'fr, DE;q=0.8, en;q=0.7', 'Hemd', 'de', 'Hemden'],
      ['it is refused', 'de;q=0, en', 'Shirt', 'en', 'Shirts'],
    ])('%s', async (_, language, name, own, node) => {
      const { product } = (await ask(texts, { language })).data;
      expect(product).toMatchObject({ name, language: own });
      expect(product.breadcrumbs[0].node.name).toBe(node);
    });

    it('is the product’s own where a product is not translated', async () => {
      expect((await ask('name language', { language: 'de' }, 'poster')).data.product).toEqual({
        name: 'poster',
        language: 'en',
      });
      expect((await ask('name language', { language: 'de' }, 'medium-blue')).data.product).toEqual({
        name: 'Mittel, blau',
        language: 'de-AT',
      });
    });

    it('the argument wins over the header, lists are translated, and the context says so', async () => {
      const { data } = await gateway.ask(
        `{ childProducts(productId: "shirt", context: { channel: "shirts", language: "de-AT" }) {
          nodes { name } context { language release { languages } rule { name } } } }`,
        {},
        { language: 'en' },
      );
      expect(data.childProducts).toEqual({
        nodes: [{ name: 'Mittel, blau' }, { name: 'small-red' }],
        context: { language: 'de-AT', release: { languages: ['en', 'de', 'de-AT'] }, rule: { name: 'shirts' } },
      });
    });
  });
});
