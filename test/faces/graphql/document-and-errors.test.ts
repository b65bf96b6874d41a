/** How long a document may be, and how many errors a response has: bounded before the work, and seen by what is counted. */
import { getLocation, parse, Source, visit } from 'graphql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { locationsOf } from '../../../src/graphql/errors/client-error.ts';
import { createParser } from '../../../src/graphql/limits/parse-within-limits.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { createResponseCache } from '../../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const lines = '\n'.repeat(60_000);
/** One error for each product of a page and each alias. */
const failing = (products: number, aliases: number) =>
  `{ products(first: ${products}) { nodes { ${times(aliases, (index) => `a${index}: priceFor(currency: "EUR", quantity: -1) { money { amount } }`)} } } }`;

describeEachEngine('documents and errors', (open) => {
  const gateway = useOpened(() => openGateway(open));
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['that is one token', (bytes: number) => `{ product(id: "${'x'.repeat(bytes - 23)}") { id } }`],
    ['that is no document', (bytes: number) => `"${'x'.repeat(bytes - 1)}`],
    ['of line breaks', (bytes: number) => `{ __typename }${'\n'.repeat(bytes - 14)}`],
    ['of characters that take three bytes', (bytes: number) => `{ a } #${'€'.repeat(bytes / 3)}`],
  ])('a text %s is refused for its length, before it is read', async (_title, write) => {
    const { data, errors, shown } = await gateway.ask(write(65_537));
    expect(data, shown).toBeNull();
    expect(errors, shown).toHaveLength(1);
    const requested = Buffer.byteLength(write(65_537));
    expect(errors[0]).toMatchObject({
      message: `The document has ${requested} bytes; at most 65536 are allowed.`,
      extensions: { code: 'LIMIT_EXCEEDED', status: 400, limitName: 'documentBytes', limit: 65_536, requested },
    });
  });

  it('a document of the greatest length is answered', async () => {
    const { data, shown } = await gateway.ask(`{ __typename }${' '.repeat(65_536 - 14)}`);
    expect(data, shown).toEqual({ __typename: 'Query' });
  });

  it('what is refused for its length is not cached', async () => {
    const responseCache = createResponseCache(gateway.services.catalog, 10_000_000);
    const add = vi.spyOn(responseCache, 'add');
    const { ask } = gateway.with({ responseCache, limits: { ...defaultLimits, documentBytes: 1000 } });
    for (let round = 0; round < 2; round += 1) {
      const { errors } = await ask(`{ __typename }${' '.repeat(1000)}`);
      expect(errors[0]?.extensions).toMatchObject({ limitName: 'documentBytes', limit: 1000, requested: 1014 });
    }
    expect(add).not.toHaveBeenCalled();
    await ask('{ __typename }');
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('of 1,900 faults of a document 100 are returned, and that there are more', async () => {
    const { errors, shown } = await gateway.ask(`{ ${times(1900, (index) => `x${index}`)} }`);
    expect(errors, shown).toHaveLength(101);
    expect(errors[99]?.message).toBe('Cannot query field "x99" on type "Query".');
    expect(errors[100]).toMatchObject({
      message: 'There are more errors than the 100 that are returned: validation ended there.',
      extensions: { code: 'LIMIT_EXCEEDED', limitName: 'errors', limit: 100 },
    });
  });

  it('a document whose fields can not be compared with each other in time is refused', async () => {
    const { data, errors, shown } = await gateway.ask(`{ ${'limits { cost } '.repeat(900)} }`);
    expect(data, shown).toBeNull();
    expect(errors).toMatchObject([
      {
        message:
          'The document repeats too many fields or fragments to compare them with each other: validation ended there.',
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED', status: 400 },
      },
    ]);
  });

  it.each([
    ['executed', false],
    ['written', true],
  ])('of 1,000 errors of fields, %s, 100 are returned, and how many more there are', async (_title, writesQueries) => {
    const { ask } = gateway.with({ writesQueries });
    const { data, errors, shown } = await ask(failing(20, 50));
    expect(data.products.nodes, shown).toHaveLength(20);
    expect(errors, shown).toHaveLength(101);
    expect(errors[0]).toMatchObject({ path: ['products', 'nodes', 0, 'a0'], locations: [{ line: 1, column: 33 }] });
    expect(errors[100]).toEqual({
      message: 'There are 900 more errors: at most 100 are returned.',
      extensions: expect.objectContaining({
        code: 'LIMIT_EXCEEDED',
        limitName: 'errors',
        limit: 100,
        requested: 1000,
      }),
    });
    expect(gateway.bugs).toEqual([]);
  });

  it('another number of errors may be set', async () => {
    const { ask } = gateway.with({ limits: { ...defaultLimits, errors: 2 } });
    expect((await ask(failing(2, 1))).errors).toHaveLength(2);
    expect((await ask(failing(3, 1))).errors.map(({ message }) => message).at(-1)).toBe(
      'There is 1 more error: at most 2 are returned.',
    );
    expect((await ask('{ a b }')).errors).toHaveLength(2);
    expect((await ask('{ a b c }')).errors).toHaveLength(3);
  });

  it.each([
    ['of a document', `{ ${times(100, (index) => `x${index}`)} }`, 100],
    ['of fields', failing(50, 2), 100],
    ['of a variable', 'query($a: Int!) { products(first: $a) { totalCount } }', 1],
  ])('an error %s does not look for its line in the text', async (_title, query, count) => {
    const matchAll = vi.spyOn(String.prototype, 'matchAll');
    const { errors, shown } = await gateway.ask(lines + query);
    expect(errors, shown).toHaveLength(count);
    const searched = matchAll.mock.contexts.filter((text) => String(text).length > 1000);
    expect(searched).toEqual([]);
  });

  it('an error of a field tells its line all the same', async () => {
    const { errors } = await gateway.ask(`${lines}{\r\n  product(id: "absent") { id }\r}`);
    expect(errors).toMatchObject([{ locations: [{ line: 60_002, column: 3 }], path: ['product'] }]);
  });
});

describe('locations', () => {
  const documents = [
    '{ a }',
    '\uFEFF\n\r\n\r{ a(b: """x\n\r\n y""", c: "ä") \n\n { b } ...F }\n# c\nfragment F on T @d(e: [1, {f: $g}]) { h: i }',
    'query Q($a: [Int!]! = [1]\n, $b: B)\r{ ... on C { d } ... @include(if: true) {\te } }',
  ];
  it.each(documents)('of each node are those that graphql-js finds: %j', (text) => {
    const source = new Source(text);
    const parsed = createParser(defaultLimits)(text);
    const expected: unknown[] = [];
    const found: unknown[] = [];
    visit(parse(source), {
      enter({ kind, loc }) {
        if (kind !== 'Document') expected.push(getLocation(source, loc?.start ?? 0));
      },
    });
    visit(parsed, {
      enter(node) {
        if (node.kind !== 'Document') found.push(...(locationsOf({ nodes: [node], locations: undefined }) ?? []));
      },
    });
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(expected);
  });
});
