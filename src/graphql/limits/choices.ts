/** Which selections a request's variables leave out: what is planned for it serves all requests that leave out the same. */
import {
  type DocumentNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { createMemo, memoised } from '../../lib/memo.ts';

export interface Choice {
  readonly name: string;
  /** No others: what is planned would keep those of the request that comes first as long as its document. */
  readonly variables: VariableValues;
}

/** So many are planned once, those that come first: a shopper is signed in, or is not. */
export const maxChoices = 2;

const noChoice: Choice = { name: '', variables: { sources: {}, coerced: {} } };

export function choiceOf(document: DocumentNode, { coerced }: VariableValues): Choice {
  const names = conditionsOf(document);
  if (names.length === 0) return noChoice;
  // What is none of these has the name in another operation.
  const given = names.map((name) => (Object.hasOwn(coerced, name) ? conditionOf(coerced[name]) : undefined));
  const coercedOnes = names.flatMap((name, at) => (given[at] === undefined ? [] : [[name, given[at]] as const]));
  return { name: given.map(String).join(), variables: { sources: {}, coerced: Object.fromEntries(coercedOnes) } };
}

function conditionOf(value: unknown): boolean | null | undefined {
  return typeof value === 'boolean' || value === null ? value : undefined;
}

const conditions = createMemo<DocumentNode, readonly string[]>('conditions');

/** The variables that may leave out any of its selections. */
export function conditionsOf(document: DocumentNode): readonly string[] {
  return memoised(conditions, document, () => {
    const names = new Set<string>();
    for (const definition of document.definitions) {
      if ('selectionSet' in definition) addConditions(definition.selectionSet, names);
    }
    return [...names];
  });
}

function addConditions({ selections }: SelectionSetNode, names: Set<string>): void {
  for (const selection of selections) {
    for (const value of ifsOf(selection)) if (value.kind === 'Variable') names.add(value.name.value);
    if ('selectionSet' in selection && selection.selectionSet) addConditions(selection.selectionSet, names);
  }
}

function ifsOf({ directives = [] }: SelectionNode) {
  return directives
    .filter(({ name }) => name.value === GraphQLSkipDirective.name || name.value === GraphQLIncludeDirective.name)
    .flatMap((directive) => directive.arguments?.map(({ value }) => value) ?? []);
}
