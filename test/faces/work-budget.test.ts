/** What exceeds the budget of work ends as LIMIT_EXCEEDED, on both faces, however it came about. */
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServices } from '../../src/app.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import type { CustomField } from '../../src/domain/custom-field/custom-field.ts';
import { unitsOfBytes, workPrices } from '../../src/domain/work-budget.ts';
import { unitsPerTurn } from '../../src/graphql/execution/turns.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { publish } from '../../src/importer/publish.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { openGateway } from '../support/gateway.ts';
import { openRestGateway, type RestGateway } from '../support/rest-gateway.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';
import { useOpened } from '../support/use-opened.ts';

const { showcaseParent, manyChildrenParent } = demoIds.products;
const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const values = (count: number) => Array.from({ length: count }, (_, index) => `value-${index}`);

const excess = {
  code: 'LIMIT_EXCEEDED',
  status: 400,
  title: 'Bad Request',
  limitName: 'cost',
  limit: defaultLimits.cost,
};

describeEachEngine('the budget of work', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  beforeAll(async () => {
    for (let index = 0; index < 300; index += 1) await gateway.stores.customFields.insert(customField(index));
  });

  describe('before anything is executed', () => {
    const tooMuch: [title: string, query: string, variables: object][] = [
      [
        '250,000 empty values in forty lists',
        `query($v: [String!]!) { ${times(40, (i) => `p${i}: products(filter: { sku: { in: $v } }) { totalCount }`)} }`,
        { v: Array.from({ length: 250_000 }, () => '') },
      ],
      [
        '250,000 empty options of one product',
        `query($v: [ID!]!) { product(id: "${showcaseParent}") { variant(selectedOptions: $v) { name } } }`,
        { v: Array.from({ length: 250_000 }, () => '') },
      ],
      [
        'values of no type, far within each other',
        'query($v: [String!]!) { products(filter: { sku: { in: $v } }) { totalCount } }',
        { v: [Array.from({ length: 250_000 }, () => [])] },
      ],
      [
        '80,000 values in 120 pages',
        `query($v: [String!]!) { ${times(120, (i) => `p${i}: childProducts(productId: "${manyChildrenParent}", first: 1, filter: { sku: { in: $v } }) { totalCount }`)} }`,
        { v: values(80_000) },
      ],
      [
        'a value of 900 kB in forty lists',
        `query($v: String!) { ${times(40, (i) => `p${i}: products(filter: { name: { eq: $v } }) { totalCount }`)} }`,
        { v: 'x'.repeat(900_000) },
      ],
      [
        'matrices of matrices',
        `{ product(id: "${showcaseParent}") { variationMatrix(first: 100) { nodes { product { parent { variationMatrix(first: 100) { nodes { product { parent {
          optionAvailability { reason } } } } } } } } } } }`,
        {},
      ],
      [
        'availabilities of a matrix of parents',
        `{ ${times(40, (i) => `p${i}: product(id: "${showcaseParent}") { variationMatrix(first: 100) { nodes { product { parent { optionAvailability { optionId reason } } } } } }`)} }`,
        {},
      ],
      [
        'fields of fields of fields',
        `{ customApi(id: "${demoIds.customApi}") { fields(first: 30) { nodes { customApi { fields(first: 30) { nodes { customApi { fields(first: 30) { nodes { name } } } } } } } } } }`,
        {},
      ],
    ];
    it.each(tooMuch)('%s are estimated', async (_title, query, variables) => {
      gateway.statements.length = 0;
      const { data, errors, extensions, shown } = await gateway.ask(query, variables);
      expect(data, shown).toBeNull();
      expect(errors.length, shown).toBe(1);
      expect(errors[0]?.extensions, shown).toMatchObject(excess);
      expect(extensions.cost?.requested).toBeGreaterThan(defaultLimits.cost);
      expect(extensions.cost?.actual).toBe(0);
      expect(gateway.statements).toEqual([]);
    });
  });

  describe('while it is spent', () => {
    const ends = async (query: string, variables: object = {}, settings: object = {}) => {
      const { data, errors, extensions, body, shown } = await gateway.with(settings).ask(query, variables);
      expect(data, shown).toBeNull();
      expect(errors.length, shown).toBe(1);
      expect(errors[0]?.extensions, shown).toMatchObject(excess);
      expect(errors[0]?.message).toContain('takes more than the 200000 units of work');
      expect(extensions.cost).toMatchObject({ actual: defaultLimits.cost + 1, limit: defaultLimits.cost });
      expect(extensions.cost?.requested).toBeLessThanOrEqual(defaultLimits.cost);
      expect(body.length).toBeLessThan(1000);
      expect(gateway.bugs).toEqual([]);
    };

    /** Lists without pages count as two items until they are there. */
    const optionsOfParents = `{ childProducts(productId: "${manyChildrenParent}", first: 100) { nodes { parent {
      variations { options { ${times(190, (i) => `o${i}: sortOrder`)} } } } } } }`;

    it.each([
      ['executed', false],
      ['written', true],
    ])('a list that is longer than its estimate ends the operation, %s', (_title, writesQueries) =>
      ends(optionsOfParents, {}, { writesQueries }),
    );

    /** Its answer, and how many statements that took without anything remembered. */
    async function askAnew(query: string, cost: number) {
      const services = createServices(createStores(gateway.engine), { monotonicNow: () => 0 });
      gateway.statements.length = 0;
      const answer = await gateway.with({ services, limits: { ...defaultLimits, cost } }).ask(query);
      return { ...answer, statements: gateway.statements.length };
    }

    it('what was not yet read is not read any more', async () => {
      const query = optionsOfParents
        .replace('first: 100', 'first: 1')
        .replace(/ \} \} \} \}$/, ' variationMatrix(first: 1) { nodes { productId } } } } } }');
      const whole = await askAnew(query, defaultLimits.cost);
      expect(whole.errors, whole.shown).toEqual([]);
      const cost = whole.extensions.cost?.requested ?? 0;
      expect(whole.extensions.cost?.actual).toBeGreaterThan(2 * cost);
      const ended = await askAnew(query, cost);
      expect(ended.errors[0]?.extensions, ended.shown).toMatchObject({ ...excess, limit: cost });
      expect(ended.statements).toBeLessThan(whole.statements);
    });

    it('a matrix is charged before it is read', async () => {
      const of = (fields: string) =>
        `{ product(id: "${manyChildrenParent}") { variations { options { ${times(190, (i) => `o${i}: sortOrder`)} } } ${fields} } }`;
      const without = await askAnew(of('name'), defaultLimits.cost);
      const cost = (without.extensions.cost?.actual ?? 0) + 60;
      for (const field of [
        'variationMatrix(first: 1) { nodes { productId } }',
        'variant(selectedOptions: []) { id }',
        'optionAvailability { reason }',
      ]) {
        const whole = await askAnew(of(field), defaultLimits.cost);
        expect(whole.errors, whole.shown).toEqual([]);
        expect(whole.statements, whole.shown).toBeGreaterThan(without.statements);
        const ended = await askAnew(of(field), cost);
        expect(ended.errors[0]?.extensions, ended.shown).toMatchObject({ ...excess, limit: cost });
        expect(ended.extensions.cost?.requested, ended.shown).toBeLessThanOrEqual(cost);
        expect(ended.statements, ended.shown).toBe(without.statements);
      }
    });

    it('patterns are compiled as long as there is budget for them', async () => {
      const create = (
        index: number,
      ) => `m${index}: createCustomField(input: { customApiId: "${demoIds.customApi}", validateOnly: true,
        name: "Pattern", slug: "p-${index}", fieldType: STRING, validation: { string: { regex: "(?:abcdefghi){1000}" } } }) { isReplayed }`;
      const { data, errors, extensions, shown } = await gateway.ask(`mutation { ${times(10, create)} }`);
      expect(Object.values(data).filter((payload) => payload !== null).length, shown).toBe(5);
      expect(new Set(errors.map(({ extensions: { code } }) => code))).toEqual(new Set(['LIMIT_EXCEEDED']));
      expect(extensions.cost?.actual).toBe(defaultLimits.cost + 1);
    });

    it('of a mutation ends its fields, and tells what was done', async () => {
      const cost = 500;
      const long = `fields(last: 1) { nodes { ${times(150, (i) => `d${i}: description`)} } }`;
      const create = (index: number) => `m${index}: createCustomField(input: { customApiId: "${demoIds.customApi}",
        name: "M${index}", slug: "m-${index}-${gateway.statements.length}", fieldType: STRING, description: "${'x'.repeat(255)}" }) {
        customField { slug ${index === 1 ? `customApi { ${long} }` : ''} } }`;
      const { ask } = gateway.with({ limits: { ...defaultLimits, cost } });
      const { data, errors, extensions, shown } = await ask(`mutation { ${times(3, create)} }`);
      expect(data?.m0.customField.slug, shown).toMatch(/^m-0/);
      expect(data.m1.customField.slug, shown).toMatch(/^m-1/);
      expect(data.m1.customField.customApi.fields, shown).toBeNull();
      expect(data.m2, shown).toBeNull();
      expect(errors.map(({ path: [field] = [], extensions: { code } }) => [field, code])).toEqual([
        ['m1', 'LIMIT_EXCEEDED'],
        ['m2', 'LIMIT_EXCEEDED'],
      ]);
      expect(extensions.cost).toMatchObject({ actual: cost + 1, limit: cost });
      expect(extensions.cost?.requested).toBeLessThanOrEqual(cost);
    });
  });

  it('is estimated by the page length of the store', async () => {
    const requestedWith = async (pageLength: number) => {
      const { ask } = gateway.with({ limits: { ...defaultLimits, pageLength } });
      const { extensions } = await ask('{ products { nodes { name } } }');
      return extensions.cost?.requested;
    };
    expect(await requestedWith(5)).toBe(2 + 5 * (workPrices.record + 1));
    expect(await requestedWith(40)).toBe(2 + 40 * (workPrices.record + 1));
  });

  it('is done in turns, between which others are answered', async () => {
    const page = (index: number) =>
      `p${index}: products(first: 100) { nodes { ${times(50, (i) => `n${i}: priceFor(currency: "EUR") { money { formatted } }`)} } }`;
    let turns = 0;
    let isRunning = true;
    const count = () => {
      turns += 1;
      if (isRunning) setImmediate(count);
    };
    count();
    const { extensions, errors, shown } = await gateway.ask(`{ ${times(3, page)} }`);
    isRunning = false;
    expect(errors, shown).toEqual([]);
    expect(extensions.cost?.actual).toBeGreaterThan(100_000);
    expect(turns).toBeGreaterThan(100_000 / unitsPerTurn);
  });

  describe('of long texts', () => {
    const descriptions = `{ products(first: 20, filter: { sku: { eq: "child" } }) { nodes { ${times(30, (i) => `d${i}: description`)} parent { name } } } }`;
    const described = useOpened(() => openGateway(open, 'tables'));
    beforeAll(async () => {
      const parent = productRecord({ id: 'parent', attributes: { base_product: true } });
      const children = Array.from({ length: 20 }, (_, number) =>
        productRecord({
          id: `child-${number}`,
          attributes: { sku: 'child', description: 'long '.repeat(20) },
          relationships: { parent: { data: { id: 'parent', type: 'product' } } },
        }),
      );
      const products = [parent, ...children];
      await publish(smallCatalog('shop', products), { releases: described.stores.releases, now: new Date() });
    });

    it.each([
      ['executed', false],
      ['written', true],
    ])('is spent when they are read, before anything is made of them, %s', async (_title, writesQueries) => {
      const ask = (answerBytes: number) => {
        const services = createServices(createStores(described.engine), { monotonicNow: () => 0 });
        described.statements.length = 0;
        const limits = { ...defaultLimits, answerBytes };
        return described.with({ services, writesQueries, limits }).ask(descriptions, {}, { channel: 'shop' });
      };
      const countParentsRead = () =>
        described.statements.filter((one) => one.includes('from "release_product"')).length;
      const whole = await ask(defaultLimits.answerBytes);
      expect(whole.errors, whole.shown).toEqual([]);
      expect(countParentsRead()).toBe(1);
      const { data, errors, extensions, shown } = await ask(20_000);
      expect(data, shown).toBeNull();
      expect(errors[0]?.extensions, shown).toMatchObject({ ...excess, limitName: 'answerBytes', limit: 20_000 });
      expect(extensions.cost?.actual).toBe(defaultLimits.cost + 1);
      expect(countParentsRead(), 'the parents are not read any more').toBe(0);
    });

    it('counts a name in the response that is long', async () => {
      const costOf = async (alias: string) =>
        (await gateway.ask(`{ products(first: 10) { nodes { ${alias}: sku } } }`)).extensions.cost;
      const [short, long] = [await costOf('a'), await costOf('a'.repeat(1000))];
      expect(long?.requested).toBe((short?.requested ?? 0) + 10 * 10);
      expect(long?.actual).toBe((short?.actual ?? 0) + 10 * 10);
    });
  });

  describe('of long documents', () => {
    const shop = useOpened(() => openRestGateway(open, 'tables'));
    const ids = ['one', 'two', 'three', 'four'];
    const restPage = (query: string) => (channel: string) => {
      const headers = { 'EP-Channel': channel, 'Accept-Language': 'de' };
      return shop.rest('GET', `/v2/pcm/catalog/products?${query}`, { headers });
    };
    const askFor = (query: string) => (channel: string) => shop.ask(query, {}, { channel });

    it.each([
      ['products by their ids', askFor(`{ ${ids.map((id) => `${id}: product(id: "${id}") { name }`)} }`)],
      ['a page', askFor('{ products { nodes { name componentProducts { id } } } }')],
      [
        'products by their skus',
        askFor(`{ ${ids.map((sku) => `${sku}: productBy(by: { sku: "${sku}" }) { name }`)} }`),
      ],
      ['a translated page over REST', restPage('page[limit]=4')],
      ['files over REST', restPage('include=files&page[limit]=3')],
    ])('others get their turn before the next one is parsed, of %s', async (title, request) => {
      const locales = title.startsWith('files') ? null : { de: { name: 'lang' } };
      const long = ids.map((id) =>
        productRecord({ id, attributes: { sku: id, external_ref: 'x'.repeat(600_000), locales } }),
      );
      await publish(smallCatalog(title, long), { releases: shop.stores.releases, now: new Date() });
      shop.forget();
      const done: string[] = [];
      let isRunning = true;
      const turn = () => {
        if (done.at(-1) !== 'turn') done.push('turn');
        if (isRunning) setImmediate(turn);
      };
      const parse = JSON.parse;
      const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, revive) => {
        if (text.length > 600_000 && text.length < 1_000_000) done.push('document');
        return parse(text, revive);
      });
      onTestFinished(() => spy.mockRestore());
      turn();
      const { status } = await request(title);
      isRunning = false;
      expect(status).toBe(200);
      expect(done.filter((one) => one === 'document').length).toBeGreaterThanOrEqual(3);
      expect(
        done.some((one, at) => one === 'document' && done[at + 1] === 'document'),
        done.join(),
      ).toBe(false);
    });
  });

  describe('of lists that a product holds', () => {
    const held = useOpened(() => openGateway(open, 'tables'));
    const ids = Array.from({ length: 50_000 }, (_, index) => `i${index}`);
    const currencies = ids
      .slice(0, 670)
      .map((_, index) => `Z${String.fromCharCode(65 + index / 26, 65 + (index % 26))}`);
    const data = (type: string) => ids.map((id) => ({ id, type }));
    beforeAll(async () => {
      const long = productRecord({
        id: 'long',
        relationships: { files: { data: data('file') }, component_products: { data: data('product') } },
        meta: { bread_crumb_nodes: ids },
      });
      const thousand = ids.slice(0, 1000);
      const tiers = thousand.map((id, index) => [id, { minimum_quantity: index + 1, price: { EUR: { amount: 9 } } }]);
      const options = ids.slice(0, 20_000).map((id) => ({ id, name: id }));
      const parent = productRecord({
        id: 'parent',
        attributes: { base_product: true },
        meta: {
          variations: [...options.map((option) => ({ ...option, options: [] })), { id: 'v', name: 'v', options }],
        },
      });
      const wide = productRecord({
        id: 'wide',
        attributes: {
          sku: 'wide',
          price: { EUR: { amount: 10 }, ...Object.fromEntries(currencies.map((code) => [code, { amount: 1 }])) },
          tiers: Object.fromEntries(tiers),
          extensions: Object.fromEntries(thousand.map((id) => [id, id === 'i0' ? { ...thousand } : {}])),
        },
      });
      const tagged = ids.slice(0, 20).map((id) => {
        return productRecord({ id, attributes: { sku: 'tagged', tags: [...ids.slice(0, 20_000), `own ${id}`] } });
      });
      await publish(smallCatalog('shop', [long, wide, parent, ...tagged]), {
        releases: held.stores.releases,
        now: new Date(),
      });
    });
    const ask = (fields: string, id = 'long') =>
      held.ask(`{ product(id: "${id}") { ${fields} } }`, {}, { channel: 'shop' });
    type Asked = Awaited<ReturnType<typeof ask>>;
    const costOf = ({ extensions }: Asked) => extensions.cost?.actual ?? 0;

    it.each(['nodes', 'breadcrumbNodes', 'componentProducts'])(
      'is spent before what %s leads to is looked up, be it there or not',
      async (field) => {
        held.statements.length = 0;
        const { errors, shown } = await ask(`${field} { id }`);
        expect(errors[0]?.extensions, shown).toMatchObject(excess);
        // The product's own, which is long.
        expect(held.statements.filter((one) => one.includes('from "release_')).length).toBeLessThanOrEqual(2);
      },
    );

    it('is spent for each use of its images', async () => {
      const [one, many] = [await ask('images { id }'), await ask(times(100, (i) => `i${i}: images { id }`))];
      expect(costOf(many) - costOf(one)).toBe(99 * (1 + 50 * workPrices.relatedRecord));
    });

    it.each([
      [
        'priceFor',
        (i: number) => `f${i}: priceFor(currency: "EUR", quantity: "1000") { includesTax }`,
        6 + 1 + 33 + 100,
      ],
      ['price', (i: number) => `f${i}: price(currency: "EUR") { includesTax }`, 3 + 1 + 33],
      ['extension', (i: number) => `f${i}: extension(template: "i999") { template }`, 1 + 1 + 50],
      [
        'attribute',
        (i: number) => `f${i}: extension(template: "i0") { attribute(key: "999") { key } }`,
        1 + 50 + 1 + 50 + 1,
      ],
    ])('is spent by %s for what it looks through at each use', async (_field, write, units) => {
      const [one, many] = [await ask(write(0), 'wide'), await ask(times(11, write), 'wide')];
      expect(one.errors, one.shown).toEqual([]);
      expect(costOf(many) - costOf(one), many.shown).toBe(10 * units);
    });

    it('is spent on options before any of them is told, and on variations', async () => {
      const variants = await ask(
        times(2, (i) => `v${i}: variant(selectedOptions: []) { id }`),
        'parent',
      );
      const one = await ask('variant(selectedOptions: []) { id }', 'parent');
      expect(costOf(variants) - costOf(one), one.shown).toBe(1 + 1000);
      const { errors, shown } = await ask(
        times(5, (i) => `o${i}: optionAvailability { reason }`),
        'parent',
      );
      expect(errors[0]?.extensions, shown).toMatchObject(excess);
    });

    it.each([
      ['price', 3 + 1 + 33],
      ['priceFor', 6 + 1 + 33 + 100],
    ])('is spent the same where %s is read from prices as they were stored', async (field, units) => {
      const list = (count: number) => {
        const prices = times(count, (i) => `f${i}: ${field}(currency: "EUR") { includesTax }`);
        return held.ask(
          `{ products(filter: { sku: { eq: "wide" } }) { nodes { ${prices} } } }`,
          {},
          { channel: 'shop' },
        );
      };
      const [one, many] = [await list(1), await list(11)];
      expect(costOf(many) - costOf(one), many.shown).toBe(10 * units);
    });

    it('is not counted beyond what is left', async () => {
      const parse = vi.spyOn(JSON, 'parse');
      onTestFinished(() => parse.mockRestore());
      const { errors, shown } = await held.ask(
        '{ products(filter: { sku: { eq: "tagged" } }) { nodes { tags } } }',
        {},
        { channel: 'shop' },
      );
      expect(errors[0]?.extensions, shown).toMatchObject(excess);
      expect(parse.mock.calls.filter(([text]) => text.startsWith('["i0"')).length).toBe(10);
    });
  });

  it('over REST is as large', async () => {
    const small = gateway.restWith({ ...defaultLimits, cost: 500 });
    const path = '/v2/pcm/catalog/products';
    expect((await small('GET', `${path}?page[limit]=2`)).status).toBe(200);
    const detail = expect.stringContaining('takes more than the 500 units of work that are allowed');
    for (const query of ['page[limit]=20', `filter=in(sku,${values(201).join(',')})`]) {
      const { status, body } = await small('GET', `${path}?${query}`);
      expect([status, body]).toEqual([400, { errors: [{ title: 'Bad Request', status: '400', detail }] }]);
    }
  });

  it('over REST is spent by single resources, and by bodies', async () => {
    const product = `/v2/pcm/catalog/products/${showcaseParent}`;
    const fields = `/v2/settings/extensions/custom-apis/${demoIds.customApi}/fields`;
    const body = { data: { name: 'x'.repeat(50_000) } };
    const statusWith = async (cost: number, ...request: Parameters<RestGateway['rest']>) => {
      const { status, body } = await gateway.restWith({ ...defaultLimits, cost })(...request);
      return [status, JSON.stringify(body).includes(`more than the ${cost} units of work`)];
    };
    expect(await statusWith(workPrices.record - 1, 'GET', product)).toEqual([400, true]);
    expect(await statusWith(workPrices.record, 'GET', product)).toEqual([400, true]);
    expect(await statusWith(10 * workPrices.record, 'GET', product)).toEqual([200, false]);
    expect(await statusWith(workPrices.record + 400, 'POST', fields, { body })).toEqual([400, true]);
    expect(await statusWith(workPrices.record + 600, 'POST', fields, { body })).toEqual([400, false]);
  });

  it.each([
    ['a product', `/v2/pcm/catalog/products/${showcaseParent}`, 0],
    ['a page of products', '/v2/pcm/catalog/products?page[limit]=5', 5],
  ])('over REST is spent once by the bytes of %s', async (_title, path, records) => {
    const { text } = await gateway.rest('GET', path);
    const cost = workPrices.record * (1 + records) + unitsOfBytes(Buffer.byteLength(text));
    const statusWith = async (limit: number) =>
      (await gateway.restWith({ ...defaultLimits, cost: limit })('GET', path)).status;
    expect([await statusWith(cost - 1), await statusWith(cost)]).toEqual([400, 200]);
  });
});

function customField(index: number): CustomField {
  const now = new Date(Date.UTC(2026, 0, 1) + index).toISOString();
  return {
    id: crypto.randomUUID(),
    customApiId: demoIds.customApi,
    name: `Field ${index}`,
    description: '',
    slug: `field-${index}`,
    fieldType: 'boolean',
    validation: { fieldType: 'boolean', rules: { allowNullValues: true } },
    createdAt: now,
    updatedAt: now,
  };
}
