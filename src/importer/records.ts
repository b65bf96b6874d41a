/**
 * The records that a catalog file holds, one kind for each `type`, in the shape of the platform's REST resources.
 *
 * A record that passes is what was in the file, with members that nobody here knows, except for what the contract says is
 * stored in one form only: tags and UUIDs come out in lower case.
 */
import { type ApplicationKeyRecord, applicationKeyRecord } from './application-key-record.ts';
import { type OfferingRecord, offeringRecord, type PlanRecord, planRecord } from './billing-record.ts';
import {
  type CatalogRecord,
  type CatalogRuleRecord,
  catalogRecord,
  catalogRuleRecord,
  type NodeRecord,
  nodeRecord,
} from './catalog-record.ts';
import { type Fault, faultsOf, isObject, shown } from './checked.ts';
import {
  type CustomApiRecord,
  type CustomFieldRecord,
  customApiRecord,
  customFieldRecord,
} from './custom-api-record.ts';
import { type ProductRecord, productRecord } from './product-record.ts';

export type FileRecord =
  | ProductRecord
  | NodeRecord
  | CatalogRecord
  | CatalogRuleRecord
  | OfferingRecord
  | PlanRecord
  | CustomApiRecord
  | CustomFieldRecord
  | ApplicationKeyRecord;

export type RecordType = FileRecord['type'];

/** Each checks and changes nothing: `parse` answers the very object it was given. */
export const recordSchemas = {
  product: productRecord,
  node: nodeRecord,
  catalog: catalogRecord,
  catalog_rule: catalogRuleRecord,
  subscription_offering: offeringRecord,
  subscription_plan: planRecord,
  custom_api: customApiRecord,
  custom_field: customFieldRecord,
  application_key: applicationKeyRecord,
} as const;

/**
 * The record that a value is by its `type`, or all that is wrong with it.
 *
 * @example
 * parseRecord({ type: 'catalog', id: '', attributes: {} });
 * // { faults: [{ path: ['id'], message: 'Expected 1 to 255 characters, but got "".' }, …] }
 */
export function parseRecord(value: unknown): { record: FileRecord } | { faults: Fault[] } {
  if (!isObject(value)) return { faults: [{ path: [], message: `Expected an object, but got ${shown(value)}.` }] };
  if (!isRecordType(value.type)) {
    const message = `Expected one of ${Object.keys(recordSchemas).join(', ')}, but got ${shown(value.type)}.`;
    return { faults: [{ path: ['type'], message }] };
  }
  const faults = faultsOf(recordSchemas[value.type], value);
  return faults.length > 0 ? { faults } : { record: inStoredCase(value as unknown as FileRecord) };
}

function isRecordType(type: unknown): type is RecordType {
  return typeof type === 'string' && Object.hasOwn(recordSchemas, type);
}

/** What the contract says is stored in lower case. Spreads copy a `__proto__` key as what it is, a key. */
export function inStoredCase<Known extends FileRecord>(record: Known): Known {
  return lowerCased(record) as Known;
}

function lowerCased(record: FileRecord): FileRecord {
  switch (record.type) {
    case 'product': {
      const { tags } = record.attributes;
      if (tags == null) return record;
      return { ...record, attributes: { ...record.attributes, tags: tags.map((tag) => tag.toLowerCase()) } };
    }
    case 'subscription_plan': {
      const offering_id = record.attributes.offering_id.toLowerCase();
      return { ...record, id: record.id.toLowerCase(), attributes: { ...record.attributes, offering_id } };
    }
    case 'custom_field':
      return { ...record, id: record.id.toLowerCase(), custom_api_id: record.custom_api_id.toLowerCase() };
    case 'subscription_offering':
    case 'custom_api':
    case 'application_key':
      return { ...record, id: record.id.toLowerCase() };
    default:
      return record;
  }
}
