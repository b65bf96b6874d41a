/**
 * Charges what the resolvers of a schema answer, when it is there and before anything is made of it: records, items of lists and
 * the fields of each object, in the unit of the estimate (`query-cost.ts`), and the values of arguments at each of their uses.
 */
import {
  type FieldNode,
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
} from 'graphql';
import type { Page } from '../../domain/paging/page.ts';
import type { GraphQLContext } from '../execution/context.ts';
import type { OperationWork } from '../execution/operation-work.ts';
import { type Field, isConnection, isList, paysForIds, recordPrice } from './field-price.ts';
import { unitsOfArguments } from './input-units.ts';
import { countLeaves, countValue, createCount } from './work-plan.ts';

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>;

/** The same schema: its fields charge from now on. */
export function chargeFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.resolve && mayBeLarge(field)) field.resolve = charging(type, field, schema) as typeof field.resolve;
    }
  }
  return schema;
}

/** Any other leaf is short, and paid for where its object is. */
function mayBeLarge({ type }: Field): boolean {
  const inner = getNamedType(type);
  return isCompositeType(inner) || isList(type) || inner.name === 'JSON';
}

function charging(parent: GraphQLObjectType, field: Field, schema: GraphQLSchema): Resolve {
  const resolve = field.resolve as Resolve;
  const inner = getNamedType(field.type);
  const price = paysForIds(field) ? 0 : recordPrice(parent, field, schema);
  const takesArguments = field.args.length > 0;

  function complete(value: unknown, work: OperationWork, nodes: readonly FieldNode[]): unknown {
    const made = createCount(work.left, unitsOfRecords(value, price, inner));
    if (!isCompositeType(inner)) countLeaves(value, made);
    const plans = isCompositeType(inner) ? work.plansOf(nodes, inner) : [];
    for (const plan of plans) countValue(value, plan, made);
    return work.complete(value, made, plans);
  }

  return (source, args, context, info) => {
    const { work } = context;
    // Of nothing, too: whatever is left of an operation that was ended ends here.
    work.charge(takesArguments ? unitsOfArguments(args) : 0);
    const value = resolveOrReject(resolve, source, args, context, info);
    if (value instanceof Promise) return work.follow(value, (known) => complete(known, work, info.fieldNodes));
    return complete(value, work, info.fieldNodes);
  };
}

/** A page was read for its connection, even one without items. */
function unitsOfRecords(value: unknown, price: number, { name }: { readonly name: string }): number {
  if (price === 0 || value === null || value === undefined) return 0;
  if (isConnection({ name })) return price * Math.max(1, (value as Page<unknown>).items.length);
  return price * (Array.isArray(value) ? value.length : 1);
}

/** One that fails at once is a failure like any other. */
function resolveOrReject(resolve: Resolve, ...called: Parameters<Resolve>): unknown {
  try {
    return resolve(...called);
  } catch (error) {
    return Promise.reject(error);
  }
}
