/** A record of each type with nothing but what is required, and short ways to ask what becomes of a value. */
import type { Resource } from '../../src/contract/resources.ts';
import { parseRecord } from '../../src/importer/records.ts';

const id = '0b0ddb1e-3c2e-4d5c-8f43-1a8d2f5e9c01';
const times = { created_at: '2025-01-01T00:00:00.000Z', updated_at: '2025-01-02T00:00:00.000Z' };
const noCriteria = { channels: [], tags: [], account_ids: [], schedules: [] };
const offeringMeta = { external_product_refs: [], owner: 'store', timestamps: times };
const billing = { billing_interval_type: 'month', billing_frequency: 1, price: {} };

export const smallRecords = {
  product: {
    id: 'p1',
    type: 'product',
    attributes: { name: 'Kettle', status: 'live', commodity_type: 'physical', ...times },
    relationships: {},
    meta: {},
  },
  node: { id: 'n1', type: 'node', attributes: { name: 'Kitchen', ...times } },
  catalog: { id: 'c1', type: 'catalog', attributes: { name: 'Main', ...times } },
  catalog_rule: {
    id: 'r1',
    type: 'catalog_rule',
    attributes: { name: 'All', catalog_id: 'c1', ...noCriteria, ...times },
  },
  subscription_offering: { id, type: 'subscription_offering', attributes: { name: 'Tea', meta: offeringMeta } },
  subscription_plan: {
    id,
    type: 'subscription_plan',
    attributes: { name: 'Monthly', offering_id: id, ...billing, ...times },
  },
  custom_api: { id, type: 'custom_api', name: 'Huts', slug: 'huts', api_type: 'huts_ext', meta: { timestamps: times } },
  custom_field: {
    ...{ id, type: 'custom_field', custom_api_id: id, name: 'Beds', slug: 'beds', field_type: 'integer' },
    meta: { timestamps: times },
  },
  application_key: { id, type: 'application_key', name: 'Key', client_id: 'key', meta: { timestamps: times } },
} as const;

/** The record that a value is; throws, naming its faults, when it is none. */
export function recordOf(value: unknown): Resource {
  const result = parseRecord(value);
  if ('violations' in result) throw new Error(faultTexts(value).join('\n'));
  return result.record;
}

/** Each fault as `path.in.the.record: what is wrong`. */
export function faultTexts(value: unknown): string[] {
  const result = parseRecord(value);
  return 'violations' in result ? result.violations.map(({ path, problem }) => `${path.join('.')}: ${problem}`) : [];
}
