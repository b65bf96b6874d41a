/** The API as its users use it: documents typed by codegen, sent over HTTP, with a bearer token. */
import { rm } from 'node:fs/promises';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { clientErrorOutcomes } from '../../src/http/error-outcomes.ts';
import { createLogger } from '../../src/server/logger.ts';
import { copySqlite } from '../support/copied-databases.ts';
import { fetchFrom } from '../support/fetch-from.ts';
import { subscriptionInput } from '../support/subscription-input.ts';
import {
  ChildProductsDocument,
  type ChildProductsQuery,
  CreateCustomFieldDocument,
  CreateSubscriptionDocument,
  ErrorShapesDocument,
  SubscriptionDocument,
  UpdateApplicationKeyDocument,
} from './generated/graphql.ts';
import { messagesByField } from './messages-by-field.ts';

let app: App;
let token: string;
let directory: string;

beforeAll(async () => {
  directory = await copySqlite('demo');
  app = await createApp(readConfig({ DATA_DIR: directory }), createLogger('silent'));
  const issued = await app.tokens.issue(demoCredentials.clientId, 'client_credentials', new Date());
  token = issued?.accessToken ?? '';
});

afterAll(async () => {
  await app.stores.close();
  await rm(directory, { recursive: true });
});

interface Body<Result> {
  readonly data: Result;
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

async function send<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const body = await request(document, variables);
  expect(body.errors, JSON.stringify({ variables, body })).toBeUndefined();
  return body.data;
}

async function request<Result, Variables>(
  document: TypedDocumentNode<Result, Variables>,
  variables: Variables,
): Promise<Body<Result>> {
  const response = await fetchFrom(app.http)('http://127.0.0.1/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: print(document), variables }),
  });
  return (await response.json()) as Body<Result>;
}

it('walks through all children of a parent, page by page', async () => {
  const parent = demoIds.products.manyChildrenParent;
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { childProducts }: ChildProductsQuery = await send(ChildProductsDocument, {
      parent,
      first: 50,
      after,
      currency: 'EUR',
    });
    seen.push(...(childProducts?.nodes.map(({ resourceId }) => resourceId) ?? []));
    expect(childProducts?.totalCount).toBe(120);
    expect(
      childProducts?.nodes.every(({ status, price }) => status === 'LIVE' && BigInt(price?.money.amount ?? 0) > 0n),
    ).toBe(true);
    after = childProducts?.pageInfo.hasNextPage ? (childProducts.pageInfo.endCursor ?? null) : null;
  } while (after !== null);
  expect(new Set(seen).size).toBe(120);
  expect(seen.length).toBe(120);
});

it('creates a subscription and reads it back', async () => {
  const { createSubscription } = await send(CreateSubscriptionDocument, {
    input: {
      ...subscriptionInput,
      paymentAuthority: { type: 'VENDOR_NET', customerId: 'cus_1', cardId: 'card_1' },
    },
  });
  const created = createSubscription?.subscription;
  expect(created).toMatchObject({ status: 'ACTIVE', currency: 'EUR', offering: { name: 'Sock of the Month' } });
  for (const id of [created?.id ?? '', created?.resourceId ?? '']) {
    expect((await send(SubscriptionDocument, { id })).subscription).toEqual(created);
  }
});

it('renames an application key', async () => {
  const input = { id: demoIds.applicationKeys.storefront, name: 'Shop window' };
  const { updateApplicationKey } = await send(UpdateApplicationKeyDocument, { input });
  expect(updateApplicationKey?.applicationKey?.name).toBe('Shop window');
});

it('creates a custom field, and its custom API lists it', async () => {
  const { createCustomField } = await send(CreateCustomFieldDocument, {
    input: {
      customApiId: demoIds.customApi,
      name: 'Altitude',
      slug: 'altitude-of-roof',
      fieldType: 'INTEGER',
      validation: { integer: { minValue: 0, maxValue: 9_007_199_254_740_991 } },
    },
  });
  const field = createCustomField?.customField;
  expect(field?.validation).toEqual({
    integer: { minValue: 0, maxValue: 9_007_199_254_740_991, allowNullValues: true },
  });
  expect(field?.customApi?.fields?.nodes.map(({ slug }) => slug)).toContain('altitude-of-roof');
});

it('shows each fault of a form beside its field', async () => {
  const { errors = [] } = await request(CreateSubscriptionDocument, {
    input: { ...subscriptionInput, name: 'A', email: 'nobody' },
  });
  expect(messagesByField(errors)).toEqual({
    'input.name': [expect.stringMatching(/'input\.name'.* 3 /)],
    'input.email': [expect.stringMatching(/'input\.email'/)],
  });
});

it("has errors of the schema's shape", async () => {
  const { errorShapes } = await send(ErrorShapesDocument, {});
  expect(errorShapes).toHaveLength(Object.keys(clientErrorOutcomes).length);
  for (const { code, status, title } of errorShapes) expect({ status, title }).toEqual(clientErrorOutcomes[code]);
  const { errors = [] } = await request(SubscriptionDocument, { id: 'no id' });
  const example = errorShapes.find(({ code }) => code === 'VALIDATION_FAILED');
  expect(errors).toHaveLength(1);
  for (const { extensions } of errors) {
    expect(extensions).toMatchObject({ code: 'VALIDATION_FAILED', status: example?.status, title: example?.title });
    expect(Object.keys(example ?? {})).toEqual(expect.arrayContaining(Object.keys(extensions)));
    for (const violation of extensions.violations as object[]) {
      expect(Object.keys(violation)).toEqual(Object.keys(example?.violations?.[0] ?? {}));
    }
  }
});
