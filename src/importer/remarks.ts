import { unknownCriteriaOf } from '../contract/catalog-rule.ts';
import type { ImportFault } from './import-faults.ts';
import type { KeptRecord } from './small-records.ts';

/** What somebody who imports the record should know: it is taken, but not for what it may have meant. */
export function remarksOn({ place, record }: KeptRecord): ImportFault[] {
  if (record.type !== 'catalog_rule') return [];
  return unknownCriteriaOf(record.attributes).map((name) => ({
    place,
    type: record.type,
    id: record.id,
    path: `attributes.${name}`,
    message: 'The gateway can not hold this against a shopper, so the rule fits nobody.',
  }));
}
