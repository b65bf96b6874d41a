/** What is written as bytes is what graphql-js executes: any query of the catalog, made up from the schema. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';
import { mixed, plain, randomQuery } from '../../support/random-query.ts';
import { runs } from '../../support/runs.ts';
import { watchRuns } from '../../support/watch-runs.ts';

const query = fc.oneof(randomQuery(plain), randomQuery(mixed));

describeEachEngine('queries that are written', (open, name) => {
  let gateway: Gateway;
  let watched: ReturnType<typeof watchRuns>;
  beforeAll(async () => {
    watched = watchRuns();
    gateway = await openGateway(open);
  });
  afterEach(() => watched.forget());
  afterAll(async () => {
    watched.end();
    await gateway.drop();
  });

  it('answer what graphql-js does', async () => {
    const executed = gateway.with({ writesQueries: false });
    let answered = 0;
    const documents = name === 'sqlite' ? runs(100, 800) : runs(30, 200);
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const other = await executed.ask(text);
        answered += Number(other.errors.length === 0);
        // Parts of products that were written once are written again from the third request on.
        for (const one of [await gateway.ask(text), await gateway.ask(text), await gateway.ask(text)]) {
          expect(anonymous(one)).toBe(anonymous(other));
        }
      }),
      { numRuns: documents },
    );
    expect(answered).toBeGreaterThan(documents / 30);
    const { written, left } = await watched.count();
    expect(written, `${written} were written, ${left} left to graphql-js`).toBeGreaterThan(documents / 3);
  }, 300_000);

  it.each([
    ['@include', '{ products(first: 1) { nodes { name @include(if: false) sku } } }'],
    [
      '@skip in a fragment',
      'query { products(first: 1) { ...A @skip(if: true) ...A } } fragment A on ProductConnection { totalCount }',
    ],
    ['a name that is no ordinary member', '{ __proto__: __typename products(first: 1) { __proto__: totalCount } }'],
    ['an interface', `{ node(id: "UHJvZHVjdDphYnNlbnQ") { id __typename ... on Product { name } } }`],
    [
      'a fragment in a fragment',
      '{ products(first: 2) { nodes { ...P } } } fragment P on Product { name ...Q } fragment Q on Product { sku name }',
    ],
    ['nothing but the type', '{ __typename }'],
    [
      'what is left out',
      '{ products(first: 1) { nodes { name @skip(if: true) } } limits { cost @include(if: false) } }',
    ],
    ['a root field that fails', '{ product(id: "absent") { name } products(first: 2) { nodes { name slug tags } } }'],
  ])('%s is as it is with graphql-js', async (_title, text) => {
    const executed = gateway.with({ writesQueries: false });
    expect(anonymous(await gateway.ask(text))).toBe(anonymous(await executed.ask(text)));
    expect(await watched.count()).toEqual({ written: 1, left: 0 });
  });

  it.each([
    ['introspection', '{ __schema { queryType { name fields { name } } } __type(name: "Price") { fields { name } } }'],
    [
      'introspection in a fragment',
      '{ ...F } fragment F on Query { __schema { queryType { name } } products(first: 1) { totalCount } }',
    ],
  ])('%s is left to graphql-js', async (_title, text) => {
    const executed = gateway.with({ writesQueries: false });
    expect((await gateway.ask(text)).body).toBe((await executed.ask(text)).body);
    expect((await watched.count()).written).toBe(0);
  });

  it('what variables leave out is left out of each request as it says', async () => {
    const text = `query($a: Boolean!, $b: Boolean = false) { products(first: 3) { ...T @skip(if: $b) nodes { name @include(if: $a) sku
      price(currency: "EUR") @skip(if: $b) { money { formatted } } variations { name @skip(if: $a) id } } } }
      fragment T on ProductConnection { totalCount pageInfo { endCursor @include(if: $a) hasNextPage } }`;
    const executed = gateway.with({ writesQueries: false });
    for (let round = 0; round < 4; round += 1) {
      for (const variables of [
        { a: true },
        { a: false },
        { a: true, b: true },
        { a: false, b: true },
        { a: true, b: null },
      ]) {
        expect(anonymous(await gateway.ask(text, variables))).toBe(anonymous(await executed.ask(text, variables)));
      }
    }
  });

  it('each operation of a document is its own', async () => {
    const text = 'query A($n: Int!) { products(first: $n) { nodes { sku } } }';
    for (let round = 0; round < 4; round += 1) {
      const { data, errors, shown } = await gateway.ask(text, { n: round + 1 });
      expect(errors, shown).toEqual([]);
      expect(data.products.nodes.length, shown).toBe(round + 1);
    }
  });
});

/** Errors name the request that they belong to. */
function anonymous({ body }: Answer): string {
  return body.replaceAll(/request-\d+/g, 'request');
}
