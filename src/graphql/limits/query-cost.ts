/**
 * What an operation may cost at most, before it is executed: one for each field of a full answer, 60 for each record of a page
 * or at the root, and 5 for each that is named by a list of ids or related to another: those are read in batches, and each
 * once. How many there are of what:
 *
 * - a page (`first`, `last`) counts as full, 25 where neither is given;
 * - a list that is asked for by a list of ids has as many items as ids;
 * - any other list has two items, or what its field says in `extensions: { listSize }`;
 * - introspection counts 200 a field, whatever its lists hold.
 *
 * Fields that are written twice count twice. Fragments count at each place where they are spread, but are looked at once.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { pageLimits } from '../../domain/paging/page.ts';

const askedRecordCost = 60;
const relatedRecordCost = 5;
const introspectionCost = 200;
const unsizedListSize = 2;

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: VariableValues;
}

/** Where a selection stands. */
interface Place {
  readonly type: GraphQLCompositeType;
  /** Within a connection: how many items its lists have. */
  readonly pageSize: number | null;
}

export function measureCost({ schema, document, operation, variables }: CostOptions): number {
  const fragments = new Map(
    document.definitions.flatMap((definition): [string, FragmentDefinitionNode][] =>
      definition.kind === 'FragmentDefinition' ? [[definition.name.value, definition]] : [],
    ),
  );
  const root = schema.getRootType(operation.operation);
  const ofFragments = new Map<string, number>();

  function ofSelections({ selections }: SelectionSetNode, place: Place): number {
    return selections.reduce((sum, selection) => sum + ofSelection(selection, place), 0);
  }

  function ofSelection(selection: SelectionNode, place: Place): number {
    if (isLeftOut(selection, variables)) return 0;
    if (selection.kind === 'Field') return ofField(selection, place);
    if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value, place);
    const { typeCondition, selectionSet } = selection;
    return ofSelections(selectionSet, { ...place, type: typeNamed(typeCondition?.name.value) ?? place.type });
  }

  function ofFragment(name: string, { pageSize }: Place): number {
    const key = `${name} ${pageSize}`;
    const known = ofFragments.get(key);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    const type = typeNamed(fragment?.typeCondition.name.value);
    const cost = fragment && type ? ofSelections(fragment.selectionSet, { type, pageSize }) : 0;
    ofFragments.set(key, cost);
    return cost;
  }

  function ofField(node: FieldNode, { type, pageSize }: Place): number {
    const field = schema.getField(type, node.name.value);
    if (!field) return 1;
    if (field.name === '__schema' || field.name === '__type') return introspectionCost * countFields(node);
    const inner = getNamedType(field.type);
    const size = pageSizeOf(field, node, variables) ?? idsOf(field, node, variables);
    const items = isList(field.type) ? (size ?? pageSize ?? listSizeOf(field)) : 1;
    if (!isCompositeType(inner) || !node.selectionSet) return items;
    const ofItem = ofSelections(node.selectionSet, { type: inner, pageSize: isConnection(inner) ? size : null });
    const isAsked = isConnection(inner) || (type === root && !isList(field.type));
    const recordCost = isAsked ? askedRecordCost : relatedRecordCost;
    return 1 + recordCost * recordsOf({ type, inner, items, size }) + items * ofItem;
  }

  /** Of introspection: all that is written, fragments at each place where they are spread. */
  function countFields({ selectionSet }: { readonly selectionSet?: SelectionSetNode | undefined }): number {
    if (!selectionSet) return 1;
    return selectionSet.selections.reduce((sum, selection) => {
      if (selection.kind === 'InlineFragment') return sum + countFields(selection);
      if (selection.kind === 'Field') return sum + countFields(selection);
      const key = `${selection.name.value} __schema`;
      const count = ofFragments.get(key) ?? countFields(fragments.get(selection.name.value) ?? {});
      ofFragments.set(key, count);
      return sum + count;
    }, 1);
  }

  function typeNamed(name: string | undefined): GraphQLCompositeType | null {
    const type = name === undefined ? undefined : schema.getType(name);
    return type && isCompositeType(type) ? type : null;
  }

  return root ? ofSelections(operation.selectionSet, { type: root, pageSize: null }) : 0;
}

interface FieldOfRecords {
  readonly type: GraphQLCompositeType;
  readonly inner: GraphQLCompositeType;
  readonly items: number;
  readonly size: number | null;
}

/** How many records a field reads. A page is read for the connection, whatever is selected of it; its lists read no more. */
function recordsOf({ type, inner, items, size }: FieldOfRecords): number {
  if (isConnection(inner)) return size ?? 1;
  if (isConnection(type) || /Edge$/.test(type.name)) return 0;
  const isRecord = !isObjectType(inner) || inner.getInterfaces().some(({ name }) => name === 'Node');
  return isRecord ? items : 0;
}

/** Relay's convention (cursor connections, section 2). */
function isConnection({ name }: GraphQLCompositeType): boolean {
  return name.endsWith('Connection');
}

function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

type Field = GraphQLField<unknown, unknown>;

/** Null: the field has no pages. A size that is not allowed is refused where it is used; here it is the nearest that is. */
function pageSizeOf({ args }: Field, node: FieldNode, variables: VariableValues): number | null {
  if (!args.some(({ name }) => name === 'first' || name === 'last')) return null;
  const sizes = ['first', 'last'].map((name) => sizeArgument(node, name, variables)).filter((size) => size != null);
  const size = sizes.length > 0 ? Math.max(...sizes.map(Number)) : pageLimits.unset;
  return Math.min(Math.max(size, pageLimits.min), pageLimits.max);
}

/** Null: the field takes no list of ids, or answers something else than a list. */
function idsOf({ args, type }: Field, node: FieldNode, variables: VariableValues): number | null {
  const lists = isList(type) ? args.filter((argument) => isListType(getNullableType(argument.type))) : [];
  if (lists.length === 0) return null;
  return Math.max(...lists.map(({ name }) => lengthOf(sizeArgument(node, name, variables))));
}

function listSizeOf({ extensions }: Field): number {
  return typeof extensions.listSize === 'number' ? extensions.listSize : unsizedListSize;
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 1;
}

/** The value of an argument, as far as a size can be seen from it. */
function sizeArgument({ arguments: given = [] }: FieldNode, name: string, variables: VariableValues): unknown {
  const argument = given.find((one) => one.name.value === name);
  return argument && toSize(argument.value, variables);
}

function toSize(value: ValueNode, variables: VariableValues): unknown {
  if (value.kind === 'Variable') return variables.coerced[value.name.value];
  if (value.kind === 'IntValue') return Number(value.value);
  if (value.kind === 'ListValue') return value.values;
  return undefined;
}

function isLeftOut(node: SelectionNode, variables: VariableValues): boolean {
  if (!node.directives?.length) return false;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, variables);
  return skip?.if === true || include?.if === false;
}
