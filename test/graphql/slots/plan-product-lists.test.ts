/** Lists that are written from slots are what graphql-js makes of the same products: any selection, context, page and time. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { SpelledNumber } from '../../../src/domain/input/exact-json.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { publish } from '../../../src/importer/publish.ts';
import { times } from '../../support/costly-queries.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';
import { runs } from '../../support/runs.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { watchRuns } from '../../support/watch-runs.ts';

const noon = Date.UTC(2027, 0, 1, 12);
const at = (hour: number) => new Date(noon + hour * 3_600_000);
const price = (amount: number, includes_tax = true) => ({ amount, includes_tax });
const long = 'A “long” text – with € and 👕, again and again. '.repeat(12);

const option = (id: string, name: string, description?: string) => ({
  id,
  name,
  ...(description && { description }),
});
const displayed = (amount: number, formatted: string) => ({ amount, currency: 'EUR', formatted });
/** What a list may show beside the slots. */
const details = (number: number) => ({
  attributes: {
    ...(number % 2 && {
      tiers: {
        'Zehn "10"': { minimum_quantity: 10, price: { EUR: price(1500), JPY: price(9_007_199_254_740_993n as never) } },
        more: { minimum_quantity: 9_007_199_254_740_993n as never, price: {} },
      },
    }),
    ...(number % 4 !== 0 && {
      extensions: {
        ...(number === 10 && { large: { text: 'x'.repeat(40_000) } }),
        care: {
          wash: 30,
          grains: new SpelledNumber('1e16'),
          text: number === 5 ? long : 'é\n"',
          ratio: 1.25,
          missing: null,
          dry: number % 3 === 0,
        },
        'products(specs)': {},
      },
    }),
  },
  relationships: {
    files: {
      data: [1, 2, 3, 9].slice(number % 3).map((file) => ({
        id: `picture-${file}`,
        type: 'file' as const,
        created_at: '2026-01-01T10:00:00+02:00',
      })),
    },
  },
  meta: {
    ...(number % 3 && {
      display_price: { with_tax: displayed(1999, '19,99 €'), ...(number % 2 && { without_tax: displayed(-1, '') }) },
      original_display_price: { without_tax: displayed(4000, '€\u2028') },
    }),
    bread_crumbs: number % 5 ? { 'shop-node': ['shop-node', 'absent'], absent: [] } : {},
    bread_crumb_nodes: number % 5 ? ['shop-node', 'absent'] : [],
  },
});

const variations = [
  { id: 'size', name: 'Größe', options: [option('s', 'S "small"'), option('m', '', long)] },
  { id: 'colour', name: 'Farbe', sort_order: 9_007_199_254_740_993n as never, options: [option('red', 'Rot')] },
];

const products = [
  productRecord({
    id: 'parent',
    attributes: {
      base_product: true,
      name: 'Shirt',
      locales: { de: { name: 'Hemd' }, 'fr-CA': { description: long } },
    },
    meta: { variations },
  }),
  // The same to choose from, by ids of their own.
  ...[1, 2, 3].map((number) =>
    productRecord({
      id: `skirt-${number}`,
      attributes: { base_product: true, updated_at: '2026-03-01T00:00:00Z' },
      meta: { variations },
    }),
  ),
  ...Array.from({ length: 12 }, (_, number) =>
    productRecord({
      id: number === 3 ? 'child "3" ü\\' : `child-${number}`,
      attributes: {
        name: number % 3 === 0 ? `Größe "${number}"\n\u0001\u2028` : `Child ${number}`,
        description: [null, '', long, 'x'.repeat(99), 'x'.repeat(100), 'é'.repeat(60)][number % 6] as string,
        sku: number % 2 ? `SKU-${number}` : null,
        slug: `child_${number}`,
        tags: [['rain', 'größe'], [], ['rain', 'größe'.repeat(30)]][number % 3] as string[],
        commodity_type: number % 4 ? 'physical' : 'digital',
        updated_at: number % 5 ? `2026-02-0${(number % 9) + 1}T10:00:00.123456+02:00` : '2026-02-01T00:00:00Z',
        price: number === 7 ? {} : { EUR: price(1999 + number), JPY: price(500, false), KWD: price(-1234567) },
        ...details(number).attributes,
        ...(number % 2 && { locales: { de: { name: `Kind ${number} – groß` }, fr: { name: null, description: '€' } } }),
      },
      relationships: {
        parent: { data: { id: 'parent', type: 'product' } },
        ...details(number).relationships,
        ...(number % 3 && { main_image: { data: { id: `picture-${number % 4}`, type: 'main_image' } } }),
      },
      meta: {
        ...(number % 3 !== 1 && { language: 'en' }),
        product_types: ['child'],
        ...details(number).meta,
        ...(number % 2 && {
          sale_id: 'sale',
          sale_expires: at(number - 6).toISOString(),
          // A sale need not say what it lowered.
          ...(number % 3 && { original_price: { EUR: price(4000 + number), USD: price(1) } }),
        }),
      },
    }),
  ),
];

