/**
 * What an operation is likely to cost, before it is executed, in the unit that is charged while it runs
 * (`domain/work-budget.ts`): one for each field of a full answer, or what it says in its `extensions` (`field-price.ts`), and one for
 * each object without any; 60 for each record of a page or at the root, 5 for each that is named by a list of ids or related to
 * another (those are read in batches, and each once); one for each item of an argument that is a list, and 3 for each value of a
 * filter. How many there are of what:
 *
 * - a page (`first`, `last`) counts as full, the store's page length where neither is given;
 * - a list that is requested by a list of ids has as many items as ids;
 * - any other list has two items, or what its field says;
 * - introspection counts 350 a field, whatever its lists hold.
 *
 * Fields that are written twice count twice. Fragments count at each place where they are spread, but are looked at once.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { pageLimits } from '../../domain/paging/page.ts';
import { memoised } from '../../lib/memo.ts';
import {
  type Field,
  introspectionPrice,
  isIntrospection,
  isList,
  likelyListSize,
  likelyWalk,
  recordPrice,
  unitsOfBareObject,
  unitsOfField,
} from './field-price.ts';
import { unitsOfArgument } from './input-units.ts';
import { costOnce, unitsOnce } from './known-costs.ts';
import { createFieldCounter, fragmentsOf, isLeftOut } from './selections.ts';

export interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: VariableValues;
  /** How long a page is that names no size. */
  readonly pageLength: number;
}

/** Where a selection stands. */
interface Place {
  readonly type: GraphQLCompositeType;
  /** Within a connection: how many items its lists have. */
  readonly pageSize: number | null;
}

export interface Cost {
  readonly units: number;
  /** The schema coordinate of the root field that takes the most of it; null: there is none. */
  readonly costliest: string | null;
}

export function measureCost(options: CostOptions): Cost {
  return costOnce(options.operation, options, () => measure(options));
}

function measure({ schema, document, operation, variables, pageLength }: CostOptions): Cost {
  const fragments = fragmentsOf(document);
  const countFields = createFieldCounter(fragments);
  const root = schema.getRootType(operation.operation);
  const ofFragments = new Map<string, number>();
  const tally = createTally(root);

  function ofSelections(set: SelectionSetNode, place: Place): number {
    const measureSet = () => set.selections.reduce((sum, selection) => sum + ofSelection(selection, place), 0);
    // What the root selects is tallied each time.
    return place.type === root ? measureSet() : unitsOnce(set, { ...place, pageLength }, fragments, measureSet);
  }

  function ofSelection(selection: SelectionNode, place: Place): number {
    if (isLeftOut(selection, variables)) return 0;
    if (selection.kind === 'Field') return tally.count(selection, place.type, ofField(selection, place));
    if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value, place);
    const { typeCondition, selectionSet } = selection;
    return ofSelections(selectionSet, { ...place, type: typeNamed(schema, typeCondition?.name.value) ?? place.type });
  }

  function ofFragment(name: string, { pageSize }: Place): number {
    return memoised(ofFragments, `${name} ${pageSize}`, () => {
      const fragment = fragments.get(name);
      const type = typeNamed(schema, fragment?.typeCondition.name.value);
      return fragment && type ? ofSelections(fragment.selectionSet, { type, pageSize }) : 0;
    });
  }

  function ofField(node: FieldNode, { type, pageSize }: Place): number {
    const field = schema.getField(type, node.name.value);
    if (!field) return 1;
    if (isIntrospection(field)) return introspectionPrice * countFields(node);
    const inner = getNamedType(field.type);
    const size = pageSizeOf(field, node, variables, pageLength);
    const items = isList(field.type) ? (listSizeOf(field, node, variables) ?? pageSize ?? likelyListSize(field)) : 1;
    const own = unitsOfField(field, node) + likelyWalk(field) + unitsOfWritten(field, node, variables);
    if (!isCompositeType(inner) || !node.selectionSet) return own + (isList(field.type) ? items : 0);
    const shown = ofSelections(node.selectionSet, { type: inner, pageSize: size });
    return own + recordPrice(type, field, schema) * (size ?? items) + items * (shown || unitsOfBareObject);
  }

  const units = root ? ofSelections(operation.selectionSet, { type: root, pageSize: null }) : 0;
  return { units: units || unitsOfBareObject, costliest: tally.costliest() };
}

/** Which root field takes the most. */
function createTally(root: GraphQLObjectType | null | undefined) {
  const unitsByName = new Map<string, number>();
  return {
    count({ name: { value: name } }: FieldNode, type: GraphQLCompositeType, units: number): number {
      if (type === root) unitsByName.set(name, (unitsByName.get(name) ?? 0) + units);
      return units;
    },
    costliest(): string | null {
      const [costliest] = [...unitsByName].toSorted(([, one], [, other]) => other - one);
      return costliest ? `${root?.name}.${costliest[0]}` : null;
    },
  };
}

function typeNamed(schema: GraphQLSchema, name: string | undefined): GraphQLCompositeType | null {
  const type = name === undefined ? undefined : schema.getType(name);
  return type && isCompositeType(type) ? type : null;
}

function unitsOfWritten({ args }: Field, { arguments: given = [] }: FieldNode, variables: VariableValues): number {
  return given.reduce((sum, { name, value }) => {
    const argument = args.find((one) => one.name === name.value);
    return argument ? sum + unitsOfArgument(value, argument.type, variables) : sum;
  }, 0);
}

/** Null: the field has no pages. A size that is not allowed is refused where it is used; here it is the nearest that is. */
export function pageSizeOf(
  { args }: Field,
  node: FieldNode,
  variables: VariableValues,
  pageLength: number,
): number | null {
  if (!args.some(({ name }) => name === 'first' || name === 'last')) return null;
  const sizes = ['first', 'last'].map((name) => sizeArgument(node, name, variables)).filter((size) => size != null);
  const size = sizes.length > 0 ? Math.max(...sizes.map(Number)) : pageLength;
  return Math.min(Math.max(size, pageLimits.min), pageLimits.max);
}

/** Null: the field takes no list of ids. */
export function listSizeOf({ args, extensions }: Field, node: FieldNode, variables: VariableValues): number | null {
  if (extensions.listSize !== undefined) return null;
  const lists = args.filter((argument) => isListType(getNullableType(argument.type)));
  if (lists.length === 0) return null;
  return Math.max(...lists.map(({ name }) => lengthOf(sizeArgument(node, name, variables))));
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
