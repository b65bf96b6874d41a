import { type GraphQLSchema, isObjectType } from 'graphql';
import type { CatalogView } from '../view/catalog-view.ts';
import { formatGlobalId, markedTypes } from './global-id.ts';

/**
 * The same schema. The relay plugin resolves an id as a promise, whatever it is made of: of what lists hold by the hundred it is made at once,
 * so that nothing waits for it and it can be kept with what is written beside it.
 */
export function resolveIdsAtOnce(schema: GraphQLSchema): GraphQLSchema {
  for (const name of markedTypes) {
    const type = schema.getType(name);
    const field = isObjectType(type) ? type.getFields().id : undefined;
    if (field) field.resolve = ({ id, view }: Marked) => formatGlobalId(name, id, view.marks);
  }
  return schema;
}

interface Marked {
  readonly id: string;
  readonly view: Pick<CatalogView, 'marks'>;
}
