/** What a field costs, as its definition says: the estimate before a request and the charges while it runs read it here. */
import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import { workPrices } from '../../domain/work-budget.ts';

export type Field = GraphQLField<unknown, unknown>;

/** Of introspection, for each field that is written, whatever its lists hold. */
export const introspectionPrice = 200;

export function isIntrospection({ name }: Field): boolean {
  return name === '__schema' || name === '__type';
}

/** Of the field itself: 1, or what it says in `extensions: { units }` where its value takes longer to make. */
export function unitsOfField({ extensions }: Field): number {
  return typeof extensions.units === 'number' ? extensions.units : 1;
}

/**
 * Of each record that the field's value holds; 0: it holds none. A page is read for the connection, whatever is selected of it,
 * so its lists hold no more. What the caller names at the root is read alone, anything else in batches.
 */
export function recordPrice(parent: GraphQLCompositeType, { type }: Field, schema: GraphQLSchema): number {
  const inner = getNamedType(type);
  if (isConnection(inner)) return workPrices.record;
  if (isConnection(parent) || parent.name.endsWith('Edge') || !isRecord(inner)) return 0;
  const isRoot = parent === schema.getQueryType() || parent === schema.getMutationType();
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
