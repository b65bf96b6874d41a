import { type GraphQLFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { GraphQLContext } from '../execution/context.ts';
import type { PageInView } from '../view/catalog-view.ts';
import { listFields } from './show-list.ts';

type Resolve = GraphQLFieldResolver<{ readonly page: PageInView }, GraphQLContext>;

/** The same schema: its lists of products are written from slots where a page holds them. */
export function showLists(schema: GraphQLSchema): GraphQLSchema {
  const type = schema.getType('ProductConnection');
  for (const name of listFields) {
    const field = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!field?.resolve) throw new Error(`ProductConnection has no resolver of '${name}'.`);
    const resolve = field.resolve as Resolve;
    const show: Resolve = (source, args, context, info) =>
      context.shown.show(name, source.page, info) ?? resolve(source, args, context, info);
    field.resolve = show as typeof field.resolve;
  }
  return schema;
}
