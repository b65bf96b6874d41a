/** Requests that hold secrets: what the tables of them share. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { Canaries } from './canaries.ts';

export interface SecretRequest {
  readonly name: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Headers = Readonly<Record<string, string>>;

const { offering: offeringId, plan: planId, partnerAccount: accountId } = demoIds;
export const subscriptions = '/v2/subscriptions/subscriptions';
export const unknownId = '00000000-0000-4000-8000-000000000000';

export const create = `mutation($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { isReplayed subscription { id resourceId currency status } } }`;

/** A subscription whose every secret is new. */
export function subscriptionInput({ make }: Canaries, name = 'Ada') {
  const paymentAuthority = { type: 'VENDOR_NET', customerId: make('customer id'), cardId: make('card id') };
  const email = `${make('e-mail')}@example.com`;
  return { accountId, offeringId, planId, currency: 'EUR', name, email, paymentAuthority };
}

export function subscriptionData(canaries: Canaries, name?: string) {
  const { paymentAuthority, email, ...input } = subscriptionInput(canaries, name);
  const { customerId, cardId } = paymentAuthority;
  return {
    account_id: input.accountId,
    offering_id: input.offeringId,
    plan_id: input.planId,
    currency: input.currency,
    name: input.name,
    email,
    payment_authority: { type: 'vendor_net', customer_id: customerId, card_id: cardId },
  };
}

export function graphqlRequest(name: string, variables: object, headers: Headers, query = create): SecretRequest {
  return { name, ...posted('/graphql', JSON.stringify({ query, variables }), headers) };
}

export function restRequest(name: string, path: string, data: unknown, headers: Headers, method = 'POST') {
  return { name, ...posted(path, JSON.stringify({ data }), headers), method } satisfies SecretRequest;
}

export function createRequest(
  face: 'GraphQL' | 'REST',
  name: string,
  canaries: Canaries,
  headers: Headers,
  as?: string,
) {
  return face === 'GraphQL'
    ? graphqlRequest(`${face}: ${name}`, { input: subscriptionInput(canaries, as) }, headers)
    : restRequest(`${face}: ${name}`, subscriptions, subscriptionData(canaries, as), headers);
}

export function posted(path: string, body: string, headers: Headers) {
  return { path, body, method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
}

/** What a client sends beside its token. */
export function confidentialHeaders({ make }: Canaries): Headers {
  return {
    Cookie: `session=${make('cookie')}`,
    'Idempotency-Key': make('idempotency key'),
    'X-Api-Key': make('API key'),
    'X-Forwarded-For': make('forwarded for'),
    'X-Auth-Token': make('token in another header'),
    'Proxy-Authorization': `Basic ${Buffer.from(`user:${make('proxy password')}`).toString('base64')}`,
  };
}
