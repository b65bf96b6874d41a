/** Field errors occur in no fixed order; a response lists them in the order of its fields. */
import type { GraphQLError, SelectionNode, SelectionSetNode } from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { type Fragments, isLeftOut } from '../limits/selections.ts';

export interface Selected {
  readonly selections: SelectionSetNode;
  readonly fragments: Fragments;
  readonly variables: VariableValues;
}

/** A response name, where it is selected. */
interface Member {
  readonly rank: number;
  readonly inner: SelectionSetNode[];
  members: ReadonlyMap<string, Member> | null;
}

/** Errors without a path come first. Selections that hold none of the errors are not looked into. */
export function sortBySelection(errors: readonly GraphQLError[], selected: Selected): readonly GraphQLError[] {
  if (errors.length < 2) return errors;
  const root: Member = { rank: 0, inner: [selected.selections], members: null };
  const placed = errors.map((error) => ({ error, place: placeOf(error.path ?? [], root, selected) }));
  return placed.sort((one, other) => compare(one.place, other.place)).map(({ error }) => error);
}

/** The path with ranks for its names. */
function placeOf(path: readonly (string | number)[], root: Member, selected: Selected): readonly number[] {
  let member: Member | undefined = root;
  return path.map((step) => {
    if (typeof step === 'number') return step;
    if (member) member.members ??= collect(member.inner, selected);
    member = member?.members?.get(step);
    return member?.rank ?? 0;
  });
}

/** Whatever the type is: conditions of fragments leave names out, and seldom change their order. */
function collect(inner: readonly SelectionSetNode[], { fragments, variables }: Selected): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  const seen = new Set<SelectionSetNode>();

  function add(selection: SelectionNode): void {
    if (isLeftOut(selection, variables)) return;
    if (selection.kind === 'InlineFragment') addAll(selection.selectionSet);
    else if (selection.kind === 'FragmentSpread') addAll(fragments.get(selection.name.value)?.selectionSet);
    else {
      const name = (selection.alias ?? selection.name).value;
      const member = members.get(name) ?? { rank: members.size, inner: [], members: null };
      if (selection.selectionSet) member.inner.push(selection.selectionSet);
      members.set(name, member);
    }
  }

  function addAll(selections: SelectionSetNode | undefined): void {
    if (!selections || seen.has(selections)) return;
    seen.add(selections);
    selections.selections.forEach(add);
  }

  inner.forEach(addAll);
  return members;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  return at === -1 ? one.length - other.length : (one[at] as number) - (other[at] ?? -1);
}
