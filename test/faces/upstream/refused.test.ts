/** A list that the platform refuses is not one that is empty, and says nothing of the product that it belongs to. */
import { afterEach, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { openEmbedded } from '../../support/engines.ts';
import { openGatewayBefore } from '../../support/gateway-before.ts';
import { useOpened } from '../../support/use-opened.ts';

const gateway = useOpened(() =>
  openGatewayBefore(openEmbedded, {
    distort: (answer) => (status !== 200 && answer.text.includes('"product"') ? { status, text: refusal } : answer),
  }),
);
let status = 200;
let refusal = '<html>';
afterEach(() => {
  refusal = '<html>';
});

const parentId = demoIds.products.showcaseParent;
const lists = ['/v2/pcm/catalog/products', `/v2/pcm/catalog/products/${parentId}/relationships/children`];

it.each([
  [lists[0], 404, 'Not Found'],
  [lists[0], 414, 'Refused'],
  [lists[0], 422, 'Unprocessable Entity'],
  [lists[1], 414, 'Refused'],
  [lists[1], 451, 'Refused'],
])('%s that is answered by %i is told so', async (path = '', refused, title) => {
  status = refused;
  const { status: shown, body } = await gateway.rest('GET', path);
  const detail = `The platform refused the request (${refused}).`;
  expect([shown, body]).toEqual([refused, { errors: [{ title, status: String(refused), detail }] }]);
});

it('children that are refused are told so in the graph', async () => {
  status = 414;
  const { errors, shown } = await gateway.ask(`{ childProducts(productId: "${parentId}") { totalCount } }`);
  expect(errors, shown).toEqual([
    expect.objectContaining({
      message: 'The platform refused the request (414).',
      extensions: expect.objectContaining({ code: 'UNPROCESSABLE_ENTITY', status: 414, title: 'Refused' }),
    }),
  ]);
});

it('several errors of the platform are an entry each over REST, and one message in the graph', async () => {
  status = 400;
  refusal = JSON.stringify({
    errors: [
      { title: 'Faulty', detail: 'filter: no such attribute' },
      { detail: 'page: too long' },
      { title: 'Third' },
    ],
  });
  const told = ['filter: no such attribute', 'page: too long', 'Third'];
  const { body } = await gateway.rest('GET', lists[0] ?? '');
  expect(body).toEqual({ errors: told.map((detail) => ({ title: 'Faulty', status: '400', detail })) });
  const { errors, shown } = await gateway.ask('{ products { totalCount } }');
  expect(errors, shown).toEqual([expect.objectContaining({ message: told.join(' ') })]);
});
