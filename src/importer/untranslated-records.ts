import type { StagedProducts } from '../domain/release/staging.ts';
import type { ImportFault } from './import-faults.ts';
import { type KeptRecord, keyInCatalog, ofType } from './kept-record.ts';

type First = Pick<ImportFault, 'place' | 'id'>;

/**
 * Remarks that count what takes the place of a translated record and says nothing of translations, as whatever shoppers are shown. It is
 * taken: nothing else tells it from a record whose translations were removed.
 */
export function findUntranslated(
  staged: StagedProducts,
  baseNodes: readonly KeptRecord[],
  kept: readonly KeptRecord[],
): ImportFault[] {
  return [...remarkOn('product', staged.listUntranslated()), ...remarkOn('node', listNodes(baseNodes, kept))];
}

function remarkOn(type: 'product' | 'node', records: Iterable<First>): ImportFault[] {
  let first: First | null = null;
  let count = 0;
  for (const record of records) {
    first ??= record;
    count += 1;
  }
  if (first === null) return [];
  return [{ place: first.place, type, id: first.id, path: 'attributes.locales', message: sayLost(count, type) }];
}

function sayLost(count: number, type: string): string {
  return count === 1
    ? `1 ${type} loses its translations: the files hold it without 'locales', as answers to shoppers do.`
    : `${count} ${type}s lose their translations, this one first: the files hold them without 'locales', as answers to shoppers do.`;
}

function listNodes(baseNodes: readonly KeptRecord[], kept: readonly KeptRecord[]): First[] {
  const translated = ofType(baseNodes, 'node').filter(({ record }) => record.attributes.locales != null);
  const keys = new Set(translated.map(keyInCatalog));
  return ofType(kept, 'node')
    .filter((node) => node.record.attributes.locales == null && keys.has(keyInCatalog(node)))
    .map(({ place, record }) => ({ place, id: record.id }));
}
