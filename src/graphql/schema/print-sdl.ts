import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  type InputValueDefinitionNode,
  isInputObjectType,
  isObjectType,
  parse,
  print,
  printSchema,
  visit,
} from 'graphql';
import type { Constraint } from '../../domain/input/constraint.ts';
import { constraintDirective, constraintOf } from './constraint.ts';

/**
 * With an explicit `schema` block, which graphql-js leaves out where the roots have their usual names, and with
 * `@constraint` where it applies: graphql-js prints no directive that a schema's members carry.
 */
export function printSdl(schema: GraphQLSchema): string {
  const sdl = withConstraints(printSchema(schema), schema);
  return sdl.startsWith('schema') ? `${sdl}\n` : `schema {\n  query: Query\n  mutation: Mutation\n}\n\n${sdl}\n`;
}

type Member = GraphQLArgument | GraphQLInputField;

/** Each constraint is put behind its member; everything else stays as graphql-js prints it. */
function withConstraints(sdl: string, schema: GraphQLSchema): string {
  const parts: string[] = [];
  let copied = 0;

  function constrain(nodes: readonly InputValueDefinitionNode[] = [], members: readonly Member[] = []): void {
    for (const node of nodes) {
      const member = members.find(({ name }) => name === node.name.value);
      const end = node.loc?.end ?? 0;
      parts.push(sdl.slice(copied, end), member ? printConstraint(constraintOf(member)) : '');
      copied = end;
    }
  }

  visit(parse(sdl), {
    DirectiveDefinition(node) {
      constrain(node.arguments, schema.getDirective(node.name.value)?.args);
    },
    InputObjectTypeDefinition(node) {
      const type = schema.getType(node.name.value);
      constrain(node.fields, isInputObjectType(type) ? Object.values(type.getFields()) : []);
    },
    ObjectTypeDefinition(node) {
      const type = schema.getType(node.name.value);
      const fields = isObjectType(type) ? type.getFields() : {};
      for (const field of node.fields ?? []) constrain(field.arguments, fields[field.name.value]?.args);
    },
  });
  return parts.join('') + sdl.slice(copied);
}

/** Empty: there is nothing to say. */
function printConstraint(constraint: Constraint): string {
  const given = constraintDirective.args.flatMap(({ name, type }) => {
    const value = astFromValue(constraint[name as keyof Constraint], type);
    return value ? [`${name}: ${print(value)}`] : [];
  });
  return given.length > 0 ? ` @${constraintDirective.name}(${given.join(', ')})` : '';
}
