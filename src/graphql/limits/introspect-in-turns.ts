/**
 * Introspection is as long as the schema, and graphql-js makes it in one piece. Here the list of all types is completed in turns, as any
 * other list is. What it costs is said by its fields (`introspectionPrice`), and charged with these.
 */
import { __Schema, __Type, type GraphQLFieldResolver, type GraphQLSchema } from 'graphql';
import type { GraphQLContext } from '../execution/context.ts';
import type { Field } from './field-price.ts';

type Resolve = GraphQLFieldResolver<unknown, Partial<GraphQLContext> | undefined>;

const charged = { units: 0, bytes: 0 };

/**
 * The same schema.
 * NOTE: it finds another field of that name, since the types of introspection are graphql-js' own, which all schemas share.
 */
export function introspectInTurns(schema: GraphQLSchema): GraphQLSchema {
  const { types } = __Schema.getFields() as { types: Field };
  const resolveTypes = types.resolve as Resolve;
  const resolve: Resolve = (source, args, context, info) => {
    const all = resolveTypes(source, args, context, info);
    const work = context?.work;
    return work ? work.complete(all, charged, work.plansOf(info.fieldNodes, __Type)) : all;
  };
  const typesInTurns = { ...types, resolve } as Field;
  const getField = schema.getField.bind(schema);
  schema.getField = (parent, name) =>
    parent === __Schema && name === types.name ? typesInTurns : getField(parent, name);
  return schema;
}
