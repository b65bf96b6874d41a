import { type GraphQLSchema, printSchema } from 'graphql';

/** With an explicit `schema` block, which graphql-js leaves out where the roots have their usual names. */
export function printSdl(schema: GraphQLSchema): string {
  const sdl = printSchema(schema);
  return sdl.startsWith('schema') ? `${sdl}\n` : `schema {\n  query: Query\n  mutation: Mutation\n}\n\n${sdl}\n`;
}
