/** Lists that are sorted: what is shown agrees with the order, and a cursor stays in its own. */
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type AskOptions, openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const { manyChildrenParent } = demoIds.products;
/** The demo's running sale ends here. */
const saleEnds = Date.parse('2099-12-31T23:59:59.000Z');

const document = `query Sorted($sort: ProductSort, $currency: CurrencyCode, $first: Int, $after: String, $last: Int, $before: String) {
  products(sort: $sort, currency: $currency, first: $first, after: $after, last: $last, before: $before) {
    totalCount
    nodes { resourceId name createdAt updatedAt isBaseProduct
      priceRange(currency: "EUR") { min { money { amount } } } price(currency: "EUR") { money { amount } } }
    pageInfo { startCursor endCursor hasNextPage hasPreviousPage }
  } }`;

interface Shown {
  readonly resourceId: string;
  readonly name: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly isBaseProduct: boolean;
  readonly price: { readonly money: { readonly amount: string } } | null;
  readonly priceRange: { readonly min: { readonly money: { readonly amount: string } } } | null;
}

const leastOf = ({ priceRange }: Shown) => (priceRange ? BigInt(priceRange.min.money.amount) : null);

describeEachEngine('sorted lists', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function ask(variables: object, options?: AskOptions) {
    const { data, errors, shown } = await gateway.ask(document, variables, options);
    expect(errors, shown).toEqual([]);
    return data.products;
  }

  async function readAll(variables: object, options?: AskOptions): Promise<Shown[]> {
    const nodes: Shown[] = [];
    for (let after: string | null = null; ; ) {
      const page = await ask({ ...variables, first: 100, after }, options);
      nodes.push(...page.nodes);
      after = page.pageInfo.endCursor;
      if (page.pageInfo.hasNextPage) continue;
      expect(nodes).toHaveLength(page.totalCount);
      return nodes;
    }
  }

  /** Equal ones stand in the list's own order. */
  async function expectOrder(sorted: readonly Shown[], compare: (a: Shown, b: Shown) => number, options?: AskOptions) {
    const own = await readAll({}, options);
    const idsOf = (nodes: readonly Shown[]) => nodes.map(({ resourceId }) => resourceId);
    expect(idsOf(sorted)).toEqual(idsOf(own.toSorted(compare)));
  }

  it.each(['en', 'de'])('by name stand as readers of %s expect the names that they are shown', async (language) => {
    const { compare } = new Intl.Collator(language);
    const up = await readAll({ sort: 'NAME_ASC' }, { language });
    await expectOrder(up, (a, b) => compare(a.name, b.name), { language });
    const down = await readAll({ sort: 'NAME_DESC' }, { language });
    await expectOrder(down, (a, b) => compare(b.name, a.name), { language });
  });

  it('by creation begin with the last one, and by update stand as ever', async () => {
    const timeOf = ({ createdAt }: Shown) => Date.parse(createdAt ?? '') || 0;
    await expectOrder(await readAll({ sort: 'CREATED_AT_DESC' }), (a, b) => timeOf(b) - timeOf(a));
    await expectOrder(await readAll({ sort: 'UPDATED_AT_DESC' }), () => 0);
  });

  it.each([
    ['PRICE_ASC', 1n, new Date('2026-01-01T00:00:00Z')],
    ['PRICE_DESC', -1n, new Date('2026-01-01T00:00:00Z')],
    ['PRICE_ASC', 1n, new Date(saleEnds)],
    ['PRICE_DESC', -1n, new Date('2019-01-01T00:00:00Z')],
  ])('%s agrees with the prices that are shown at that moment (%#)', async (sort, sign, now) => {
    const sorted = await readAll({ sort, currency: 'EUR' }, { now });
    const compare = (a: Shown, b: Shown) => {
      const [first, second] = [leastOf(a), leastOf(b)];
      if (first === null || second === null) return Number(first === null) - Number(second === null);
      return Number(sign * (first - second));
    };
    expect(sorted.some(({ isBaseProduct }) => isBaseProduct)).toBe(true);
    for (const node of sorted.filter(({ isBaseProduct }) => !isBaseProduct)) {
      expect(node.price?.money.amount).toBe(node.priceRange?.min.money.amount);
    }
    await expectOrder(sorted, compare, { now });
  });

  it('by price stay in the order of the moment at which their first page was read', async () => {
    const inEuro = { sort: 'PRICE_ASC', currency: 'EUR' };
    const before = await readAll(inEuro, { now: new Date(saleEnds - 1) });
    const after = await readAll(inEuro, { now: new Date(saleEnds) });
    const idsOf = (nodes: readonly Shown[]) => nodes.map(({ resourceId }) => resourceId);
    expect(idsOf(before)).not.toEqual(idsOf(after));
    const walked: string[] = [];
    let page = await ask({ ...inEuro, first: 10 }, { now: new Date(saleEnds - 1) });
    for (;;) {
      walked.push(...idsOf(page.nodes));
      if (!page.pageInfo.hasNextPage) break;
      page = await ask({ ...inEuro, first: 40, after: page.pageInfo.endCursor }, { now: new Date(saleEnds) });
    }
    expect(walked).toEqual(idsOf(before));
  });

  it('by price have the same cursors until a price changes', async () => {
    const query = `query($sort: ProductSort, $filter: ProductFilter) {
      products(sort: $sort, currency: "EUR", filter: $filter, first: 3) {
        edges { cursor } pageCursors { first { cursor } around { cursor } last { cursor } } } }`;
    const lists = [
      { sort: 'PRICE_ASC' },
      { filter: { price: { currency: 'EUR', min: '100' } } },
      { sort: 'PRICE_DESC', filter: { price: { currency: 'USD', max: '99999' } } },
    ];
    for (const list of lists) {
      const askAt = async (ms: number) => (await gateway.ask(query, list, { now: new Date(ms) })).body;
      const [early, late, over] = [
        await askAt(saleEnds - 86_400_000),
        await askAt(saleEnds - 1),
        await askAt(saleEnds),
      ];
      expect(JSON.parse(early).errors).toBeUndefined();
      expect(late).toBe(early);
      expect(over).not.toBe(late);
      expect(await askAt(saleEnds + 86_400_000)).toBe(over);
    }
  });

  it('by price have numbered pages that begin where the one before ends', async () => {
    const query = `query($sort: ProductSort, $filter: ProductFilter) {
      products(sort: $sort, currency: "EUR", filter: $filter, first: 3) {
        pageInfo { endCursor } pageCursors { around { page cursor } } } }`;
    const lists = [{ sort: 'PRICE_ASC' }, { filter: { price: { currency: 'EUR', min: '100' } } }];
    for (const list of lists) {
      for (const ms of [saleEnds - 1, saleEnds]) {
        const { data, shown } = await gateway.ask(query, list, { now: new Date(ms) });
        const { pageInfo, pageCursors } = data.products;
        expect(pageCursors.around[1], shown).toMatchObject({ page: 2, cursor: pageInfo.endCursor });
      }
    }
  });

  it('are read from their end, and within a parent', async () => {
    const query = `query($id: ID!, $page: Int, $before: String) { product(id: $id) {
      childProducts(sort: PRICE_DESC, currency: "EUR", last: $page, before: $before) {
        nodes { resourceId } pageInfo { startCursor hasPreviousPage } }
      all: childProducts(sort: PRICE_DESC, currency: "EUR", first: 100) { nodes { resourceId } pageInfo { endCursor } } } }`;
    const walked: string[] = [];
    for (let before: string | null = null; ; ) {
      const { data, shown } = await gateway.ask(query, { id: manyChildrenParent, page: 50, before });
      const { childProducts, all } = data.product;
      const ids = childProducts.nodes.map(({ resourceId }: Shown) => resourceId);
      walked.unshift(...ids);
      before = childProducts.pageInfo.startCursor;
      if (childProducts.pageInfo.hasPreviousPage) continue;
      expect(walked, shown).toHaveLength(120);
      expect(walked.slice(0, 100)).toEqual(all.nodes.map(({ resourceId }: Shown) => resourceId));
      return;
    }
  });

  it('of many parents take as many statements as of one', async () => {
    const of = (count: number) =>
      `{ ${Array.from(
        { length: count },
        (_, index) => `a${index}: childProducts(productId: "${manyChildrenParent}",
        first: ${index + 1}, sort: PRICE_ASC, currency: "EUR") { nodes { resourceId } }`,
      ).join(' ')} }`;
    await gateway.ask(of(8));
    const statementsOf = async (count: number) => {
      gateway.statements.length = 0;
      const { errors, shown } = await gateway.ask(of(count));
      expect(errors, shown).toEqual([]);
      return gateway.statements.length;
    };
    expect(await statementsOf(8)).toBe(await statementsOf(1));
  });

  const told = async (variables: object) => {
    const { data, errors, shown } = await gateway.ask(document, variables);
    expect(data?.products ?? null, shown).toBeNull();
    return errors.map(({ message, extensions: { violations = [] } }) => [
      message,
      violations.map(({ path, rule }) => [path.join('.'), rule]),
    ]);
  };

  it('by price need a currency that there is', async () => {
    expect(await told({ sort: 'PRICE_ASC' })).toEqual([
      ["The argument 'currency' is required to sort by price.", [['currency', 'required']]],
    ]);
    for (const currency of ['', 'eur', 'XXY', 'EURO', '€', '\0', 'x'.repeat(300)]) {
      expect(await told({ sort: 'PRICE_DESC', currency })).toEqual([
        [expect.stringMatching(/^The argument 'currency' must be an ISO 4217 currency code/), [['currency', 'enum']]],
      ]);
    }
    expect((await told({ sort: 'PRICE_ASC', first: 0 }))[0]?.[1]).toEqual([
      ['currency', 'required'],
      ['first', 'min'],
    ]);
    // Nothing has a price in it.
    await expectOrder(await readAll({ sort: 'PRICE_ASC', currency: 'ISK' }), () => 0);
    // Nothing else reads it.
    await expectOrder(await readAll({ sort: 'UPDATED_AT_DESC', currency: '?' }), () => 0);
  });

  it('refuse the cursor of another order, of another moment, and one that was forged starts a page', async () => {
    const cursorOf = async (variables: object, options?: AskOptions) =>
      (await ask({ ...variables, first: 2 }, options)).pageInfo.endCursor as string;
    const cheap = { sort: 'PRICE_ASC', currency: 'EUR' };
    const after = await cursorOf(cheap);
    for (const other of [{}, { sort: 'NAME_ASC' }, { ...cheap, sort: 'PRICE_DESC' }, { ...cheap, currency: 'USD' }]) {
      expect(await told({ ...other, after })).toEqual([
        [
          "The argument 'after' does not belong to this connection: it was made for another parent, filter, search, sort or list.",
          [['after', 'cursor']],
        ],
      ]);
    }
    const before = await cursorOf(cheap, { now: new Date('2020-01-01T00:00:00Z') });
    expect(await told({ ...cheap, after, before })).toEqual([
      [
        "The argument 'before' belongs to another moment than 'after', with other prices: take both from one walk through the pages.",
        [['before', 'cursor']],
      ],
    ]);
    expect(await told({ sort: 'NAME_ASC', after: await cursorOf({}) })).toHaveLength(1);
  });
});
