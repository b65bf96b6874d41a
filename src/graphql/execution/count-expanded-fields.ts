import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/**
 * The fields of an operation as a compiler sees them: fragments at each place where they are spread, and what is selected of an
 * interface once for each of its types. A fragment is looked at once, however often it is spread: 2^300 take no longer than 300.
 */
export function countExpandedFields(
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const counted = new Map<string, number>();

  function ofSelections({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined): number {
    return selections.reduce((sum, selection) => sum + ofSelection(selection, type), 0);
  }

  function ofSelection(selection: SelectionNode, type: GraphQLNamedType | undefined): number {
    if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value);
    if (selection.kind === 'InlineFragment') {
      const { typeCondition, selectionSet } = selection;
      return ofSelections(selectionSet, typeCondition ? schema.getType(typeCondition.name.value) : type);
    }
    if (!selection.selectionSet) return 1;
    const field = isCompositeType(type) ? schema.getField(type, selection.name.value) : undefined;
    const inner = field && getNamedType(field.type);
    const types = isAbstractType(inner) ? schema.getPossibleTypes(inner).length : 1;
    return 1 + types * ofSelections(selection.selectionSet, inner);
  }

  function ofFragment(name: string): number {
    const known = counted.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    const count = fragment ? ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value)) : 0;
    counted.set(name, count);
    return count;
  }

  return ofSelections(operation.selectionSet, schema.getRootType(operation.operation) ?? undefined);
}
