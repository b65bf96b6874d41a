/**
 * What lines of NDJSON become that hold one product each and nothing wrong: nearly all lines of a large file. It is the same in
 * every thread, and needs nothing but the lines and what other records say of their products. Whatever else a line is, it is read by
 * itself (`read-records.ts`), where faults are told and other records known: here it is null.
 */
import { addedMembersOf } from '../contract/added-members.ts';
import { toContractForm } from '../contract/platform/contract-form.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { StagedFamily } from '../domain/release/staging.ts';
import { parseText } from './record-text.ts';
import { parseRecord, toProductRecord } from './records.ts';
import { completed, type StagedKeys, toStagedKeys } from './staged-product.ts';
import { digestOf, type LoadedProduct, toLoadedProduct, toPosition } from './to-release.ts';
import { reasonOfNoUse } from './unused-records.ts';

export type LineTask =
  | { readonly kind: 'check'; readonly withDigests: boolean }
  /** Of each line's product; null: it is left out. */
  | { readonly kind: 'load'; readonly families: readonly (StagedFamily | null)[] };

export interface LineResults {
  check: StagedKeys;
  load: LoadedOfCatalog;
}

export interface LoadedOfCatalog extends LoadedProduct {
  readonly catalogId: string;
}

export function runLineTask(task: LineTask, lines: readonly Buffer[]): (LineResults[LineTask['kind']] | null)[] {
  return task.kind === 'check'
    ? lines.map((line) => checkLine(line, task.withDigests))
    : lines.map((line, index) => loadLine(line, task.families[index] ?? null));
}

function checkLine(line: Buffer, withDigests: boolean): StagedKeys | null {
  const value = productIn(line);
  if (value === null || reasonOfNoUse(value) !== null) return null;
  const result = parseRecord(value);
  if (!('record' in result) || result.record.type !== 'product') return null;
  return toStagedKeys(result.record, withDigests);
}

function loadLine(line: Buffer, family: StagedFamily | null): LoadedOfCatalog | null {
  const record = family && toProductRecord(productIn(line));
  return record && { catalogId: family.catalogId, ...toLoaded(record, family) };
}

/** The product with everything that the contract says it has. `knownDigest`: of the record; absent: it is made. */
export function toLoaded(
  record: ProductResource,
  family: StagedFamily,
  knownDigest: string | null = null,
): LoadedProduct {
  const complete = completed(record, family);
  const digest = knownDigest ?? (complete === record ? null : digestOf(record));
  return toLoadedProduct(complete, {
    digest,
    position: toPosition(family.position),
    addedMembers: complete === record ? null : addedMembersOf(record, complete),
  });
}

/** What `take-apart.ts` would find: a product that stands alone has nothing around it. */
function productIn(line: Buffer): unknown {
  const parsed = parseText(line);
  if (parsed === null || 'fault' in parsed) return null;
  const { value } = parsed;
  return isObject(value) && value.type === 'product' ? toContractForm(value) : null;
}
