import { randomUUID } from 'node:crypto';
import type { ApplicationKeyCredentials } from '../../src/domain/application-key/ports.ts';
import type { CustomApi, CustomField } from '../../src/domain/custom-field/custom-field.ts';
import type { Publication } from '../../src/domain/release/ports.ts';
import type { NewSubscription } from '../../src/domain/subscription/ports.ts';
import type { Offering, Plan } from '../../src/domain/subscription/subscription.ts';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { createReleaseStore } from '../../src/storage/releases/release-store.ts';

const createdAt = '2026-01-01T00:00:00.000Z';
const updatedAt = '2026-01-02T00:00:00.000Z';

export function offering(changes: Partial<Offering> = {}): Offering {
  return {
    id: randomUUID(),
    externalRef: null,
    name: 'Sock of the Month',
    description: null,
    externalProductRefs: ['socks'],
    owner: 'organization',
    createdAt,
    updatedAt,
    ...changes,
  };
}

export function plan(changes: Partial<Plan> = {}): Plan {
  return {
    id: randomUUID(),
    offeringId: randomUUID(),
    name: 'Monthly',
    description: null,
    billingInterval: 'month',
    billingFrequency: 1,
    prices: [{ currency: 'EUR', amount: 9_223_372_036_854_775_807n, includesTax: true }],
    ...changes,
  };
}

export function subscription(changes: Partial<NewSubscription> = {}): NewSubscription {
  return {
    id: randomUUID(),
    externalRef: null,
    accountId: randomUUID(),
    offering: offering(),
    planId: randomUUID(),
    currency: 'EUR',
    owner: 'store',
    status: 'active',
    createdAt,
    updatedAt,
    canceledAt: null,
    pausedAt: null,
    resumedAt: null,
    endDate: null,
    state: null,
    name: 'Ann',
    email: 'ann@example.com',
    paymentAuthority: null,
    ...changes,
  };
}

export function applicationKey(changes: Partial<ApplicationKeyCredentials> = {}): ApplicationKeyCredentials {
  const id = randomUUID();
  return {
    id,
    name: 'Storefront',
    clientId: `client-${id}`,
    reservedRateLimit: 0,
    lastUsedAt: null,
    createdAt,
    updatedAt,
    secretHash: null,
    ...changes,
  };
}

export function customApi(changes: Partial<CustomApi> = {}): CustomApi {
  const id = randomUUID();
  return {
    id,
    name: 'Care labels',
    description: '',
    slug: 'care-labels',
    apiType: `care_label_${id}`,
    createdAt,
    updatedAt,
    ...changes,
  };
}

export function customField(changes: Partial<CustomField> = {}): CustomField {
  return {
    id: randomUUID(),
    customApiId: randomUUID(),
    name: 'Wash at',
    description: '',
    slug: 'wash_at',
    fieldType: 'boolean',
    validation: { fieldType: 'boolean', rules: { allowNullValues: true } },
    createdAt,
    updatedAt,
    ...changes,
  };
}

/** Writes records as a publish of the catalog does. */
export async function publishRecords(engine: Engine, records: Partial<Publication>): Promise<void> {
  await createReleaseStore(engine).publish({
    publishedAt: createdAt,
    isFirst: false,
    releases: [],
    catalogs: [],
    rules: [],
    files: [],
    offerings: [],
    plans: [],
    customApis: [],
    customFields: [],
    applicationKeys: [],
    ...records,
  });
}
