/** What shoppers and one back office send: lists, products with their children, REST pages, and a write in twenty requests. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { OpenLoopRequest } from './open-loop.ts';

const listPage = `query List($first: Int!) { products(first: $first) { totalCount
  nodes { id name sku slug price(currency: "EUR") { money { amount formatted } } } } }`;
const productPage = `query Product($id: ID!) { product(id: $id) { name description breadcrumbNodes { name }
  children: childProducts(first: 10) { totalCount nodes { id sku name price(currency: "EUR") { money { formatted } } } } } }`;
const write = `mutation Write($input: CreateCustomApiInput!) { createCustomApi(input: $input) { customApi { slug } } }`;

const { showcaseParent, manyChildrenParent } = demoIds.products;

export function shopRequests(token: string): OpenLoopRequest[] {
  const ask = (query: string, variables: object, headers: OpenLoopRequest['headers'] = {}): OpenLoopRequest => {
    return { method: 'POST', path: '/graphql', headers, body: JSON.stringify({ query, variables }) };
  };
  const input = { name: 'w{unique}', slug: 'w{unique}', apiType: 'w{unique}_ext' };
  const path = `/pcm/catalog/products/${manyChildrenParent}/relationships/children?page[limit]=25`;
  return [
    ...Array.from({ length: 3 }, () => [
      ask(listPage, { first: 25 }),
      ask(productPage, { id: showcaseParent }),
      ask(listPage, { first: 10 }),
      ask(productPage, { id: manyChildrenParent }),
      ask(listPage, { first: 50 }),
      { method: 'GET', path, headers: {}, body: '' } as const,
    ]).flat(),
    ask(productPage, { id: showcaseParent }),
    ask(write, { input }, { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'w{unique}' }),
  ];
}
