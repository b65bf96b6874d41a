/** Limits through the whole GraphQL face, on both engines where they matter to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { exampleTabs } from '../../../src/demo/example-tabs.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { candidates } from '../../support/costly-queries.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join(' ');
/** Each spreads the next one twice, so the last one would count 2^levels times. */
const doubling = (levels: number, spread: (to: string) => string) =>
  `{ ...F0 } ${times(levels, (i) => `fragment F${i} on Query { ${spread(`F${i + 1}`)} }`)} fragment F${levels} on Query { limits { cost } }`;
const aliasedTwice = (levels: number) =>
  `{ product(id: "x") { ...F0 } } ${times(levels, (i) => `fragment F${i} on Product { a: parent { ...F${i + 1} } b: parent { ...F${i + 1} } }`)} fragment F${levels} on Product { name }`;

describeEachEngine('limits', (open) => {
  const gateway = useOpened(() => openGateway(open));

  it('are published, and are those that hold', async () => {
    const fields = Object.keys(defaultLimits);
    const { data, extensions, shown } = await gateway.ask(`{ limits { ${fields.join(' ')} pageSize } }`);
    expect(data, shown).toEqual({ limits: { ...defaultLimits, pageSize: 100 } });
    const units = 1 + fields.length + 1;
    expect(extensions.cost).toEqual({ requested: units, actual: units, limit: defaultLimits.cost });
  });

  const refused: [title: string, query: string, limitName: keyof typeof defaultLimits, requested?: number][] = [
    ['16 levels', `{ product(id: "x") ${'{ parent '.repeat(14)}{ id }${'}'.repeat(14)} }`, 'depth', 16],
    ['1,900 levels', `{ product(id: "x") ${'{ parent '.repeat(1300)}{ id }${'}'.repeat(1300)} }`, 'depth'],
    [
      '16 levels by fragments',
      `{ product(id: "x") { ...F0 } } ${times(14, (i) => `fragment F${i} on Product { parent { ...F${i + 1} } }`)} fragment F14 on Product { id }`,
      'depth',
      16,
    ],
    ['201 aliases', `{ ${times(201, (i) => `a${i}: __typename`)} }`, 'aliases', 201],
    [
      '201 aliases by fragments',
      `{ ...F ...G } fragment F on Query { ${times(200, (i) => `a${i}: __typename`)} } fragment G on Query { a: __typename }`,
      'aliases',
      201,
    ],
    ['2^20 aliased fields', aliasedTwice(20), 'depth', 22],
    ['2^10 aliased fields', aliasedTwice(10), 'aliases', 2 ** 11 - 2],
    [
      '11 mutations',
      `mutation { ${times(11, (i) => `a${i}: createCustomField(input: { customApiId: "x", name: "x", slug: "x", fieldType: STRING }) { customField { id } }`)} }`,
      'mutationFields',
      11,
    ],
    [
      '11 mutations by fragments',
      `mutation { ...F b: createCustomField(input: {}) { customField { id } } } fragment F on Mutation { ${times(10, (i) => `a${i}: updateApplicationKey(input: {}) { applicationKey { id } }`)} }`,
      'mutationFields',
      11,
    ],
    ['21 directives at a field', `{ limits ${'@skip(if: false) '.repeat(21)} { cost } }`, 'directives', 21],
    ['21 directives at an operation', `query ${'@skip '.repeat(21)} { limits { cost } }`, 'directives', 21],
    ['21 directives at a variable', `query($a: Int ${'@a '.repeat(21)}) { limits { cost } }`, 'directives', 21],
    [
      '201 fragments',
      `{ limits { ...F0 } } ${times(200, (i) => `fragment F${i} on Limits { ...F${i + 1} }`)} fragment F200 on Limits { cost }`,
      'fragments',
      201,
    ],
    [
      'a ring of 201 fragments',
      `{ limits { ...F0 } } ${times(201, (i) => `fragment F${i} on Limits { cost ...F${(i + 1) % 201} }`)}`,
      'fragments',
      201,
    ],
    ['10,000 directives', `{ limits ${'@a '.repeat(10_000)} { cost } }`, 'tokens'],
    ['5,000 duplicate fields', `{ limits { ${'cost '.repeat(5000)} } }`, 'tokens'],
    [
      'pages in pages',
      '{ products(first: 100) { nodes { childProducts(first: 100) { nodes { name } } } } }',
      'cost',
      616_202,
    ],
    ['2^20 pages', candidates['children of a page']?.(100) ?? '', 'cost'],
    ['many ids', `{ nodes(ids: [${'"x" '.repeat(3900)}]) { ... on Product { ${'name '.repeat(50)} } } }`, 'cost'],
  ];
  it.each(refused)('%s are refused before anything is executed', async (_title, query, limitName, requested) => {
    gateway.statements.length = 0;
    const { data, errors, shown } = await gateway.ask(query);
    expect(data, shown).toBeNull();
    expect(errors, shown).toHaveLength(1);
    const limit = defaultLimits[limitName];
    expect(errors[0]?.extensions).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      status: 400,
      limitName,
      limit,
      ...(requested && { requested }),
    });
    expect(errors[0]?.message).toContain(String(limitName === 'depth' && requested === undefined ? '' : limit));
    expect(gateway.statements).toEqual([]);
  });

  const children = (i: number) => `c${i}: childProducts(productId: "x", first: 100) { nodes { name } }`;
  it.each([
    [
      'Query.products',
      '{ limits { cost } products(first: 100) { nodes { childProducts(first: 100) { nodes { name } } } } }',
    ],
    [
      'Query.childProducts',
      `{ products { nodes { name } } ...Many } fragment Many on Query { ${times(90, children)} }`,
    ],
    ['Query.catalogNodes', `{ ${times(90, (i) => `n${i}: catalogNodes(first: 100) { nodes { name } }`)} }`],
  ])('a refused operation names its costliest root field by its schema coordinate: %s', async (coordinate, query) => {
    const { errors, shown } = await gateway.ask(query);
    expect(errors[0]?.message, shown).toContain(`is allowed, and ${coordinate} takes the most of it.`);
  });

  it.each([
    ['2^20 spreads', doubling(20, (to) => `...${to} ...${to}`)],
    ['2^1000 spreads', doubling(300, (to) => `...${to} ...${to}`)],
    [
      '2^12 duplicate fields',
      `{ product(id: "x") { ...F0 } } ${times(12, (i) => `fragment F${i} on Product { parent { ...F${i + 1} ...F${i + 1} } }`)} fragment F12 on Product { name }`,
    ],
    ['a fragment within itself', '{ ...F } fragment F on Query { limits { cost } ...F }'],
    [
      'fragments in a circle',
      '{ product(id: "x") { ...F } } fragment F on Product { parent { ...G } } fragment G on Product { parent { ...F } a: parent { ...F } }',
    ],
    ['a list of 1,900 levels', `{ nodes(ids: ${'['.repeat(1900)}${']'.repeat(1900)}) { id } }`],
    ['objects of 900 levels', `{ products(filter: ${'{ a: '.repeat(900)} 1 ${'}'.repeat(900)}) { totalCount } }`],
    ['3,900 times one field', `{ limits { ${'cost '.repeat(3900)} } }`],
    ['3,900 unknown fields', `{ ${times(3900, (i) => `x${i}`)} }`],
    ['1,300 conflicting fields', `{ limits { ${times(190, (i) => `cost: ${i % 2 ? 'depth' : 'cost'}`)} } }`],
  ])('%s are answered or refused, and never a bug', async (_title, query) => {
    const { errors, shown } = await gateway.ask(query);
    expect(
      errors.map(({ extensions }) => extensions.code).filter((code) => code === 'INTERNAL'),
      shown,
    ).toEqual([]);
    expect(gateway.bugs).toEqual([]);
  });

  const advertised: [title: string, query: string][] = [
    [
      'introspection by tools',
      getIntrospectionQuery({
        inputValueDeprecation: true,
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        oneOf: true,
      }),
    ],
    ['a page of 100 with everything', candidates['a page with everything']?.(100) ?? ''],
    [
      '100 aliased parents',
      `{ ${times(100, (i) => `p${i}: childProducts(productId: "${demoIds.products.showcaseParent}", first: ${1 + (i % 9)}) { ...C }`)} } fragment C on ProductConnection { totalCount nodes { name breadcrumbs { node { name } } } }`,
    ],
    ...exampleTabs(null, new Date()).map(({ title, query }): [string, string] => [`the tab '${title}'`, query]),
    ...readme().map((query): [string, string] => [`the README's ${query.slice(0, 40)}`, query]),
    ...golden().map(([name, query]): [string, string] => [`the golden query ${name}`, query]),
  ];
  it.each(advertised)('what is advertised takes less than half of each limit: %s', async (_title, query) => {
    const halves = Object.entries(defaultLimits).map(([name, limit]) => [name, Math.ceil(limit / 2)]);
    const strict = gateway.with({ limits: Object.fromEntries(halves) });
    const { errors, shown } = await strict.ask(query);
    expect(
      errors.filter(({ extensions }) => extensions.code === 'LIMIT_EXCEEDED'),
      shown,
    ).toEqual([]);
  });

  it.each(Object.entries(candidates))(
    'the most costly queries are answered or refused, never a bug: %s',
    async (_name, create) => {
      for (const size of [20, 64, 120]) {
        const { errors, shown } = await gateway.ask(create(size));
        const codes = new Set(errors.map(({ extensions }) => extensions.code));
        expect(['LIMIT_EXCEEDED', 'UNPROCESSABLE_ENTITY'], shown.slice(-500)).toEqual(
          expect.arrayContaining([...codes]),
        );
      }
    },
  );

  it('25,000 ids are accepted', async () => {
    const ids = Array.from({ length: 25_000 }, () => crypto.randomUUID());
    const { data, shown } = await gateway.ask(
      'query($ids: [ID!]!) { catalogNodes(filter: { id: { in: $ids } }) { nodes { name } } }',
      { ids },
    );
    expect(data, shown).toEqual({ catalogNodes: { nodes: [] } });
  });

  it('an answer that is too large gives way to an error', async () => {
    const { ask } = gateway.with({ limits: { ...defaultLimits, answerBytes: 2000 } });
    const query = (first: number) => `{ products(first: ${first}) { nodes { id name } } }`;
    expect((await ask(query(5))).errors).toEqual([]);
    const { data, errors, extensions, shown } = await ask(query(100));
    expect(data, shown).toBeNull();
    expect(errors[0]?.extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limitName: 'answerBytes', limit: 2000 });
    expect(extensions.cost?.requested).toBeGreaterThan(4000);
  });

  it('an execution that takes too long ends with UNAVAILABLE, and the response with 503', async () => {
    const { products } = gateway.services;
    const never = () => new Promise<never>(() => {});
    const { ask } = gateway.with({
      limits: { ...defaultLimits, executionMs: 100 },
      services: { ...gateway.services, products: { ...products, list: never } },
    });
    const { status, errors, shown } = await ask('{ products { totalCount } }');
    expect(status, shown).toBe(503);
    expect(errors).toMatchObject([
      {
        message: 'The query took too long. Try again, or ask for less.',
        extensions: { code: 'UNAVAILABLE', status: 503 },
      },
    ]);
  });
});

function golden(): [string, string][] {
  const folder = join(import.meta.dirname, 'golden');
  const names = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  return names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

function readme(): string[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', '..', 'README.md'), 'utf8');
  return [...text.matchAll(/'query=([^']+)'|"query": "([^"]+)"/g)].map(([, asked, posted]) => asked ?? posted ?? '');
}
