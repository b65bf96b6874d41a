/** Which products a list holds: a filter is an intersection of unions of the index's sets. */
import type { Condition } from '../../domain/filter/filter.ts';
import type { ListMembers } from '../../domain/product/ports.ts';
import { type Charges, workPrices } from '../../domain/work-budget.ts';
import { type Bitmaps, bitmapsOf, copyOf, difference, intersection, noBitmaps, union } from '../index/bitmaps.ts';
import { namesShownTo } from '../index/product-terms.ts';
import type { ReleaseIndex } from '../index/release-index.ts';
import { searchTiers } from './search-tiers.ts';
import { selectWithParents } from './select-variants.ts';

/** In the tiers of its search, which are one after the other; null: all products of the release. */
export async function selectTiers(
  index: ReleaseIndex,
  list: ListMembers,
  budget: Charges,
): Promise<readonly (Bitmaps | null)[]> {
  const products = await selectProducts(index, list, budget);
  return list.search ? searchTiers(index, list.search, { within: products, budget }) : [products];
}

/** The products of a list, whatever their order; null: all of the release. */
export async function selectWhole(index: ReleaseIndex, list: ListMembers, budget: Charges): Promise<Bitmaps | null> {
  const products = await selectProducts(index, list, budget);
  if (!list.search) return products;
  const tiers = await searchTiers(index, list.search, { within: products, budget });
  return tiers.reduce((all, tier) => union(all, tier), noBitmaps(index.segmentCount));
}

/** What is looked up is charged before: in large releases it is more than the values that were sent. */
async function selectProducts(
  index: ReleaseIndex,
  { parentId, nodeId, filter, variants }: ListMembers,
  budget: Charges,
): Promise<Bitmaps | null> {
  let found: Bitmaps | null = parentId === undefined ? null : await findChildren(index, parentId);
  if (nodeId !== undefined) found = await index.findAny('node', [nodeId], null);
  for (const condition of filter) {
    const fitting: Bitmaps = await findFitting(chargeLookups(index, budget), condition, found);
    found = found === null ? fitting : intersection(found, fitting);
  }
  const chosen = variants ? await selectWithParents(index, variants, { within: found, budget }) : null;
  if (chosen === null) return found;
  return found === null ? copyOf(chosen) : intersection(found, chosen);
}

async function findChildren(index: ReleaseIndex, parentId: string): Promise<Bitmaps> {
  const family = (await index.findFamilies([parentId])).get(parentId);
  return family
    ? bitmapsOf(family.slice(0, family.size), index.segmentCount)
    : index.findAny('parent', [parentId], null);
}

/** A value's look-up in one segment is paid for with the value; a large release has more of them. */
function chargeLookups(index: ReleaseIndex, budget: Charges): ReleaseIndex {
  return {
    ...index,
    findAny(field, values, within) {
      budget.charge(workPrices.lookup * values.length * Math.max(0, index.segmentCount - 1));
      return index.findAny(field, values, within);
    },
  };
}

function findFitting(index: ReleaseIndex, condition: Condition, within: Bitmaps | null): Promise<Bitmaps> {
  const { attribute, language, values } = condition;
  if (language === undefined) return index.findAny(attribute, values, within);
  return findNamed(index, { language, values }, within);
}

/** A product is shown by the first of its names that a shopper of the language gets, and by its own where it has none of them. */
async function findNamed(
  index: ReleaseIndex,
  { language, values }: { readonly language: string; readonly values: readonly string[] },
  within: Bitmaps | null,
): Promise<Bitmaps> {
  const names = namesShownTo(language).filter((name) => index.languages.includes(name));
  let found: Bitmaps = await index.findAny('name', values, within);
  for (const name of names.toReversed()) {
    const others = difference(found, await index.findAny('named in', [name], within));
    found = union(others, await index.findAny(`name in ${name}`, values, within));
  }
  return found;
}
