/** The same reads and writes on both faces of a gateway that runs somewhere, and what each face says of an outage. */
import { expect } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { subscriptionInput } from './subscription-input.ts';

export interface FaceAnswer {
  /** HTTP's. */
  readonly status: number;
  readonly retryAfter: string | null;
  /** Of a write: whether it was done before, and the id of what it wrote. */
  readonly isReplayed: boolean;
  readonly id: unknown;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it selected
  readonly body: any;
}

export type Ask = (options?: AskOptions) => Promise<FaceAnswer>;

export interface AskOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface BothFaces {
  readonly reads: Readonly<Record<string, Ask>>;
  readonly writes: Readonly<Record<string, Ask>>;
  /** HTTP statuses of /health/live and /health/ready. */
  health(): Promise<readonly [live: number, ready: number]>;
}

const subscription = { ...subscriptionInput, name: 'CANARY Name', email: 'canary@example.com' };
const key = demoIds.applicationKeys.storefront;
const children = `/v2/pcm/catalog/products/${demoIds.products.showcaseParent}/relationships/children`;

export function askBothFaces({ url, token }: { readonly url: string; readonly token: string }): BothFaces {
  async function send(method: string, path: string, sent: unknown, options: AskOptions = {}): Promise<FaceAnswer> {
    const { idempotencyKey, signal } = options;
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      },
      ...(sent !== null && { body: JSON.stringify(sent) }),
      ...(signal && { signal }),
    });
    const text = await response.text();
    const retryAfter = response.headers.get('retry-after');
    const body = JSON.parse(text);
    const written = body.data?.written ?? {
      isReplayed: response.headers.has('idempotent-replayed'),
      thing: { id: body.data?.id },
    };
    return { status: response.status, retryAfter, isReplayed: written.isReplayed, id: written.thing.id, text, body };
  }
  const graphql =
    (query: string, variables: object = {}): Ask =>
    (options) =>
      send('POST', '/graphql', { query, variables }, options);
  const rest =
    (method: string, path: string, data?: object): Ask =>
    (options) =>
      send(method, path, data ? { data } : null, options);

  const create =
    'mutation($input: CreateSubscriptionInput!) { written: createSubscription(input: $input) { thing: subscription { id } isReplayed } }';
  const rename =
    'mutation($input: UpdateApplicationKeyInput!) { written: updateApplicationKey(input: $input) { thing: applicationKey { id } isReplayed } }';
  const { accountId, offeringId, planId, ...others } = subscription;
  return {
    reads: {
      'GraphQL, a field that may be null': graphql(`{ applicationKey(id: "${key}") { name } }`),
      'GraphQL, a field that may not be null': graphql(
        `{ products(first: 1, filter: { sku: { eq: "ALPINE-KETTLE" } }) { nodes { id } } }`,
      ),
      'REST, billing': rest('GET', `/v2/application-keys/${key}`),
      'REST, catalog': rest('GET', `${children}?page[limit]=2`),
    },
    writes: {
      'GraphQL, an insert': graphql(create, { input: subscription }),
      'GraphQL, an update': graphql(rename, { input: { id: key, name: 'Renamed' } }),
      'REST, an insert': rest('POST', '/v2/subscriptions/subscriptions', {
        ...others,
        account_id: accountId,
        offering_id: offeringId,
        plan_id: planId,
      }),
      'REST, an update': rest('PUT', `/v2/application-keys/${key}`, { type: 'application_key', name: 'Renamed' }),
    },
    health: async () => {
      const [live, ready] = await Promise.all(['live', 'ready'].map((name) => fetch(`${url}/health/${name}`)));
      return [live?.status ?? 0, ready?.status ?? 0];
    },
  };
}

export function expectDone({ status, text, body }: FaceAnswer): void {
  expect(status, text).toBeLessThan(300);
  expect(body.errors, text).toBeUndefined();
}

/** A client may try again in a second, and is told nothing of what is behind the gateway. */
export function expectUnavailable({ status, retryAfter, text, body }: FaceAnswer, message = /\. .*again/): void {
  const [error, ...others] = body.errors ?? [];
  expect(others, text).toEqual([]);
  expect(retryAfter, text).toBe('1');
  if (error?.extensions) {
    expect(error.extensions, text).toMatchObject({ code: 'UNAVAILABLE', status: 503, title: 'Service Unavailable' });
    expect(error.message).toMatch(message);
    // A response that has data is a success for HTTP.
    expect(status, text).toBe(body.data ? 200 : 503);
  } else {
    expect(status, text).toBe(503);
    expect(error, text).toMatchObject({
      status: '503',
      title: 'Service Unavailable',
      detail: expect.stringMatching(message),
    });
  }
  expect(text).not.toMatch(/postgres|sqlite|select|insert|127\.0\.0\.1|ECONN|canary/i);
}
