/**
 * What selections cost that no variable has a say in: the same at each request, as long as their document is cached, and a document is
 * mostly made of them. Measuring all of it each time took 5 % of the processor's time of 25 children with everything, and 7 % of that of 20
 * aliased parents (`bench/notebook/fast-paths.md`).
 */
import type {
  GraphQLCompositeType,
  GraphQLSchema,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { unitsOfBytes } from '../../domain/work-budget.ts';
import { createMemo, memoised } from '../../lib/memo.ts';
import { type Fragments, holdsVariable } from './selections.ts';

/** All that the cost of such a selection depends on: of one schema is the type. */
export interface MeasuredPlace {
  readonly type: GraphQLCompositeType;
  readonly pageSize: number | null;
  readonly pageLength: number;
}

/** One for each selection: where it is measured with another page size, it is measured anew. */
const known = createMemo<SelectionSetNode, MeasuredPlace & { readonly units: number }>('cost');

export function unitsOnce(
  selections: SelectionSetNode,
  place: MeasuredPlace,
  fragments: Fragments,
  measure: () => number,
): number {
  const last = known.get(selections);
  if (last && isSame(last, place)) return last.units;
  const units = measure();
  if (!varies(selections, fragments)) known.set(selections, { ...place, units });
  return units;
}

function isSame(one: MeasuredPlace, other: MeasuredPlace): boolean {
  return one.pageSize === other.pageSize && one.type === other.type && one.pageLength === other.pageLength;
}

const varying = createMemo<SelectionSetNode, boolean>('varies');

/** Whether a variable may change what is selected, or how much. */
function varies(set: SelectionSetNode, fragments: Fragments): boolean {
  return memoised(varying, set, () => set.selections.some((selection) => selectionVaries(selection, fragments)));
}

function selectionVaries(selection: SelectionNode, fragments: Fragments): boolean {
  if (selection.directives?.length) return true;
  if (selection.kind === 'Field' && selection.arguments?.some(({ value }) => holdsVariable(value))) return true;
  const part = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
  return part?.selectionSet !== undefined && varies(part.selectionSet, fragments);
}

/** All that the cost of an operation depends on beside its variables. */
export interface MeasuredOperation {
  readonly schema: GraphQLSchema;
  readonly pageLength: number;
  readonly variables: VariableValues;
}

interface KnownCost<Cost> extends Pick<MeasuredOperation, 'schema' | 'pageLength'> {
  readonly sizes: readonly unknown[];
  readonly cost: Cost;
}

/** Of each operation the last one. */
const costs = createMemo<OperationDefinitionNode, KnownCost<unknown>>('cost of all');

/** The same as last time, where the variables are as large as then. */
export function costOnce<Cost>(
  operation: OperationDefinitionNode,
  { schema, pageLength, variables }: MeasuredOperation,
  measure: () => Cost,
): Cost {
  const sizes = sizesOf(operation, variables);
  const last = costs.get(operation) as KnownCost<Cost> | undefined;
  if (sizes && last?.schema === schema && last.pageLength === pageLength && areEqual(sizes, last.sizes)) {
    return last.cost;
  }
  const cost = measure();
  if (sizes) costs.set(operation, { schema, pageLength, sizes, cost });
  return cost;
}

/** In a longer list looking at each item takes as long as measuring. */
const longestList = 100;

/** Of variables in the order of their definitions, all that a cost depends on: what a size or a condition may be, and how long texts are. Null: there is more to them. */
function sizesOf({ variableDefinitions = [] }: OperationDefinitionNode, { coerced }: VariableValues): unknown[] | null {
  const sizes: unknown[] = [];
  for (const { variable } of variableDefinitions) {
    const value = coerced[variable.name.value];
    if (Array.isArray(value)) {
      const units = value.length > longestList ? null : unitsOfTexts(value);
      if (units === null) return null;
      sizes.push(value.length, units);
    } else if (typeof value !== 'object' || value === null) sizes.push(sizeOf(value));
    else if (!addMembers(sizes, value)) return null;
  }
  return sizes;
}

function sizeOf(leaf: unknown): unknown {
  return typeof leaf === 'string' ? unitsOfBytes(leaf.length) : leaf;
}

/** Each with its name, as the input of a mutation has them; false: some of them are lists, or have members themselves. */
function addMembers(sizes: unknown[], value: object): boolean {
  const before = sizes.length;
  sizes.push(null);
  for (const name in value) {
    const member = value[name as keyof typeof value] as unknown;
    if (typeof member === 'object' && member !== null) return false;
    sizes.push(name, sizeOf(member));
  }
  sizes[before] = sizes.length - before;
  return true;
}

/** Null: some of them are no texts. */
function unitsOfTexts(texts: readonly unknown[]): number | null {
  let units = 0;
  for (const text of texts) {
    if (typeof text !== 'string') return null;
    units += unitsOfBytes(text.length);
  }
  return units;
}

function areEqual(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, index) => Object.is(one, others[index]));
}
