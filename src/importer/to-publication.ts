/** The records that stand beside the releases, in the domain's terms. */

import type { ApplicationKeyCredentials } from '../domain/application-key/ports.ts';
import { hashSecret } from '../domain/application-key/secret-hash.ts';
import type { CustomFieldValidation } from '../domain/custom-field/custom-field.ts';
import type { Publication } from '../domain/release/ports.ts';
import type { ApplicationKeyRecord } from './application-key-record.ts';
import type { OfferingRecord, PlanRecord } from './billing-record.ts';
import type { CatalogRecord, CatalogRuleRecord } from './catalog-record.ts';
import type { CustomApiRecord, CustomFieldRecord } from './custom-api-record.ts';
import { toPrices } from './to-prices.ts';

/** What stands beside the releases. */
export interface SmallRecords {
  readonly rules: readonly CatalogRuleRecord[];
  readonly offerings: readonly OfferingRecord[];
  readonly plans: readonly PlanRecord[];
  readonly customApis: readonly CustomApiRecord[];
  readonly customFields: readonly CustomFieldRecord[];
  readonly applicationKeys: readonly ApplicationKeyRecord[];
}

export interface PublishedRecords extends SmallRecords {
  readonly catalogs: readonly CatalogRecord[];
}

/** `now` stands in for the creation of a catalog or rule that does not say when it was. */
export async function toPublicationRecords(
  source: PublishedRecords,
  now: Date,
): Promise<Omit<Publication, 'publishedAt' | 'releases' | 'isFirst'>> {
  const created = (moment: string | null | undefined) => (moment == null ? now.toISOString() : utc(moment));
  return {
    catalogs: source.catalogs.map(({ id, attributes }) => ({
      id,
      name: attributes.name,
      createdAt: created(attributes.created_at),
    })),
    rules: source.rules.map((rule) => toRule(rule, created(rule.attributes.created_at))),
    offerings: source.offerings.map(toOffering),
    plans: source.plans.map(toPlan),
    customApis: source.customApis.map(toCustomApi),
    customFields: source.customFields.map(toCustomField),
    applicationKeys: await Promise.all(source.applicationKeys.map(toApplicationKey)),
  };
}

/** Moments are stored in one form, so that texts compare as times do. */
function utc(moment: string): string {
  return new Date(moment).toISOString();
}

function utcOrNull(moment: string | null | undefined): string | null {
  return moment == null ? null : utc(moment);
}

function toRule({ id, attributes }: CatalogRuleRecord, createdAt: string) {
  return {
    id,
    catalogId: attributes.catalog_id,
    name: attributes.name,
    channels: attributes.channels ?? [],
    tags: attributes.tags ?? [],
    accountIds: attributes.account_ids ?? [],
    schedules: (attributes.schedules ?? []).map(({ valid_from, valid_to }) => ({
      validFrom: utcOrNull(valid_from),
      validTo: utcOrNull(valid_to),
    })),
    createdAt,
  };
}

function toOffering({ id, attributes }: OfferingRecord) {
  const { external_product_refs, owner, timestamps } = attributes.meta;
  return {
    id,
    externalRef: attributes.external_ref ?? null,
    name: attributes.name,
    description: attributes.description ?? null,
    externalProductRefs: external_product_refs,
    owner,
    createdAt: utc(timestamps.created_at),
    updatedAt: utc(timestamps.updated_at),
  };
}

function toPlan({ id, attributes }: PlanRecord) {
  return {
    id,
    offeringId: attributes.offering_id,
    name: attributes.name,
    description: attributes.description ?? null,
    billingIntervalType: attributes.billing_interval_type,
    billingFrequency: attributes.billing_frequency,
    prices: toPrices(attributes.price),
  };
}

function toCustomApi({ id, name, description, slug, api_type, meta }: CustomApiRecord) {
  return {
    id,
    name,
    description: description ?? '',
    slug,
    apiType: api_type,
    createdAt: utc(meta.timestamps.created_at),
    updatedAt: utc(meta.timestamps.updated_at),
  };
}

function toCustomField(record: CustomFieldRecord) {
  return {
    id: record.id,
    customApiId: record.custom_api_id,
    name: record.name,
    description: record.description ?? '',
    slug: record.slug,
    fieldType: record.field_type,
    validation: toValidation(record),
    createdAt: utc(record.meta.timestamps.created_at),
    updatedAt: utc(record.meta.timestamps.updated_at),
  };
}

/** A limit that is not given comes back as null, and null values are allowed unless refused. */
function toValidation({ field_type, validation = {} }: CustomFieldRecord): CustomFieldValidation {
  const allowNullValues = validation[field_type]?.allow_null_values ?? true;
  if (field_type === 'boolean') return { fieldType: field_type, rules: { allowNullValues } };
  if (field_type === 'string') {
    const { min_length, max_length, regex } = validation.string ?? {};
    const rules = {
      minLength: min_length ?? null,
      maxLength: max_length ?? null,
      regex: regex ?? null,
      allowNullValues,
    };
    return { fieldType: field_type, rules };
  }
  const { min_value, max_value } = validation[field_type] ?? {};
  return {
    fieldType: field_type,
    rules: { minValue: min_value ?? null, maxValue: max_value ?? null, allowNullValues },
  };
}

async function toApplicationKey(record: ApplicationKeyRecord): Promise<ApplicationKeyCredentials> {
  const { timestamps } = record.meta;
  return {
    id: record.id,
    name: record.name,
    clientId: record.client_id,
    secretHash: record.client_secret === undefined ? null : await hashSecret(record.client_secret),
    reservedRateLimit: record.reserved_rate_limit ?? 0,
    lastUsedAt: utcOrNull(timestamps.last_used_at),
    createdAt: utc(timestamps.created_at),
    updatedAt: utc(timestamps.updated_at),
  };
}
