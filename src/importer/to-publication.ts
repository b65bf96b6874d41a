/** The records that stand beside the releases, in the domain's terms. */
import { type ApplicationKeyResource, toApplicationKey } from '../contract/application-key.ts';
import { type CatalogResource, toCatalog } from '../contract/catalog.ts';
import { type CatalogRuleResource, toCatalogRule } from '../contract/catalog-rule.ts';
import { type CustomApiResource, toCustomApi } from '../contract/custom-api.ts';
import { type CustomFieldResource, toCustomField } from '../contract/custom-field.ts';
import type { FileResource } from '../contract/file.ts';
import { type OfferingResource, toOffering } from '../contract/offering.ts';
import { type PlanResource, toPlan } from '../contract/plan.ts';
import type { ApplicationKeyCredentials } from '../domain/application-key/ports.ts';
import { hashSecret } from '../domain/application-key/secret-hash.ts';
import { lastSecond } from '../domain/input/date-time.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import type { Publication } from '../domain/release/ports.ts';

export interface PublishedRecords {
  readonly catalogs: readonly CatalogResource[];
  readonly rules: readonly CatalogRuleResource[];
  readonly files: readonly FileResource[];
  readonly offerings: readonly OfferingResource[];
  readonly plans: readonly PlanResource[];
  readonly customApis: readonly CustomApiResource[];
  readonly customFields: readonly CustomFieldResource[];
  readonly applicationKeys: readonly KeyWithSecret[];
}

type KeyWithSecret = ApplicationKeyResource & { readonly client_secret?: string | null | undefined };

export type PublicationRecords = Omit<Publication, 'publishedAt' | 'releases' | 'isFirst' | 'mirrored'>;

/** In milliseconds. */
const lastMoment = lastSecond * 1000 + 999;

/**
 * What does not say when it was created keeps what the store knows. What is new comes after all others, whatever the clock says: that of the machine
 * that knows the others may be ahead, and who was created first goes first.
 */
export function withCreation<Of extends CatalogResource | CatalogRuleResource>(
  records: readonly Of[],
  known: readonly { readonly id: string; readonly createdAt: string }[],
  now: Date,
): Of[] {
  const knownById = new Map(known.map(({ id, createdAt }) => [id, createdAt]));
  const told = [...knownById.values(), ...records.flatMap(({ attributes }) => attributes.created_at ?? [])];
  const next = told.reduce((latest, moment) => Math.max(latest, Date.parse(moment) + 1), now.getTime());
  const standIn = new Date(Math.min(next, lastMoment)).toISOString();
  return records.map((record) => {
    const created_at = record.attributes.created_at ?? knownById.get(record.id) ?? standIn;
    return { ...record, attributes: { ...record.attributes, created_at } };
  });
}

/** `now` stands in for the creation of a catalog or rule that does not say when it was. */
export async function toPublicationRecords(source: PublishedRecords, now: string): Promise<PublicationRecords> {
  return {
    catalogs: source.catalogs.map((catalog) => toCatalog(catalog, now)),
    rules: source.rules.map((rule) => toCatalogRule(rule, now)),
    files: source.files.map((record) => ({ id: record.id, document: formatExactJson(record) })),
    offerings: source.offerings.map(toOffering),
    plans: source.plans.map(toPlan),
    customApis: source.customApis.map(toCustomApi),
    customFields: source.customFields.map(toCustomField),
    applicationKeys: await Promise.all(source.applicationKeys.map(toCredentials)),
  };
}

async function toCredentials(key: KeyWithSecret): Promise<ApplicationKeyCredentials> {
  const secretHash = key.client_secret == null ? null : await hashSecret(key.client_secret);
  return { ...toApplicationKey(key), secretHash };
}
