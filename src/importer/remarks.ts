import { unknownCriteriaOf } from '../contract/catalog-rule.ts';
import { hierarchyIdOf } from '../contract/node.ts';
import { excerpt } from '../domain/errors.ts';
import type { ImportFault } from './import-faults.ts';
import { type KeptRecord, ofType } from './kept-record.ts';

/** What somebody who imports the records should know: they are taken, but not for what they may have meant. */
export function* remarksOn(kept: readonly KeptRecord[]): Generator<ImportFault> {
  for (const { place, record } of ofType(kept, 'catalog_rule')) {
    for (const name of unknownCriteriaOf(record.attributes)) {
      const message = 'The gateway can not hold this against a shopper, so the rule fits nobody.';
      yield { place, type: record.type, id: record.id, path: `attributes.${name}`, message };
    }
  }
  const nodes = ofType(kept, 'node');
  const ids = new Set(nodes.map(({ record }) => record.id));
  for (const { place, record, origin } of nodes) {
    const hierarchyId = hierarchyIdOf(record);
    if (origin === 'release' || hierarchyId === null || ids.has(hierarchyId)) continue;
    const message = `The files do not hold the hierarchy '${excerpt(hierarchyId)}': a node that has no other parent is a root.`;
    yield { place, type: record.type, id: record.id, path: 'relationships.hierarchy', message };
  }
}
