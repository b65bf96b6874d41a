/**
 * What selections cost that no variable has a say in: the same at each request, as long as their document is cached, and a document is
 * mostly made of them. Measuring all of it each time took 5 % of the processor's time of 25 children with everything, and 7 % of that of 20
 * aliased parents (`bench/baseline.md`, queries as bytes).
 */
import type { GraphQLCompositeType, GraphQLSchema, SelectionNode, SelectionSetNode } from 'graphql';
import { createMemo } from '../../domain/memo.ts';
import { type Fragments, holdsVariable } from './selections.ts';

/** All that the cost of such a selection depends on. */
export interface MeasuredPlace {
  readonly schema: GraphQLSchema;
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
  return (
    one.pageSize === other.pageSize &&
    one.type === other.type &&
    one.schema === other.schema &&
    one.pageLength === other.pageLength
  );
}

const varying = createMemo<SelectionSetNode, boolean>('varies');

/** Whether a variable may change what is selected, or how much. */
function varies(set: SelectionSetNode, fragments: Fragments): boolean {
  const before = varying.get(set);
  if (before !== undefined) return before;
  const found = set.selections.some((selection) => selectionVaries(selection, fragments));
  varying.set(set, found);
  return found;
}

function selectionVaries(selection: SelectionNode, fragments: Fragments): boolean {
  if (selection.directives?.length) return true;
  if (selection.kind === 'Field' && selection.arguments?.some(({ value }) => holdsVariable(value))) return true;
  const part = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
  return part?.selectionSet !== undefined && varies(part.selectionSet, fragments);
}
