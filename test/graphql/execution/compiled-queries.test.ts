/** Compiled code answers what graphql-js answers: any query of the catalog, made up from the schema. */
import fc from 'fast-check';
import { type GraphQLOutputType, getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { schema } from '../../../src/graphql/schema/schema.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Answer, type Gateway, openGateway } from '../../support/gateway.ts';

const { products } = demoIds;
/** For arguments that a field needs. */
const values: Record<string, string> = {
  currency: '"EUR"',
  template: '"products(care)"',
  selectedOptions: '[]',
  first: '3',
  quantity: '5',
};
const roots = [
  ...Object.values(products).map((id) => `product(id: "${id}")`),
  `childProducts(productId: "${products.manyChildrenParent}", first: 4)`,
  `childProducts(productId: "${products.manyChildrenParent}", last: 2, filter: { tags: { eq: "rain" } })`,
  'products(first: 3)',
  'product(id: "absent")',
];

/** Some fields of a type, some of them under another name. */
function selectionOf(type: GraphQLOutputType, depth: number): fc.Arbitrary<string> {
  const named = getNamedType(type);
  if (!isObjectType(named)) return fc.constant('');
  const fields = Object.values(named.getFields()).filter(
    // Of most products they are an error.
    ({ name, type: inner }) => name !== 'childProducts' && (depth > 0 || !isObjectType(getNamedType(inner))),
  );
  if (fields.length === 0) return fc.constant('{ __typename }');
  return fc
    .array(fc.tuple(fc.nat({ max: fields.length - 1 }), fc.boolean()), { minLength: 1, maxLength: 5 })
    .chain((picked) =>
      fc.tuple(
        ...picked.map(([index, isAliased], place) => {
          const field = fields[index] as (typeof fields)[number];
          const given = field.args.flatMap(({ name }) => (values[name] ? [`${name}: ${values[name]}`] : []));
          const args = given.length > 0 ? `(${given.join(', ')})` : '';
          const alias = isAliased ? `a${place}: ` : '';
          return selectionOf(field.type, depth - 1).map((inner) => `${alias}${field.name}${args} ${inner}`);
        }),
      ),
    )
    .map((selected) => `{ ${selected.join(' ')} }`);
}

const query = fc
  .array(fc.constantFrom(...roots), { minLength: 1, maxLength: 3 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((root, place) => {
        const type = schema.getQueryType()?.getFields()[root.split('(', 1)[0] ?? '']?.type as GraphQLOutputType;
        return selectionOf(type, 3).map((selection) => `r${place}: ${root} ${selection}`);
      }),
    ),
  )
  .map((fields) => `{ ${fields.join(' ')} }`);

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
      { numRuns: name === 'sqlite' ? 400 : 100 },
    );
    expect(answered).toBeGreaterThan(15);
  }, 120_000);

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

  it('a query is compiled once it is asked often, and each operation of a document is its own', async () => {
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
