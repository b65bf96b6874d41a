/** Counts the values of a list's products, each facet as if its own filter were not there. */
import type { FacetValue, ValueFacetQuery } from '../../domain/product/ports.ts';
import type { WorkBudget } from '../../domain/work-budget.ts';
import type { Bitmaps } from '../index/bitmaps.ts';
import type { NumberedKind, RelationName } from '../index/index-manifest.ts';
import type { NumberedTexts } from '../index/numbered-texts.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { selectWhole } from './select-products.ts';

/** Of a facet: those that most products have. */
export const maxFacetValues = 100;

export interface FacetReading {
  readonly index: ReleaseIndex;
  readonly budget: WorkBudget;
}

const attributes = { tags: 'tags', types: 'product_types' } as const;

/** Those that most products have first; of equal ones that of the first product. */
export async function countValues(
  { index, budget }: FacetReading,
  { kind, ...query }: ValueFacetQuery,
): Promise<FacetValue[]> {
  const filter = query.filter.filter(({ attribute }) => attribute !== attributes[kind]);
  const listed = await selectWhole(index, { ...query, filter }, budget);
  const most = mostFrequent(await countRelated({ index, budget }, { name: kind, texts: kind, within: listed }));
  const texts = await index.textsOf(kind).getMany(most.map(([number]) => number));
  return most.map(([number, count]) => ({ value: texts.get(number) as string, count }));
}

interface Counted {
  readonly name: RelationName;
  /** Whose numbers the relation has. */
  readonly texts: NumberedKind;
  readonly within: Bitmaps | null;
}

/** How many of the products have each number. */
export async function countRelated(
  { index, budget }: FacetReading,
  { name, texts, within }: Counted,
): Promise<Map<number, number>> {
  const counts = noCounts(index.textsOf(texts));
  await index.relationOf(name).each(within, budget, (_, values, from, to) => {
    for (let place = from; place < to; place += 1) addOne(counts, values[place] as number);
  });
  return countsAboveZero(counts);
}

/** Of each number; outside of the heap, whatever a list's size. */
export function noCounts({ end }: NumberedTexts): Uint32Array {
  return new Uint32Array(end);
}

export function addOne(counts: Uint32Array, number: number): void {
  counts[number] = (counts[number] as number) + 1;
}

export function countsAboveZero(counts: Uint32Array): Map<number, number> {
  const found = new Map<number, number>();
  for (let number = 0; number < counts.length; number += 1) {
    const count = counts[number] as number;
    if (count > 0) found.set(number, count);
  }
  return found;
}

function mostFrequent(counts: ReadonlyMap<number, number>): [number, number][] {
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || a - b).slice(0, maxFacetValues);
}
