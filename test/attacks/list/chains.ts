/** Lists within lists: a matrix whose children lead back to their parent, a custom API whose fields lead back to it. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { RequestAttack } from '../attack.ts';
import { times, toAttacks } from './graphql-attack.ts';

const limited = /^(200|200 LIMIT_EXCEEDED cost|400 LIMIT_EXCEEDED \w+)$/;
const toParent = (inner: string) => `variationMatrix(first: 100) { nodes { product { parent { ${inner} } } } }`;
const availability = 'optionAvailability { optionId isAvailable }';

const matrixChain = (inner: string) => toParent(toParent(inner));
const fieldsOfFields = (levels: number): string =>
  levels === 0 ? 'name' : `fields(first: 30) { nodes { name customApi { ${fieldsOfFields(levels - 1)} } } }`;

export const chains: readonly RequestAttack[] = [
  ...toAttacks({
    row: 3,
    name: 'a matrix within a matrix, and the availability of each option',
    ways: ['nobody', 'implicit', 'client_credentials', 'GET'],
    expected: limited,
    request: ({ store }) => ({ query: `{ product(id: "${store.parent}") { ${matrixChain(availability)} } }` }),
  }),
  ...toAttacks({
    row: 3,
    name: 'the same in 11 aliases',
    expected: limited,
    request: ({ store }) => ({
      query: `{ product(id: "${store.parent}") { ${matrixChain(times(11, (i) => `o${i}: ${availability}`))} } }`,
    }),
  }),
  ...toAttacks({
    row: 3,
    name: 'a matrix with the availability of each option beside it',
    expected: limited,
    request: ({ store }) => ({
      query: `{ product(id: "${store.parent}") { ${times(20, (i) => `o${i}: ${availability}`)} ${toParent(availability)} } }`,
    }),
  }),
  ...toAttacks({
    row: 3,
    name: 'a matrix of 200 aliases',
    expected: limited,
    request: ({ store }) => ({
      query: `{ product(id: "${store.parent}") { ${times(190, (i) => `m${i}: variationMatrix(first: 100) { nodes { optionIds productId } }`)} } }`,
    }),
  }),
  ...toAttacks({
    row: 3,
    name: 'ids of all children in 190 aliases',
    expected: limited,
    request: ({ store }) => ({
      query: `{ product(id: "${store.parent}") { ${times(190, (i) => `c${i}: builtChildren(first: 100) { nodes { productId } }`)} } }`,
    }),
  }),
  ...[2, 4, 5, 6].flatMap((levels) =>
    toAttacks({
      row: 4,
      name: `a custom API of 30 fields, ${levels} levels`,
      ways: ['client_credentials'],
      expected: limited,
      prepare: createFields,
      request: () => ({
        query: `query($id: ID!) { customApi(id: $id) { ${fieldsOfFields(levels)} } }`,
        variables: { id: demoIds.customApi },
      }),
    }),
  ),
];

/** As often as it is prepared, there are these thirty: a slug that is taken is a conflict, and fine. */
async function createFields({ post, tokens }: Parameters<NonNullable<RequestAttack['prepare']>>[0]): Promise<void> {
  const query = `mutation($api: ID!, ${times(10, (i) => `$s${i}: String!`)}) { ${times(10, (i) => `f${i}: createCustomField(input: { customApiId: $api, name: "Attack", slug: $s${i}, fieldType: STRING }) { isReplayed }`)} }`;
  for (let tens = 0; tens < 3; tens += 1) {
    const slugs = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`s${i}`, `attack-${tens}-${i}`]));
    const headers = { Authorization: `Bearer ${tokens.client_credentials}` };
    const { summary } = await post({ query, variables: { api: demoIds.customApi, ...slugs } }, headers);
    if (!/^200( CONFLICT×10)?$/.test(summary)) throw new Error(`The fields were not created: ${summary}`);
  }
}
