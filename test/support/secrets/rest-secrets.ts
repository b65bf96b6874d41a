/** Secrets in requests of every REST operation, and in such as are none. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { Canaries } from './canaries.ts';
import {
  confidentialHeaders,
  type Headers,
  posted,
  restRequest,
  type SecretRequest,
  subscriptionData,
  subscriptions,
  unknownId,
} from './secret-request.ts';

const applicationKeys = '/v2/application-keys';
const customFields = `/v2/settings/extensions/custom-apis/${demoIds.customApi}/fields`;

export function restRequests(canaries: Canaries, token: Headers): SecretRequest[] {
  const { make } = canaries;
  const headers = () => ({ ...token, ...confidentialHeaders(canaries) });
  const data = () => subscriptionData(canaries);
  const ask = (name: string, sent: unknown, more: Headers = {}) =>
    restRequest(`REST: ${name}`, subscriptions, sent, { ...headers(), ...more });
  const raw = (name: string, body: string, more: Headers = {}) => ({
    name: `REST: ${name}`,
    ...posted(subscriptions, body, { ...headers(), ...more }),
  });
  const key = { type: 'application_key', name: 'Renamed' };
  const field = { name: 'Field', slug: demoIds.takenFieldSlug, field_type: 'string', type: 'custom_field' };
  const hidden = () => `access_token=${make('token in the query string')}`;
  return [
    ask('a subscription', data()),
    ask('an unknown offering', { ...data(), offering_id: unknownId }),
    ask('faulty values', { ...data(), email: make('e-mail'), currency: 'XXX' }),
    ask('values that are too long', { ...data(), email: `${make('e-mail').repeat(30)}@example.com` }),
    ask('values of another type', { ...data(), email: [make('e-mail')], payment_authority: make('card id') }),
    ask('a wrong payment type', {
      ...data(),
      payment_authority: { type: make('payment type'), card_id: { a: make('card id') } },
    }),
    ask('a NUL', { ...data(), email: `${make('e-mail')}\0@example.com` }),
    ask('no object', make('data')),
    ask('a list', [data()]),
    raw('half of a body', `{"data":{"payment_authority":{"card_id":"${make('card id')}`),
    raw('no JSON', `card_id=${make('card id')}`),
    raw('a member twice', `{"data":{"email":"${make('e-mail')}","email":"${make('e-mail')}"}}`),
    raw('a form', `card_id=${make('card id')}`, { 'Content-Type': 'application/x-www-form-urlencoded' }),
    raw('another coding', make('body'), { 'Content-Encoding': 'gzip' }),
    raw('too large', JSON.stringify({ data: { ...data(), x: 'x'.repeat(20_000) } })),
    {
      name: 'REST: a subscription that is not there',
      path: `${subscriptions}/${unknownId}?${hidden()}`,
      headers: headers(),
    },
    {
      name: 'REST: a key',
      path: `${applicationKeys}/${demoIds.applicationKeys.admin}?${hidden()}`,
      headers: headers(),
    },
    { name: 'REST: keys', path: `${applicationKeys}?page[limit]=2&${hidden()}`, headers: headers() },
    restRequest(
      'REST: a key renamed',
      `${applicationKeys}/${demoIds.applicationKeys.storefront}`,
      { ...key, client_secret: make('client secret') },
      headers(),
      'PUT',
    ),
    restRequest(
      'REST: an unknown key',
      `${applicationKeys}/${unknownId}`,
      { ...key, client_secret: make('client secret') },
      headers(),
      'PUT',
    ),
    restRequest(
      'REST: a key without a name',
      `${applicationKeys}/${unknownId}`,
      { client_secret: make('client secret') },
      headers(),
      'PUT',
    ),
    { name: 'REST: custom APIs', path: `/v2/settings/extensions/custom-apis?${hidden()}`, headers: headers() },
    {
      name: 'REST: a custom API',
      path: `/v2/settings/extensions/custom-apis/${demoIds.customApi}?${hidden()}`,
      headers: headers(),
    },
    { name: 'REST: fields', path: `${customFields}?${hidden()}`, headers: headers() },
    { name: 'REST: an unknown field', path: `${customFields}/${unknownId}?${hidden()}`, headers: headers() },
    restRequest('REST: a taken slug', customFields, { ...field, token: make('member') }, headers()),
    { name: 'REST: products', path: `/v2/pcm/catalog/products?page[limit]=1&${hidden()}`, headers: headers() },
    {
      name: 'REST: a product',
      path: `/v2/pcm/catalog/products/${demoIds.products.standard}?${hidden()}`,
      headers: headers(),
    },
    {
      name: 'REST: children',
      path: `/v2/pcm/catalog/products/${demoIds.products.showcaseParent}/relationships/children?${hidden()}`,
      headers: headers(),
    },
    {
      name: 'REST: children of a standard product',
      path: `/v2/pcm/catalog/products/${demoIds.products.standard}/relationships/children?${hidden()}`,
      headers: headers(),
    },
    { name: 'REST: nodes', path: `/v2/pcm/catalog/nodes?page[limit]=1&${hidden()}`, headers: headers() },
    { name: 'REST: a node', path: `/v2/pcm/catalog/nodes/${demoIds.nodes.clothing}?${hidden()}`, headers: headers() },
    { name: 'REST: a faulty page', path: `/v2/pcm/catalog/nodes?page[limit]=x&${hidden()}`, headers: headers() },
    {
      name: 'REST: a query string that does not decode',
      path: `/v2/pcm/catalog/nodes?${hidden()}%zz`,
      headers: headers(),
    },
    {
      name: 'REST: a faulty channel',
      path: '/v2/pcm/catalog/nodes',
      headers: { ...headers(), 'EP-Channel': `${make('channel')}\xff` },
    },
    {
      name: 'REST: a method that it has not',
      path: `${applicationKeys}?${hidden()}`,
      method: 'DELETE',
      headers: headers(),
    },
    { name: 'REST: nothing', path: `/v2/nothing?${hidden()}`, headers: headers() },
  ];
}
