import { digestOfLong } from '../../lib/key-text.ts';
import { characterFault } from '../input/text.ts';
import { createViolationList, type Violation } from '../input/violations.ts';
import type { CanonicalCondition, Condition, ProductFilter } from './filter.ts';

/** As tags are stored: Unicode's default lower case, whatever the machine's locale. */
export function normaliseTag(tag: string): string {
  return tag.toLowerCase();
}

/** The same question in one form: tags in lower case, an `in` without its repetitions and sorted. */
export function canonicalCondition({ attribute, operator, values }: Condition): CanonicalCondition {
  const wanted = attribute === 'tags' ? values.map(normaliseTag) : values;
  const sorted = operator === 'in' ? [...new Set(wanted)].sort() : wanted;
  return { attribute, operator, values: sorted, key: digestOfLong(JSON.stringify([attribute, operator, sorted])) };
}

/** Cursors and loader keys are made of it, so that two ways to say one filter page through the same list. */
export function canonicalFilter(conditions: readonly Condition[]): ProductFilter {
  return sortConditions(conditions.map(canonicalCondition));
}

/** What a shopper of that language means: a name is the one that is shown. Null: the release names no language. */
export function inLanguage(filter: ProductFilter, language: string | null): ProductFilter {
  if (language === null) return filter;
  return filter.map((condition) =>
    condition.attribute === 'name' ? { ...condition, language, key: `${condition.key}@${language}` } : condition,
  );
}

export function sortConditions(conditions: readonly CanonicalCondition[]): ProductFilter {
  return conditions.toSorted((a, b) => {
    return compare(a.attribute, b.attribute) || compare(a.operator, b.operator) || compare(a.key, b.key);
  });
}

/** Equal filters, equal texts. */
export function formatFilterKey(filter: ProductFilter): string {
  return `[${filter.map(({ key }) => key).join(',')}]`;
}

/** Of `eq`'s value, and of each of `in`'s. */
export const filterValueConstraint = { minLength: 1 } as const;
export const filterValuesConstraint = { minItems: 1, ...filterValueConstraint } as const;

/** What no value of a filter may be, said at the path that the face gives. */
export function valueViolations(
  { operator, values }: Condition,
  pathOf: (index: number | null) => Violation['path'],
  maxViolations: number,
): Violation[] {
  if (values.length < filterValuesConstraint.minItems) {
    return [{ path: pathOf(null), rule: 'minItems', problem: 'must hold at least one value' }];
  }
  const violations = createViolationList(maxViolations);
  for (const [index, value] of values.entries()) {
    const fault = value.length < filterValueConstraint.minLength ? emptyFault : characterFault(value);
    if (fault) violations.add(() => ({ path: pathOf(operator === 'in' ? index : null), ...fault }));
  }
  return violations.toArray();
}

const emptyFault = { rule: 'minLength', problem: 'must not be empty' } as const;

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
