/** What is selected of an object, as graphql-js collects it (GraphQL, section 6.3.2): one member for each response name. */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  type SelectionSetNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { type Fragments, isLeftOut } from '../limits/selections.ts';

export interface Member {
  /** In the response. */
  readonly name: string;
  readonly field: string;
  /** All places where it is written. */
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
}

/** Where something is selected of an object. */
export interface Selecting {
  readonly selectionSet?: SelectionSetNode | undefined;
}

export interface Collecting {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly variables: VariableValues;
}

export function collectMembers(
  type: GraphQLObjectType,
  nodes: readonly Selecting[],
  { schema, fragments, variables }: Collecting,
): Member[] {
  const members = new Map<string, { field: string; nodes: [FieldNode, ...FieldNode[]] }>();
  const spread = new Set<string>();

  function collect({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (isLeftOut(selection, variables)) continue;
      if (selection.kind === 'Field') add(selection);
      else if (selection.kind === 'InlineFragment') {
        if (applies(selection.typeCondition?.name.value)) collect(selection.selectionSet);
      } else collectFragment(selection.name.value);
    }
  }

  function add(node: FieldNode): void {
    const name = (node.alias ?? node.name).value;
    const known = members.get(name);
    if (known) known.nodes.push(node);
    else members.set(name, { field: node.name.value, nodes: [node] });
  }

  function collectFragment(name: string): void {
    const fragment = fragments.get(name);
    if (!fragment || spread.has(name)) return;
    spread.add(name);
    if (applies(fragment.typeCondition.name.value)) collect(fragment.selectionSet);
  }

  function applies(condition: string | undefined): boolean {
    if (condition === undefined || condition === type.name) return true;
    const abstract = schema.getType(condition);
    return isAbstractType(abstract) && schema.isSubType(abstract, type);
  }

  for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet);
  return [...members].map(([name, member]) => ({ name, ...member }));
}
