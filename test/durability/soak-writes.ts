/** All writes, with idempotency keys and without, sent twice, and the tokens that they need. */
import { randomUUID } from 'node:crypto';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { subscriptionInput as subscription } from '../support/subscription-input.ts';
import { askGraphQL, askStatus, pick, type SoakAction } from './soak-action.ts';
import type { SoakClient } from './soak-client.ts';

const createSubscription = `mutation($input: CreateSubscriptionInput!) {
  createSubscription(input: $input) { isReplayed subscription { id offering { name } } } }`;
const createCustomField = `mutation($input: CreateCustomFieldInput!) { createCustomField(input: $input) { customField { id slug } } }`;
const rename = `mutation($input: UpdateApplicationKeyInput!) { updateApplicationKey(input: $input) { applicationKey { name } } }`;
const readKeys = `{ applicationKey(id: "${demoIds.applicationKeys.storefront}") { name updatedAt } }`;

const subscriptionResource = {
  data: {
    type: 'subscription',
    account_id: subscription.accountId,
    offering_id: subscription.offeringId,
    plan_id: subscription.planId,
    currency: 'EUR',
    name: subscription.name,
    email: subscription.email,
  },
};
const login = `grant_type=client_credentials&client_id=demo-admin&client_secret=demo-admin-secret-not-for-production`;
const keysKept = 200;

export function createWrites(client: SoakClient, firstToken: string): Record<string, SoakAction> {
  let token = firstToken;
  const usedKeys: string[] = [];
  const write = async (query: string, input: object, headers = {}) =>
    askGraphQL(client, { query, variables: { input }, headers: { Authorization: `Bearer ${token}`, ...headers } });
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const action = (weight: number, expected: readonly string[], run: () => Promise<string>): SoakAction => {
    return { weight, expected, run };
  };
  return {
    'a subscription': action(3, ['ok'], async () => (await write(createSubscription, subscription)).outcome),
    'a subscription with a key': action(3, ['ok'], async () => {
      const key = randomUUID();
      const { outcome } = await write(createSubscription, subscription, { 'Idempotency-Key': key });
      if (usedKeys.push(key) > keysKept) usedKeys.shift();
      return outcome;
    }),
    'a subscription again': action(3, ['replayed', 'none yet'], async () => {
      if (usedKeys.length === 0) return 'none yet';
      const { outcome, data } = await write(createSubscription, subscription, { 'Idempotency-Key': pick(usedKeys) });
      return data?.createSubscription?.isReplayed ? 'replayed' : outcome;
    }),
    'a subscription over REST, and again at once': action(1, ['201, 201', '201, 409', '409, 201'], async () => {
      const asked = {
        method: 'POST',
        path: '/v2/subscriptions/subscriptions',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify(subscriptionResource),
      };
      return (await Promise.all([askStatus(client, asked), askStatus(client, asked)])).join(', ');
    }),
    'a custom field': action(2, ['ok'], async () => {
      const slug = `s${randomUUID()}`;
      const input = { customApiId: demoIds.customApi, name: slug, slug, fieldType: 'STRING' };
      return (await write(createCustomField, input)).outcome;
    }),
    'a key renamed': action(2, ['ok'], async () => {
      const input = { id: demoIds.applicationKeys.storefront, name: `Shop ${randomUUID()}` };
      return (await write(rename, input)).outcome;
    }),
    'what needs a token': action(3, ['ok'], async () => (await write(readKeys, {})).outcome),
    'a new token': action(0.5, ['200'], async () => {
      const { status, text } = await client.send({
        method: 'POST',
        path: '/oauth/access_token',
        headers: form,
        body: login,
      });
      if (status === 200) token = JSON.parse(text).access_token;
      return String(status);
    }),
    'an implicit token': action(0.5, ['200'], () =>
      askStatus(client, {
        method: 'POST',
        path: '/oauth/access_token',
        headers: form,
        body: 'grant_type=implicit&client_id=demo-storefront',
      }),
    ),
  };
}
