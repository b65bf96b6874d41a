/** A chain of fragments, each of which spreads the one before it twice: few tokens, and ever more fields. */
import type { RequestAttack } from '../attack.ts';
import { times, toAttacks } from './graphql-attack.ts';

const fields = ['name', 'sku', 'slug', 'status', 'description', 'externalRef', 'upcEan', 'commodityType', 'isCurated'];

/** 2^steps spreads of so many fields; the name makes it another document. */
const doubling = (steps: number, leaves: number, name = 'D') =>
  `query ${name}($id: ID!) { product(id: $id) { ...F0 } } ` +
  `${times(steps, (i) => `fragment F${i} on Product { ...F${i + 1} ...F${i + 1} }`)} ` +
  `fragment F${steps} on Product { ${fields.slice(0, leaves).join(' ')} }`;

export const doublingFragments: readonly RequestAttack[] = [
  ...[
    { steps: 14, leaves: 6 },
    { steps: 17, leaves: 1 },
    { steps: 10, leaves: 9 },
  ].map(
    ({ steps, leaves }): RequestAttack => ({
      row: 5,
      name: `a chain of ${steps} fragments that doubles ${leaves} fields at each step, sent six times`,
      expected: /^(200|400 LIMIT_EXCEEDED \w+)( \1)*$/,
      async send({ post, store }) {
        const request = { query: doubling(steps, leaves), variables: { id: store.parent } };
        const answers = [];
        for (let turn = 0; turn < 6; turn += 1) {
          // Other variables each time, so that it is executed rather than answered from the response cache.
          answers.push(await post({ ...request, variables: { ...request.variables, turn } }));
        }
        return [...new Set(answers.map(({ summary }) => summary))].join(' ');
      },
    }),
  ),
  {
    row: 5,
    name: '60 chains of doubling fragments, each sent three times',
    expected: /^(200|400 LIMIT_EXCEEDED \w+)$/,
    async send({ post, store }) {
      const seen = new Set<string>();
      for (let turn = 0; turn < 180; turn += 1) {
        const query = doubling(13, 9, `D${turn % 60}`);
        const { summary } = await post({ query, variables: { id: store.parent, turn } });
        seen.add(summary);
      }
      return [...seen].join(', ');
    },
  },
  ...toAttacks({
    row: 5,
    name: 'a chain of fragments that doubles, through a page of 100',
    expected: /^(200|400 LIMIT_EXCEEDED \w+)$/,
    request: () => ({
      query: `{ products(first: 100) { nodes { ...F0 } } } ${times(7, (i) => `fragment F${i} on Product { ...F${i + 1} ...F${i + 1} }`)} fragment F7 on Product { name sku slug status }`,
    }),
  }),
  ...toAttacks({
    row: 31,
    name: 'a chain of 199 fragments that doubles what is left out of a list',
    expected: /^200$/,
    request: () => ({
      query: `{ products(first: 1) { nodes { sku } ...F0 } } ${times(199, (i) => `fragment F${i} on ProductConnection { ...F${i + 1} ...F${i + 1} }`)} fragment F199 on ProductConnection { pageInfo @skip(if: true) { hasNextPage } }`,
    }),
  }),
];
