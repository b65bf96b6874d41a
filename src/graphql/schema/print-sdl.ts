import { MapperKind, mapSchema, printSchemaWithDirectives } from '@graphql-tools/utils';
import { astFromValue, type GraphQLArgumentConfig, type GraphQLInputFieldConfig, type GraphQLSchema } from 'graphql';

/** The schema's text, with `@constraint` where it applies: graphql-js itself prints no directive that a member carries. */
export function printSdl(schema: GraphQLSchema): string {
  const printable = mapSchema(schema, {
    [MapperKind.ARGUMENT]: withDefaultLiteral,
    [MapperKind.INPUT_OBJECT_FIELD]: withDefaultLiteral,
  });
  return `${printSchemaWithDirectives(printable)}\n`;
}

/** NOTE: graphql-tools (12.1, 13.1) prints only the defaults of graphql 17's new form; Pothos makes those of the old one. */
function withDefaultLiteral({ defaultValue, ...member }: GraphQLArgumentConfig & GraphQLInputFieldConfig) {
  const literal = astFromValue(defaultValue, member.type);
  return literal ? { ...member, default: { literal } } : member;
}
