import { characterFault } from '../input/text.ts';
import type { Violation } from '../input/violations.ts';
import type { Condition, FilterAttribute, ProductFilter } from './filter.ts';

/** As tags are stored: Unicode's default lower case, whatever the machine's locale. */
export function normaliseTag(tag: string): string {
  return tag.toLowerCase();
}

/**
 * The same question in one form: tags in lower case, an `in` without its repetitions and sorted, conditions sorted.
 * Cursors and loader keys are made of it, so that two ways to say one filter page through the same list.
 */
export function canonicalFilter(conditions: readonly Condition[]): ProductFilter {
  return conditions
    .map(({ attribute, operator, values }) => {
      const wanted = attribute === 'tags' ? values.map(normaliseTag) : values;
      return { attribute, operator, values: operator === 'in' ? [...new Set(wanted)].sort() : wanted };
    })
    .sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
}

/** Equal filters, equal texts. */
export function formatFilterKey(filter: ProductFilter): string {
  return JSON.stringify(filter.map(({ attribute, operator, values }) => [attribute, operator, values]));
}

/** Of `eq`'s value, and of each of `in`'s. */
export const filterValueConstraint = { minLength: 1 } as const;
export const filterValuesConstraint = { minItems: 1, ...filterValueConstraint } as const;

/** What no value of a filter may be, said at the path that the face gives. */
export function valueViolations(
  condition: Condition,
  pathOf: (attribute: FilterAttribute, index: number | null) => Violation['path'],
): Violation[] {
  const { attribute, operator, values } = condition;
  if (values.length < filterValuesConstraint.minItems) {
    return [{ path: pathOf(attribute, null), rule: 'minItems', problem: 'must hold at least one value' }];
  }
  return values.flatMap((value, index) => {
    const fault = value.length < filterValueConstraint.minLength ? emptyFault : characterFault(value);
    return fault ? [{ path: pathOf(attribute, operator === 'in' ? index : null), ...fault }] : [];
  });
}

const emptyFault = { rule: 'minLength', problem: 'must not be empty' } as const;

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