const files = [1, 2].map((number) => ({
  id: `picture-${number}`,
  type: 'file' as const,
  file_name: `${number}.png`,
  mime_type: 'image/png',
  link: { href: `https://files.example/${number}.png` },
}));

const directive = fc.constantFrom('', '', '', '', '', ' @include(if: $yes)', ' @skip(if: $yes)', ' @skip(if: false)');
const some = (fields: fc.Arbitrary<string>, max: number) =>
  fc.array(fields, { minLength: 1, maxLength: max }).map((texts) => `{ ${texts.join(' ')} }`);
const directed = (field: fc.Arbitrary<string>) => fc.tuple(field, directive).map((parts) => parts.join(''));

const money = some(directed(fc.constantFrom('amount', 'currency', 'formatted', '__typename', 'a: amount')), 3);
const priceFields = some(
  fc.oneof(
    directed(fc.constantFrom('includesTax', '__typename', 'tax: includesTax')),
    money.map((inner) => `money ${inner}`),
    money.map((inner) => `m: money ${inner}`),
  ),
  3,
);
const leaf = fc.constantFrom(
  ...['id', 'resourceId', 'name', 'description', 'slug', 'sku', 'status', 'commodityType', 'isBaseProduct', 'tags'],
  ...['baseProductId', 'isCurated', 'upcEan', 'manufacturerPartNum', 'externalRef', 'productTypes', 'language'],
  ...['publishedAt', 'createdAt', 'updatedAt', 'catalogId', 'catalogSource', 'mainImageId', 'priceModifierNames'],
  ...['pricebookId', 'saleId', 'saleExpires', '__typename', 'longName_of_the_field: name', 'a0: description'],
);
const currency = fc.constantFrom('"EUR"', '"USD"', '"JPY"', '"nothing"', '$currency', '$currency');
const shownField = fc.oneof(
  { weight: 8, arbitrary: directed(leaf) },
  { weight: 2, arbitrary: priceFields.map((inner) => `prices ${inner}`) },
  { weight: 1, arbitrary: priceFields.map((inner) => `p: originalPrices ${inner}`) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(currency, fc.nat(9), priceFields)
      .map(([code, n, inner]) => `now${n}: price(currency: ${code}) ${inner}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('...Leaves', '...Leaves @include(if: $yes)', '... on Node { id }', '...Named'),
  },
  { weight: 1, arbitrary: some(directed(leaf), 3).map((inner) => `... on Product ${inner}`) },
);
/** By resolvers, of what is shown. */
const resolvedField = fc.constantFrom(
  ...['mainImage { url }', 'mainImage { id resourceId fileName width }', 'picture: mainImage { ...Picture }'],
  ...[
    'priceRange(currency: "EUR") { min { money { formatted } } max { includesTax } }',
    'r: priceRange(currency: $currency) { max { money { amount } } }',
  ],
  ...[
    'childProducts(first: 1) { nodes { id mainImage { url } } }',
    'c: childProducts(last: 2) { totalCount edges { cursor node { name } } }',
  ],
);
/** By resolvers, of what is shown where its details are read, too. */
const detailedField = fc.constantFrom(
  ...[
    'priceFor(currency: "EUR") { money { formatted } }',
    'parent { id name childProducts(first: 2) { nodes { sku } } }',
  ],
  ...[
    'q: priceFor(currency: $currency, quantity: "12") { quantity money { amount } steps { kind reference explanation } }',
    'faulty: priceFor(currency: "EUR", quantity: "0") { quantity }',
  ],
  ...[
    'displayPrice { withTax { formatted } }',
    'd: displayPrice { withTax { amount } withoutTax { formatted currency } }',
  ],
  'originalDisplayPrice { withoutTax { ...Amount } withTax { ...Amount } }',
  'tiers { name price(currency: "EUR") { money { formatted } } }',
  't: tiers { minimumQuantity prices { includesTax money { amount } } }',
  ...['files { resourceId createdAt }', 'images { url }', 'i: images { id fileName }'],
  ...['extensions { template attributes { key value } }', 'e: extensions { attribute(key: "wash") { value } }'],
  'extension(template: "care") { attributes { value } }',
  ...['variations { id name options { id resourceId name } }', 'v: variations { sortOrder options { description } }'],
  ...['breadcrumbs { nodeId node { id name } path { name } }', 'nodes { name }', 'n: nodes { id parent { id } }'],
  'breadcrumbNodes { id name @include(if: $yes) }',
);
const executedField = fc.constantFrom(
  'customInputs { key }',
  'priceModifiers { name }',
  'childProducts(first: 2) { nodes { name displayPrice { withTax { formatted } } } }',
  'variant(selectedOptions: []) { id name prices { money { formatted } } }',
  'builtChildren(first: 2) { nodes { productId product { name tags } } }',
);
const productFields = fc.oneof(
  { weight: 6, arbitrary: some(shownField, 6) },
  {
    weight: 3,
    arbitrary: some(fc.oneof({ weight: 3, arbitrary: shownField }, { weight: 1, arbitrary: resolvedField }), 6),
  },
  {
    weight: 3,
    arbitrary: some(
      fc.oneof({ weight: 2, arbitrary: shownField }, resolvedField, { weight: 2, arbitrary: detailedField }),
      6,
    ),
  },
  { weight: 3, arbitrary: some(fc.oneof(shownField, resolvedField, detailedField, executedField), 6) },
);
const edgeFields = some(
  fc.oneof(
    directed(fc.constantFrom('cursor', '__typename')),
    productFields.map((inner) => `node ${inner}`),
  ),
  3,
);
const connectionField = fc.oneof(
  { weight: 4, arbitrary: productFields.map((inner) => `nodes ${inner}`) },
  { weight: 2, arbitrary: edgeFields.map((inner) => `edges ${inner}`) },
  { weight: 1, arbitrary: productFields.map((inner) => `more: nodes ${inner}`) },
  {
    weight: 3,
    arbitrary: directed(
      fc.constantFrom(
        ...['totalCount', 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }', '__typename', '...OfList'],
        ...['pageCursors { totalPages around { cursor } }', 'context { language release { resourceId } }'],
      ),
    ),
  },
);
const context = fc.constantFrom('', 'context: { language: "de" }, ', 'context: { channel: "shop", language: "fr" }, ');
const list = fc.constantFrom(
  ...[
    'products(CONTEXT first: 5)',
    'products(CONTEXT last: 20)',
    'products(CONTEXT filter: { tags: { eq: "rain" } }, first: 9)',
  ],
  ...['childProducts(CONTEXT productId: "parent", first: 4)', 'childProducts(CONTEXT productId: "parent", last: 3)'],
  ...['childProducts(CONTEXT productId: "parent", filter: { sku: { in: ["SKU-1", "SKU-5", "no"] } })'],
  ...[
    'products(CONTEXT first: $size)',
    'childProducts(CONTEXT productId: "child-1")',
    'childProducts(CONTEXT productId: "absent")',
  ],
  'products(CONTEXT filter: { sku: { eq: "no" } })',
);
const rootList = fc
  .tuple(fc.nat(3), list, context, some(connectionField, 4))
  .map(([alias, field, ofContext, inner]) => `r${alias}: ${field.replace('CONTEXT', ofContext)} ${inner}`);
const rootProduct = fc
  .tuple(
    fc.nat(3),
    fc.constantFrom('product(CONTEXT id: "parent")', 'product(CONTEXT id: "child-5")', 'product(CONTEXT id: "absent")'),
    context,
    some(fc.oneof(shownField, resolvedField, detailedField, executedField), 6),
  )
  .map(([alias, field, ofContext, inner]) => `p${alias}: ${field.replace('CONTEXT', ofContext)} ${inner}`);
const root = fc.oneof({ weight: 3, arbitrary: rootList }, { weight: 1, arbitrary: rootProduct });
const fragments = {
  Leaves: 'fragment Leaves on Product { name sku ...Named tags }',
  Amount: 'fragment Amount on Money { amount formatted }',
  Picture: 'fragment Picture on File { url mimeType size }',
  Named: 'fragment Named on Product { ... { updatedAt } id }',
  OfList: 'fragment OfList on ProductConnection { nodes { name } totalCount }',
};
const types = { yes: 'Boolean!', currency: 'CurrencyCode!', size: 'Int' };
/** With the fragments and variables that it uses, and no others. */
const document = some(root, 3).map((selection) => {
  const named = (text: string) =>
    Object.entries(fragments).flatMap(([name, fragment]) => (text.includes(`...${name}`) ? [fragment] : []));
  const spread = [...new Set([...named(selection), ...named(named(selection).join())])].join(' ');
  const declared = Object.entries(types).flatMap(([name, type]) =>
    selection.includes(`$${name}`) ? [`$${name}: ${type}`] : [],
  );
  return `query ${declared.length > 0 ? `(${declared.join(', ')})` : ''} ${selection} ${spread}`;
});
/** Lists of which fragments select the same texts again and again, and how far from its size the answer may go. */
const repeated = fc.record({
  lists: fc.integer({ min: 1, max: 6 }),
  spreads: fc.integer({ min: 1, max: 8 }),
  fields: fc.array(
    fc.oneof(leaf, fc.constantFrom('extensions { attributes { value } }', 'prices { money { currency } }')),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  above: fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -2000, max: 20_000 })),
});

const variables = fc.record({
  yes: fc.boolean(),
  currency: fc.constantFrom('EUR', 'JPY', '', 'x'.repeat(150)),
  size: fc.constantFrom(0, 1, 100, 101, null),
});
const options = fc.record({
  channel: fc.constant('shop'),
  language: fc.constantFrom('', 'de', 'de-CH, en;q=0.5', 'en', 'fr', 'fr-CA', 'ja'),
  now: fc.integer({ min: -8, max: 8 }).map(at),
});

describeEachEngine('lists that are written from slots', (open, name) => {
  let gateway: Gateway;
  let watched: ReturnType<typeof watchRuns>;
  beforeAll(async () => {
    watched = watchRuns();
    gateway = await openGateway(open, 'tables');
    await publish({ ...smallCatalog('shop', products), files }, { releases: gateway.stores.releases, now: new Date() });
    gateway.forget();
  });
  afterAll(async () => {
    watched.end();
    await gateway.drop();
  });

  it('are what graphql-js makes of them', async () => {
    const executed = gateway.with({ writesQueries: false });
    const documents = name === 'sqlite' ? runs(150, 500) : runs(50, 100);
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(document, variables, options, options, async (text, given, ...contexts) => {
        // What was written once is written again from the third request on.
        for (const asked of [...contexts, ...contexts, ...contexts]) {
          const expected = await executed.ask(text, given, asked);
          answered += Number(expected.errors.length === 0);
          expect(comparable(await gateway.ask(text, given, asked))).toEqual(comparable(expected));
        }
      }),
      { numRuns: documents },
    );
    // About a third is; at random, sometimes less.
    expect(answered).toBeGreaterThan(documents / 2);
    const { written, left } = await watched.count();
    expect(written, `${written} were written, ${left} left to graphql-js`).toBeGreaterThan(documents);
  }, 300_000);

  it('show a number of an extension as the product by itself does, however large it is', async () => {
    const selected = 'id extension(template: "care") { attribute(key: "grains") { value } }';
    const { data } = await gateway.ask(
      `{ product(id: "child-1") { ${selected} } products(filter: { sku: { eq: "SKU-1" } }) { nodes { ${selected} } } }`,
      {},
      { channel: 'shop' },
    );
    expect(data.product.extension.attribute.value).toBe(1e16);
    expect(data.products.nodes).toEqual([data.product]);
  });

  it('may be as large as what graphql-js makes, however often their texts are selected', async () => {
    const seen = { answered: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(repeated, options, async ({ lists, spreads, fields, above }, asked) => {
        const selected = times(
          lists,
          (list) => `r${list}: products(first: 20) { nodes { ${'...Again '.repeat(spreads)} } }`,
        );
        const text = `{ ${selected} } fragment Again on Product { ${fields.join(' ')} }`;
        const { data } = await gateway.with({ writesQueries: false }).ask(text, {}, asked);
        const answerBytes = Buffer.byteLength(JSON.stringify(data)) + above;
        const limited = { limits: { ...defaultLimits, answerBytes } };
        const expected = await gateway.with({ ...limited, writesQueries: false }).ask(text, {}, asked);
        expect(comparable(await gateway.with(limited).ask(text, {}, asked))).toEqual(comparable(expected));
        if (above < 0) expect(expected.errors[0]?.extensions).toMatchObject({ limitName: 'answerBytes' });
        seen[expected.errors.length === 0 ? 'answered' : 'refused'] += 1;
      }),
      { numRuns: runs(60, 300) },
    );
    expect(Math.min(seen.answered, seen.refused), JSON.stringify(seen)).toBeGreaterThan(3);
  }, 120_000);

  it('have the errors of their fields, where what they lead to can not be read', async () => {
    const away = () => Promise.reject(new DomainError('UNAVAILABLE', 'The database is away.'));
    const { catalog, products: ofProducts } = gateway.services;
    const services = {
      ...gateway.services,
      catalog: { ...catalog, getManyNodes: away },
      products: { ...ofProducts, getMany: away },
    };
    const text = '{ products(first: 20) { nodes { name parent { id } breadcrumbs { nodeId node { id } } } } }';
    const expected = await gateway.with({ services, writesQueries: false }).ask(text);
    expect(expected.data.products.nodes).toHaveLength(products.length);
    expect(expected.errors.length).toBeGreaterThan(products.length);
    expect(comparable(await gateway.with({ services }).ask(text))).toEqual(comparable(expected));
  });
});

/** Errors name the request. */
function comparable({ status, body }: Answer): unknown {
  return [status, body.replaceAll(/request-\d+/g, 'request')];
}
