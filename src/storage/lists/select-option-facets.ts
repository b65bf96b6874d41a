/**
 * Counts the options of a list's products: of a parent those of its live children that have the price and the other options that are
 * filtered by. Where a variation is filtered by itself, its options are counted as if it were not.
 */
import type { FacetQuery, ListedVariants, OptionFacet } from '../../domain/product/ports.ts';
import { memoised } from '../../lib/memo.ts';
import { inTurns } from '../in-turns.ts';
import { type Bitmaps, contains, copyOf, intersection } from '../index/bitmaps.ts';
import type { StoredOption } from '../index/facet-parts.ts';
import type { VisitRelated } from '../index/relation.ts';
import { addOne, countRelated, countsAboveZero, type FacetReading, maxFacetValues, noCounts } from './select-facets.ts';
import { selectWhole } from './select-products.ts';
import { selectVariants } from './select-variants.ts';

/** That are parsed in one turn: some milliseconds. */
const textsAtATime = 5000;

/** In place of an ordinal. */
const none = 2 ** 32 - 1;

interface CountedOption extends StoredOption {
  readonly number: number;
  readonly count: number;
}

export async function countOptions(reading: FacetReading, { variants, ...query }: FacetQuery): Promise<OptionFacet[]> {
  const { index, budget } = reading;
  const listed = await selectWhole(index, query, budget);
  if (!variants) return toFacets(await toCounted(reading, await countShown(reading, listed)));
  const count = async (options: ListedVariants['options']) =>
    toCounted(reading, await countOfVariants(reading, listed, { ...variants, options }));
  const variations = await variationsOfEach(reading, variants.options);
  const filtered = new Set(variations.flatMap((own) => [...own]));
  const listsOf = (variation: string) => variations.flatMap((own, at) => (own.has(variation) ? [at] : []));
  // Those that the same lists name are counted together.
  const together = [...Map.groupBy(filtered, (variation) => listsOf(variation).join()).values()];
  const counted: CountedOption[] = [];
  await inTurns(together, 1, async ([own = []]) => {
    const options = await count(variants.options.filter((_, at) => own.every((id) => !variations[at]?.has(id))));
    counted.push(...options.filter(({ variation }) => own.includes(variation.id)));
  });
  const others = await count(variants.options);
  return toFacets([...counted, ...others.filter(({ variation }) => !filtered.has(variation.id))]);
}

/** Of the options that each list names, whether or not a product has any of them. */
async function variationsOfEach(
  { index, budget }: FacetReading,
  lists: ListedVariants['options'],
): Promise<ReadonlySet<string>[]> {
  if (lists.length === 0) return [];
  const texts = await index.textsOf('options').getAll();
  budget.charge(texts.length);
  const variationsOf = new Map<string, string[]>();
  await inTurns(texts, textsAtATime, async (some) => {
    for (const { id, variation } of some.map((text) => JSON.parse(text) as StoredOption)) {
      memoised(variationsOf, id, () => []).push(variation.id);
    }
  });
  return lists.map((ids) => new Set(ids.flatMap((id) => variationsOf.get(id) ?? [])));
}

function countShown(reading: FacetReading, listed: Bitmaps | null) {
  return countRelated(reading, { name: 'shownOptions', texts: 'options', within: listed });
}

/** Each product that is listed counts once for an option, however many of its children have it. */
async function countOfVariants(reading: FacetReading, listed: Bitmaps | null, variants: ListedVariants) {
  const { index, budget } = reading;
  const having = await selectVariants(index, variants, budget);
  if (having === null) return countShown(reading, listed);
  const counts = noCounts(index.textsOf('options'));
  const counter = createOptionCounter(counts);
  const options = index.relationOf('options');
  const visitOptions = await options.read(having, budget);
  const own = listed ? intersection(copyOf(listed), having) : having;
  await options.each(own, budget, (product, values, from, to) => {
    counter.begin(product);
    counter.count(product, values, from, to);
  });
  await index.relationOf('children').each(listed, budget, (parent, children, from, to) => {
    counter.begin(parent);
    if (contains(having, parent)) visitOptions(parent, counter.skip);
    for (let place = from; place < to; place += 1) {
      const child = children[place] as number;
      if (contains(having, child)) visitOptions(child, counter.count);
    }
  });
  return countsAboveZero(counts);
}

/** Counts options for one product after the other, each once. */
function createOptionCounter(counts: Uint32Array) {
  /** Of each option the product that it was counted for last. */
  const countedFor = new Uint32Array(counts.length).fill(none);
  let product = none;
  const count: VisitRelated = (_, values, from, to) => {
    for (let place = from; place < to; place += 1) {
      const number = values[place] as number;
      if (countedFor[number] === product) continue;
      countedFor[number] = product;
      addOne(counts, number);
    }
  };
  /** They have been counted for it. */
  const skip: VisitRelated = (_, values, from, to) => {
    for (let place = from; place < to; place += 1) countedFor[values[place] as number] = product;
  };
  return {
    /** What comes from now on is for this one. */
    begin(ordinal: number) {
      product = ordinal;
    },
    count,
    skip,
  };
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
