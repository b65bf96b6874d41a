/**
 * Counts the options of a list's products: of a parent those of its live children that have the price and the other options that are
 * filtered by. Where a variation is filtered by itself, its options are counted as if it were not.
 */
import type { FacetQuery, ListedVariants, OptionFacet } from '../../domain/product/ports.ts';
import { type Bitmaps, contains } from '../index/bitmaps.ts';
import type { StoredOption } from '../index/facet-parts.ts';
import { selectWhole } from './select-each.ts';
import { countRelated, type FacetReading, maxFacetValues } from './select-facets.ts';
import { selectVariants } from './select-variants.ts';

/** In place of an ordinal. */
const none = 2 ** 32 - 1;

interface CountedOption extends StoredOption {
  readonly number: number;
  readonly count: number;
}

export async function countOptions(reading: FacetReading, { variants, ...query }: FacetQuery): Promise<OptionFacet[]> {
  const { index, budget } = reading;
  const listed = await selectWhole(index, query, budget);
  if (!variants) return toFacets(await toCounted(reading, await countRelated(reading, 'shownOptions', listed)));
  const count = async (options: ListedVariants['options']) =>
    toCounted(reading, await countOfVariants(reading, listed, { ...variants, options }));
  const counted: CountedOption[] = [];
  const filtered = new Set<string>();
  for (const group of variants.options) {
    const options = await count(variants.options.filter((other) => other !== group));
    const own = await variationsOf(reading, group);
    counted.push(...options.filter(({ variation }) => own.has(variation.id) && !filtered.has(variation.id)));
    for (const variation of own) filtered.add(variation);
  }
  const others = await count(variants.options);
  return toFacets([...counted, ...others.filter(({ variation }) => !filtered.has(variation.id))]);
}

/** Of those options, whether or not the list has any of them. */
async function variationsOf({ index, budget }: FacetReading, optionIds: readonly string[]): Promise<Set<string>> {
  const texts = await index.textsOf('options').getAll();
  budget.charge(texts.length);
  const options = texts.map((text) => JSON.parse(text) as StoredOption);
  const ids = new Set(optionIds);
  return new Set(options.filter(({ id }) => ids.has(id)).map(({ variation }) => variation.id));
}

/** Each product that is listed counts once for an option, however many of its children have it. */
async function countOfVariants({ index, budget }: FacetReading, listed: Bitmaps | null, variants: ListedVariants) {
  const having = await selectVariants(index, variants, budget);
  const parents = new Uint32Array(index.size).fill(none);
  await index.eachRelated('parents')(having, budget, (child, values, from) => {
    parents[child] = values[from] as number;
  });
  const counts = new Map<number, number>();
  const seen = new Set<number>();
  const add = (product: number, number: number) => {
    if (product === none || (listed !== null && !contains(listed, product))) return;
    const pair = product * 2 ** 16 + number;
    if (seen.has(pair)) return;
    seen.add(pair);
    counts.set(number, (counts.get(number) ?? 0) + 1);
  };
  await index.eachRelated('options')(having, budget, (child, values, from, to) => {
    for (let place = from; place < to; place += 1) {
      add(child, values[place] as number);
      add(parents[child] as number, values[place] as number);
    }
  });
  return counts;
}

async function toCounted({ index }: FacetReading, counts: ReadonlyMap<number, number>): Promise<CountedOption[]> {
  const texts = await index.textsOf('options').getMany([...counts.keys()]);
  return [...counts].map(([number, count]) => ({
    ...(JSON.parse(texts.get(number) as string) as StoredOption),
    number,
    count,
  }));
}

/** In the order in which the release's first products have them. */
function toFacets(options: readonly CountedOption[]): OptionFacet[] {
  const inOrder = options.toSorted((a, b) => a.number - b.number);
  const variations = Map.groupBy(inOrder, ({ variation }) => variation.id);
  return [...variations.values()].slice(0, maxFacetValues).map((own) => {
    const { variation } = own[0] as CountedOption;
    const most = own.toSorted((a, b) => b.count - a.count).slice(0, maxFacetValues);
    const shown = most.toSorted((a, b) => a.number - b.number);
    return {
      variationId: variation.id,
      name: variation.name,
      options: shown.map(({ id, name, count }) => ({ optionId: id, name, count })),
    };
  });
}
