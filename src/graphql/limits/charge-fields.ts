/**
 * Charges what the resolvers of a schema answer, when it is there and before anything is made of it: records, items of lists and
 * the fields of each object, in the unit of the estimate (`query-cost.ts`), and the values of arguments at each of their uses.
 */
import {
  type GraphQLFieldResolver,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
} from 'graphql';
import type { Page } from '../../domain/paging/page.ts';
import type { GraphQLContext } from '../execution/context.ts';
import { type Field, isConnection, isList, recordPrice } from './field-price.ts';
import { unitsOfInput } from './input-units.ts';
import { unitsOfValue } from './work-plan.ts';

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>;

/** The same schema: its fields charge from now on. */
export function chargeFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isShallow = !isCompositeType(getNamedType(field.type)) && !isList(field.type);
      if (field.resolve && !isShallow) field.resolve = charging(type, field, schema) as typeof field.resolve;
    }
  }
  return schema;
}

function charging(parent: GraphQLObjectType, field: Field, schema: GraphQLSchema): Resolve {
  const resolve = field.resolve as Resolve;
  const inner = getNamedType(field.type);
  const price = recordPrice(parent, field, schema);
  const takesArguments = field.args.length > 0;

  return (source, args, context, info) => {
    const { work } = context;
    // Of nothing, too: whatever is left of an operation that was ended ends here.
    work.charge(takesArguments ? unitsOfInput(args) : 0);
    const complete = (value: unknown) => {
      const plans = isCompositeType(inner) ? work.plansOf(info.fieldNodes, inner) : [null];
      const units =
        unitsOfRecords(value, price, inner) + plans.reduce((sum, plan) => sum + unitsOfValue(value, plan), 0);
      work.charge(units);
      return Array.isArray(value) ? work.inTurns(value, units) : value;
    };
    const value = resolveOrReject(() => resolve(source, args, context, info));
    return value instanceof Promise ? work.follow(value, complete) : complete(value);
  };
}

/** A page was read for its connection, even one without items. */
function unitsOfRecords(value: unknown, price: number, { name }: { readonly name: string }): number {
  if (price === 0 || value === null || value === undefined) return 0;
  if (isConnection({ name })) return price * Math.max(1, (value as Page<unknown>).items.length);
  return price * (Array.isArray(value) ? value.length : 1);
}

/** One that fails at once is a failure like any other. */
function resolveOrReject(resolve: () => unknown): unknown {
  try {
    return resolve();
  } catch (error) {
    return Promise.reject(error);
  }
}
