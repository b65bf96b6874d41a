/** The records of a publication that are not part of a release, as rows: new ones are added, known ones replaced by id. */
import type { Insertable, Transaction } from 'kysely';
import { formatExactJson } from '../../domain/input/exact-json.ts';
import type { Publication } from '../../domain/release/ports.ts';
import { fromApplicationKey } from '../application-key-store.ts';
import { fromCustomField } from '../custom-field-store.ts';
import type { Schema } from '../schema.ts';

type KeyedTable = 'catalog' | 'catalog_rule' | 'offering' | 'plan' | 'custom_api' | 'custom_field' | 'application_key';

export async function publishRecords(transaction: Transaction<Schema>, publication: Publication): Promise<void> {
  const { catalogs, rules, offerings, plans, customApis, customFields, applicationKeys } = publication;
  const tables: { [Table in KeyedTable]: Insertable<Schema[Table]>[] } = {
    catalog: catalogs.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt })),
    catalog_rule: rules.map((rule) => ({
      id: rule.id,
      catalog_id: rule.catalogId,
      name: rule.name,
      channels: JSON.stringify(rule.channels),
      tags: JSON.stringify(rule.tags),
      account_ids: JSON.stringify(rule.accountIds),
      account_tag_ids: JSON.stringify(rule.accountTagIds),
      customer_ids: JSON.stringify(rule.customerIds),
      unknown_criteria: JSON.stringify(rule.unknownCriteria),
      schedules: JSON.stringify(rule.schedules),
      created_at: rule.createdAt,
    })),
    offering: offerings.map((offering) => ({
      id: offering.id,
      external_ref: offering.externalRef,
      name: offering.name,
      description: offering.description,
      external_product_refs: JSON.stringify(offering.externalProductRefs),
      owner: offering.owner,
      created_at: offering.createdAt,
      updated_at: offering.updatedAt,
    })),
    plan: plans.map((plan) => ({
      id: plan.id,
      offering_id: plan.offeringId,
      name: plan.name,
      description: plan.description,
      billing_interval_type: plan.billingInterval,
      billing_frequency: plan.billingFrequency === null ? null : String(plan.billingFrequency),
      prices: formatExactJson(plan.prices),
    })),
    custom_api: customApis.map((api) => ({
      id: api.id,
      name: api.name,
      description: api.description,
      slug: api.slug,
      api_type: api.apiType,
      created_at: api.createdAt,
      updated_at: api.updatedAt,
    })),
    custom_field: customFields.map(fromCustomField),
    application_key: applicationKeys.map(fromApplicationKey),
  };
  for (const table of Object.keys(tables) as KeyedTable[]) {
    for (const row of tables[table]) await upsert(transaction, table, row);
  }
}

async function upsert(transaction: Transaction<Schema>, table: KeyedTable, row: { id: string }): Promise<void> {
  const { id: _, ...all } = row;
  // Files that come from the platform hold keys without their secrets: those that are known here stay.
  const known = Object.entries(all).filter(([, value]) => table !== 'application_key' || value !== null);
  const columns = Object.fromEntries(known);
  // Kysely can't relate a table's name in a variable to its columns; `tables` above did.
  await transaction
    .insertInto(table)
    .values(row as never)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns as never))
    .execute();
}
