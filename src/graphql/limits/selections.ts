/** How selections are read where they are counted: with fragments at each place where they are spread, without what is left out. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  getDirectiveValues,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { createMemo, memoised } from '../../lib/memo.ts';

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

const fragments = createMemo<DocumentNode, Fragments>('fragments');

export function fragmentsOf(document: DocumentNode): Fragments {
  return memoised(fragments, document, () => {
    const found = document.definitions.filter((definition) => definition.kind === 'FragmentDefinition');
    return new Map(found.map((fragment) => [fragment.name.value, fragment]));
  });
}

export function isLeftOut(node: SelectionNode, variables: VariableValues): boolean {
  if (!node.directives?.length) return false;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return skip?.if === true || include?.if === false;
}

export function hasDirectives({ definitions }: DocumentNode): boolean {
  const inSelections = ({ selections }: SelectionSetNode): boolean =>
    selections.some(
      (selection) =>
        Boolean(selection.directives?.length) ||
        ('selectionSet' in selection && selection.selectionSet !== undefined && inSelections(selection.selectionSet)),
    );
  return definitions.some((definition) => 'selectionSet' in definition && inSelections(definition.selectionSet));
}

interface WithSelections {
  readonly selectionSet?: SelectionSetNode | undefined;
}

/** How many fields and fragments are written within it, itself included; each fragment is looked at once. */
export function createFieldCounter(fragments: Fragments): (node: WithSelections) => number {
  const ofFragments = new Map<string, number>();

  function countFields({ selectionSet }: WithSelections): number {
    if (!selectionSet) return 1;
    return selectionSet.selections.reduce((sum, selection) => {
      return sum + (selection.kind === 'FragmentSpread' ? countFragment(selection.name.value) : countFields(selection));
    }, 1);
  }

  function countFragment(name: string): number {
    return memoised(ofFragments, name, () => countFields(fragments.get(name) ?? {}));
  }

  return countFields;
}

export function holdsVariable(value: ValueNode): boolean {
  if (value.kind === 'ListValue') return value.values.some(holdsVariable);
  if (value.kind === 'ObjectValue') return value.fields.some((field) => holdsVariable(field.value));
  return value.kind === 'Variable';
}
