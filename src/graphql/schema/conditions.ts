/** Conditions of filters: their inputs, and how they are read. */
import {
  canonicalCondition,
  filterValueConstraint,
  filterValuesConstraint,
  valueViolations,
} from '../../domain/filter/canonical-filter.ts';
import type { CanonicalCondition, FilterAttribute } from '../../domain/filter/filter.ts';
import type { Violation } from '../../domain/input/violations.ts';
import { createMemo } from '../../lib/memo.ts';
import { builder } from './builder.ts';
import { constrainedBy } from './constraint.ts';
import { type NodeType, toResourceId } from './global-id.ts';

export const TextCondition = builder.inputType('TextFilter', {
  isOneOf: true,
  description: 'What a text attribute must be: give exactly one member. Upper and lower case differ.',
  fields: (t) => ({
    eq: t.string(constrainedBy(filterValueConstraint, 'Exactly this value.')),
    in: t.stringList(constrainedBy(filterValuesConstraint, 'One of these values.')),
  }),
});

export const IdCondition = builder.inputType('IdFilter', {
  isOneOf: true,
  description: 'What an id must be: give exactly one member.',
  fields: (t) => ({
    in: t.idList(
      constrainedBy(filterValuesConstraint, "One of these: global ids or the platform's own, in any order."),
    ),
  }),
});

export const ListCondition = builder.inputType('ListFilter', {
  isOneOf: true,
  description: 'What an attribute with several values must contain: give exactly one member.',
  fields: (t) => ({
    eq: t.string(constrainedBy(filterValueConstraint, 'Contains this value.')),
    in: t.stringList(constrainedBy(filterValuesConstraint, 'Contains any of these values.')),
  }),
});

export interface ConditionArgument {
  readonly eq?: string | null;
  readonly in?: readonly string[] | null;
}

/** The attribute of a filter's member; `type`: whose global ids its values may be. */
export interface FilterMember {
  readonly name: string;
  readonly attribute: FilterAttribute;
  readonly type?: NodeType;
}

export interface CheckedCondition {
  readonly condition: CanonicalCondition;
  readonly faults: readonly Violation[];
}

/**
 * Many fields of a request may share one list, as a variable: it is looked at once. Of 40 filters with a list of 1,000 values that takes
 * half the processor's time (`bench/notebook/fast-paths.md`).
 */
const checkedLists = createMemo<readonly string[], Map<string, CheckedCondition>>('checked');

export function checkCondition(
  member: FilterMember,
  { eq, in: values }: ConditionArgument,
  maxViolations: number,
): CheckedCondition {
  if (eq != null) return check(member, { operator: 'eq', values: [eq] }, maxViolations);
  if (values == null) return check(member, { operator: 'in', values: [] }, maxViolations);
  const key = `${member.type ?? ''} ${member.name}`;
  const ofList = checkedLists.get(values) ?? new Map<string, CheckedCondition>();
  checkedLists.set(values, ofList);
  const checked = ofList.get(key) ?? check(member, { operator: 'in', values }, maxViolations);
  ofList.set(key, checked);
  return checked;
}

function check(
  { name, attribute, type }: FilterMember,
  { operator, values }: Pick<CanonicalCondition, 'operator' | 'values'>,
  maxViolations: number,
): CheckedCondition {
  const condition = { attribute, operator, values: type ? values.map((id) => toResourceId(type, id)) : values };
  const path = ['filter', name, operator];
  const pathOf = (index: number | null) => (index === null ? path : [...path, index]);
  return { condition: canonicalCondition(condition), faults: valueViolations(condition, pathOf, maxViolations) };
}
