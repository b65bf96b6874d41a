/** Compiled code answers what graphql-js answers: any query of the catalog, made up from the schema. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';
import { plain, randomQuery } from '../../support/random-query.ts';
import { runs } from '../../support/runs.ts';

const query = randomQuery(plain);

describeEachEngine('compiled queries', (open, name) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await openGateway(open);
  });
  afterAll(() => gateway.drop());

  it('answer what graphql-js does', async () => {
    const [compiled, executed] = [
      gateway.with({ compileAfter: 0 }),
      gateway.with({ compileAfter: Number.POSITIVE_INFINITY }),
    ];
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const [one, other] = [await compiled.ask(text), await executed.ask(text)];
        answered += Number(one.errors.length === 0);
        expect(inOrder(one)).toEqual(inOrder(other));
        if (one.errors.length === 0) expect(one.body).toBe(other.body);
      }),
      { numRuns: name === 'sqlite' ? runs(100, 800) : runs(30, 200) },
    );
    expect(answered).toBeGreaterThan(runs(3, 30));
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
    ['introspection', '{ __schema { queryType { name fields { name } } } __type(name: "Price") { fields { name } } }'],
  ])('%s is as it is with graphql-js', async (_title, text) => {
    const [compiled, executed] = [
      gateway.with({ compileAfter: 0 }),
      gateway.with({ compileAfter: Number.POSITIVE_INFINITY }),
    ];
    expect(anonymous((await compiled.ask(text)).body)).toBe(anonymous((await executed.ask(text)).body));
  });

  it('a query is compiled once it is sent often, and each operation of a document is its own', async () => {
    const { ask } = gateway.with({ compileAfter: 2 });
    for (let round = 0; round < 4; round += 1) {
      const { data, errors, shown } = await ask('query A($n: Int!) { products(first: $n) { nodes { sku } } }', {
        n: round + 1,
      });
      expect(errors, shown).toEqual([]);
      expect(data.products.nodes.length, shown).toBe(round + 1);
    }
  });
});

/** Errors name the request that they belong to, and stand in the order in which they happened. */
function inOrder({ body }: Answer): unknown {
  const { errors = [], ...rest } = JSON.parse(anonymous(body));
  return [rest, errors.map((error: object) => JSON.stringify(error)).sort()];
}

function anonymous(body: string): string {
  return body.replaceAll(/request-\d+/g, 'request');
}
