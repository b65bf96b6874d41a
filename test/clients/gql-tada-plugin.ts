/** A plugin of codegen that writes what `npx gql.tada generate-output` does, so that it is checked for drift with everything else. */
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { type GraphQLSchema, introspectionFromSchema } from 'graphql';

export function plugin(schema: GraphQLSchema): string {
  const introspection = minifyIntrospection(introspectionFromSchema(schema));
  return outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
}
