/** Secrets wherever a GraphQL client may put one: rightly, by mistake, or to see what comes back. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { Canaries } from './canaries.ts';
import {
  confidentialHeaders,
  create,
  graphqlRequest,
  type Headers,
  posted,
  type SecretRequest,
  subscriptionInput,
  unknownId,
} from './secret-request.ts';

const { offering: offeringId, plan: planId, planOfAnotherOffering, partnerAccount: accountId } = demoIds;

export function graphqlRequests(canaries: Canaries, token: Headers): SecretRequest[] {
  const { make } = canaries;
  const input = () => subscriptionInput(canaries);
  const headers = () => ({ ...token, ...confidentialHeaders(canaries) });
  const ask = (name: string, variables: object, query?: string, more: Headers = {}) =>
    graphqlRequest(`GraphQL: ${name}`, variables, { ...headers(), ...more }, query);
  const literal = (name: string, fields: string, directive = '') =>
    ask(name, {}, `mutation { createSubscription(input: { ${fields} })${directive} { isReplayed } }`);
  const required = `accountId: "${accountId}", offeringId: "${offeringId}", planId: "${planId}", currency: "EUR"`;
  const mailed = () => `${required}, name: "Ada", email: "${make('e-mail')}@example.com"`;
  const secret = () => make('literal');
  const variables = encodeURIComponent(JSON.stringify({ input: input() }));
  return [
    ask('a subscription', { input: input() }),
    ask('an unknown offering', { input: { ...input(), offeringId: unknownId } }),
    ask('a plan of another offering', { input: { ...input(), planId: planOfAnotherOffering } }),
    ask('faulty values', { input: { ...input(), email: make('e-mail'), currency: 'XXX' } }),
    ask('values that are too long', { input: { ...input(), email: `${make('e-mail').repeat(30)}@example.com` } }),
    ask('a card that is too long', {
      input: {
        ...input(),
        paymentAuthority: {
          type: 'VENDOR_NET',
          customerId: make('customer id').repeat(30),
          cardId: make('card id').repeat(30),
        },
      },
    }),
    ask('values of another type', {
      input: { ...input(), email: [make('e-mail')], paymentAuthority: make('card id') },
    }),
    ask('a wrong payment type', {
      input: {
        ...input(),
        paymentAuthority: { type: make('payment type'), customerId: 1, cardId: { a: make('card id') } },
      },
    }),
    ask('unknown members', { input: { ...input(), card: make('card id') } }),
    ask('the input as a text', { input: JSON.stringify(input()) }),
    ask('unknown variables', { input: input(), token: make('variable') }),
    ask(
      'variables of the wrong type',
      { n: make('variable') },
      'query($n: Int) { products(first: $n) { totalCount } }',
    ),
    literal(
      'literals',
      `${mailed()}, paymentAuthority: { type: VENDOR_NET, customerId: "${secret()}", cardId: "${secret()}" }`,
    ),
    literal('a key in the document', mailed(), ` @idempotent(key: "${make('idempotency key')}")`),
    literal('a key that is too long', mailed(), ` @idempotent(key: "${make('idempotency key').repeat(10)}")`),
    literal('a key without quotes', mailed(), ` @idempotent(key: ${make('idempotency key')})`),
    literal('a name where a text belongs', `${required}, name: "Ada", email: ${secret()}`),
    literal('a text where an enum value belongs', `${mailed()}, paymentAuthority: { type: "${secret()}" }`),
    literal('an enum value that is none', `${mailed()}, paymentAuthority: { type: ${secret()} }`),
    literal('a text where an object belongs', `${mailed()}, paymentAuthority: "${secret()}"`),
    literal('an object where a text belongs', `${required}, name: "Ada", email: { address: "${secret()}" }`),
    literal('a list where a text belongs', `${required}, name: "Ada", email: ["${secret()}"]`),
    literal('a text where a boolean belongs', `${mailed()}, validateOnly: "${secret()}"`),
    literal('a text too many', `${mailed()} "${secret()}" "${secret()}"`),
    literal('a block text too many', `${mailed()} """${secret()}"""`),
    literal('a name too many', `${mailed()} ${secret()} ${secret()}`),
    ask('a text where a name belongs', {}, `{ "${secret()}" }`),
    ask('a text without an end', {}, `{ product(id: "${secret()}`),
    ask('a text where a number belongs', {}, `{ products(first: "${secret()}") { totalCount } }`),
    ask('a faulty cursor', {}, `{ products(after: "${make('cursor')}") { totalCount } }`),
    ask('a faulty default', {}, `query($n: Int = "${secret()}") { products(first: $n) { totalCount } }`),
    ask(
      'too many tokens',
      {},
      `{ products(first: 1) { totalCount } } # ${secret()}\n${'{ a } '.repeat(2000)} "${secret()}"`,
    ),
    ask('a faulty channel', {}, '{ __typename }', { 'EP-Channel': `${make('channel')}\xff` }),
    ask('a long language', {}, '{ __typename }', { 'Accept-Language': make('language').repeat(10) }),
    ask('an empty key', {}, '{ __typename }', { 'Idempotency-Key': '' }),
    {
      name: 'GraphQL: half of a body',
      ...posted('/graphql', `{"query":"{a}","variables":{"cardId":"${make('card id')}`, headers()),
    },
    { name: 'GraphQL: a body that is no JSON', ...posted('/graphql', `cardId=${make('card id')}`, headers()) },
    { name: 'GraphQL: a list', ...posted('/graphql', JSON.stringify([{ query: `"${make('batch')}"` }]), headers()) },
    {
      name: 'GraphQL: a form',
      ...posted('/graphql', `query=${make('form')}`, {
        ...headers(),
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    },
    {
      name: 'GraphQL: too large',
      ...posted('/graphql', JSON.stringify({ query: `# ${make('large')} ${'x'.repeat(20_000)}` }), headers()),
    },
    {
      name: 'GraphQL: a mutation by GET',
      path: `/graphql?query=${encodeURIComponent(create)}&variables=${variables}`,
      headers: headers(),
    },
    {
      name: 'GraphQL: faulty variables by GET',
      path: `/graphql?query={__typename}&variables={"cardId":"${make('card id')}`,
      headers: headers(),
    },
    {
      name: 'GraphQL: a token in the query string',
      path: `/graphql?query={__typename}&access_token=${make('token in the query string')}`,
    },
    {
      name: 'GraphiQL: a token in the query string',
      path: `/graphql?access_token=${make('token in the query string')}`,
      headers: { ...headers(), Accept: 'text/html' },
    },
    {
      name: 'GraphQL: a method that it has not',
      path: `/graphql?key=${make('query string')}`,
      method: 'DELETE',
      headers: headers(),
    },
  ];
}
