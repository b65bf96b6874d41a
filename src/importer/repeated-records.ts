/** Saved pages overlap: a record that another one says again is the same record, and no duplicate. */
import { formatExactJson } from '../domain/input/exact-json.ts';
import { ranks } from '../domain/release/staging.ts';
import type { KeptRecord } from './kept-record.ts';

/** Without those that stand in a file again, and with the included ones only where there is no other. */
export function withoutRepeated(kept: readonly KeptRecord[]): KeptRecord[] {
  const byId = Map.groupBy(kept, keyOf);
  return [...byId.values()].flatMap(oncePerFile).sort((a, b) => a.sequence - b.sequence);
}

function oncePerFile(same: readonly KeptRecord[]): readonly KeptRecord[] {
  if (same.length === 1) return same;
  const best = Math.min(...same.map(({ origin }) => ranks[origin]));
  const rightful = same.filter(({ origin }) => ranks[origin] === best);
  const [first] = rightful;
  if (!first || best > 0) return first ? [first] : [];
  const text = formatExactJson(first.record);
  return rightful.filter(
    (one) => one === first || one.place.file === first.place.file || formatExactJson(one.record) !== text,
  );
}

function keyOf({ record, catalogId }: KeptRecord): string {
  return JSON.stringify([record.type, catalogId, record.id]);
}
