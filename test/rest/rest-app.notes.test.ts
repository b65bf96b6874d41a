/** What metrics and traces are told of a request over REST: which operation it was, at which path, and how it failed. */
import { expect, it } from 'vitest';
import type { RequestNotes } from '../../src/http/request-notes.ts';
import { openEmbedded } from '../support/engines.ts';
import { openGateway } from '../support/gateway.ts';
import { openRestFace } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const gateway = useOpened(() => openGateway(openEmbedded));

it.each([
  ['/v2/pcm/catalog/products', ['listProducts', '/v2/pcm/catalog/products', null]],
  ['/catalog/products/none', ['getProduct', '/catalog/products/:product_id', 'NOT_FOUND']],
  ['/v2/pcm/catalog/products?page[limit]=none', ['listProducts', '/v2/pcm/catalog/products', 'VALIDATION_FAILED']],
  [
    '/v2/settings/extensions/custom-apis/none',
    ['getCustomApi', '/v2/settings/extensions/custom-apis/:customApiId', 'UNAUTHENTICATED'],
  ],
  ['/v2/none', [null, null, null]],
])('%s is noted as what it is', async (path, expected) => {
  const noted: RequestNotes[] = [];
  const onAnswered = (_: unknown, notes: RequestNotes) => void noted.push(notes);
  const verify = () => Promise.reject(new Error('No token.'));
  await openRestFace({ ...gateway, verify, onAnswered }).rest('GET', path, { as: 'nobody' });
  expect(noted.map(({ operation, route, code }) => [operation, route, code])).toEqual([expected]);
});
