/** What a field costs, as its definition says: the estimate before a request and the charges while it runs read it here. */
import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { unitsOfBytes, workPrices } from '../../domain/work-budget.ts';

export type Field = GraphQLField<unknown, unknown>;

/** Of introspection, for each field that is written, whatever its lists hold. */
export const introspectionPrice = 350;

/** Of an object of which nothing is selected, or of which all is left out: it is made and written all the same. */
export const unitsOfBareObject = 1;

/** Whether a field shows the schema. `__typename` does not. */
export function isIntrospection({ name }: { readonly name: string }): boolean {
  return name === '__schema' || name === '__type';
}

/** What a field's definition says in its `extensions` of its price, where that is not an ordinary field's. */
export interface FieldPrice {
  /** What making its value takes; 1 unless said. */
  readonly units?: number;
  /** How long its list is likely to be; 2 unless said, or a page's length. */
  readonly listSize?: number;
  /** Whether its resolver charges the records of its list itself, before it loads any: `chargeIds`. */
  readonly paysForIds?: true;
  /** Of each record of its page, where that is not read from a table. */
  readonly record?: number;
  /** How many combinations of a matrix it is likely to look at. */
  readonly matrixSize?: number;
  /** Whether a platform behind the gateway is called for it, which its type does not say. */
  readonly isCalled?: true;
}

/** Of the field itself, and of the name that it has in the answer where that is long. */
export function unitsOfField(field: Field, { alias, name }: FieldNode): number {
  return (priceOf(field).units ?? 1) + unitsOfBytes((alias ?? name).value.length);
}

/** What its walk through a matrix is likely to cost beside that. */
export function likelyWalk(field: Field): number {
  return workPrices.matrixEntry * (priceOf(field).matrixSize ?? 0);
}

/** Whether a platform is called for a value, beside what its records take. */
export function isCalled(field: Field): boolean {
  return priceOf(field).isCalled === true;
}

/** Whether the records of its list are paid for when they are there. */
export function paysForIds(field: Field): boolean {
  return priceOf(field).paysForIds === true;
}

export function likelyListSize(field: Field): number {
  return priceOf(field).listSize ?? 2;
}

/** Whether nothing is known of its value before it is resolved: what a resolver makes, or a getter, and leaves that are short. */
export function isMadeWhenRead(field: Field): boolean {
  if (field.resolve || priceOf(field).units !== undefined) return true;
  const inner = getNamedType(field.type);
  return !isCompositeType(inner) && !isList(field.type) && inner.name !== 'String';
}

function priceOf({ extensions }: Field): FieldPrice {
  return extensions;
}

/**
 * Of each record that the field's value holds; 0: it holds none. A page is read for the connection, whatever is selected of it,
 * so its lists hold no more. What the caller names at the root is read alone, anything else in batches.
 */
export function recordPrice(parent: GraphQLCompositeType, field: Field, schema: GraphQLSchema): number {
  const { type } = field;
  const inner = getNamedType(type);
  if (isConnection(inner)) return priceOf(field).record ?? workPrices.record;
  if (isConnection(parent) || parent.name.endsWith('Edge') || !isRecord(inner)) return 0;
  // What a mutation answers is no record, but holds one.
  const isRoot = parent === schema.getQueryType();
  return isRoot && !isList(type) ? workPrices.record : workPrices.relatedRecord;
}

/** Relay's convention (cursor connections, section 2). */
export function isConnection({ name }: { readonly name: string }): boolean {
  return name.endsWith('Connection');
}

export function isList(type: GraphQLOutputType): boolean {
  return isListType(getNullableType(type));
}

/** Whatever has a global id is one. */
function isRecord(type: GraphQLNamedOutputType): boolean {
  if (!isObjectType(type)) return type.name === 'Node';
  return type.getInterfaces().some(({ name }) => name === 'Node');
}
