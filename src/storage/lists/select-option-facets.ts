/**
 * Counts the options of a list's products: of a parent those of its live children that have the price and the other options that are
 * filtered by. Where a variation is filtered by itself, its options are counted as if it were not.
 */
import type { FacetQuery, ListedVariants, OptionFacet } from '../../domain/product/ports.ts';
import { type Bitmaps, contains } from '../index/bitmaps.ts';
import type { StoredOption } from '../index/facet-parts.ts';
import { growingUint32 } from '../index/growing-columns.ts';
import type { VisitRelated } from '../index/relation.ts';
import { addOne, countRelated, countsAboveZero, type FacetReading, maxFacetValues, noCounts } from './select-facets.ts';
import { selectWhole } from './select-products.ts';
import { selectVariants } from './select-variants.ts';

/** In place of an ordinal, or of a number. */
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
  const counted: CountedOption[] = [];
  const variations: Set<string>[] = [];
  for (const group of variants.options) variations.push(await variationsOf(reading, group));
  const filtered = new Set(variations.flatMap((own) => [...own]));
  const placesOf = (variation: string) => variations.flatMap((own, at) => (own.has(variation) ? [at] : []));
  // A list may name options of several variations, and several lists those of one: whoever stands in the same lists is counted together.
  for (const own of Map.groupBy(filtered, (variation) => placesOf(variation).join()).values()) {
    const [first = ''] = own;
    const options = await count(variants.options.filter((_, at) => !variations[at]?.has(first)));
    counted.push(...options.filter(({ variation }) => own.includes(variation.id)));
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

function countShown(reading: FacetReading, listed: Bitmaps | null) {
  return countRelated(reading, { name: 'shownOptions', texts: 'options', within: listed });
}

/** Each product that is listed counts once for an option, however many of its children have it. */
async function countOfVariants(reading: FacetReading, listed: Bitmaps | null, variants: ListedVariants) {
  const { index, budget } = reading;
  const having = await selectVariants(index, variants, budget);
  if (having === null) return countShown(reading, listed);
  const counts = noCounts(index.textsOf('options'));
  const options = createOptionCounter(index.size, counts);
  await index.eachRelated('options')(having, budget, (product, values, from, to) => {
    options.add(product, values, from, to);
    if (listed === null || contains(listed, product)) options.count(product, product);
  });
  await index.eachRelated('children')(listed, budget, (parent, children, from, to) => {
    options.skip(parent);
    for (let place = from; place < to; place += 1) options.count(parent, children[place] as number);
  });
  return countsAboveZero(counts);
}

/** Of many products, one after the other: outside of the heap, and without an object for each of them. */
function createOptionCounter(size: number, counts: Uint32Array) {
  /** Of each product where its options begin, which end with `none`. */
  const [begins, numbers] = [new Uint32Array(size), growingUint32()];
  /** Of each option the product that has been counted for it last. */
  const countedFor = new Uint32Array(counts.length).fill(none);
  numbers.push(none);

  function visit(product: number, child: number, isCounted: boolean): void {
    let place = begins[child] as number;
    for (let number = numbers.get(place); number !== none; place += 1, number = numbers.get(place)) {
      if (countedFor[number] === product) continue;
      countedFor[number] = product;
      if (isCounted) addOne(counts, number);
    }
  }

  return {
    add: ((product, values, from, to) => {
      begins[product] = numbers.length;
      for (let place = from; place < to; place += 1) numbers.push(values[place] as number);
      numbers.push(none);
    }) satisfies VisitRelated,
    /** A product for the options of a child of its, or of itself. */
    count: (product: number, child: number) => visit(product, child, true),
    /** Its own options, for which it has been counted, are not to be counted for it once more. */
    skip: (product: number) => visit(product, product, false),
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
