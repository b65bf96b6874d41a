/** Every field of a type, made from the schema, so that a new one is read at once. */
import {
  type GraphQLField,
  type GraphQLOutputType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../../src/graphql/schema/schema.ts';

/** For arguments that a field needs. */
const values: Readonly<Record<string, string>> = {
  currency: '"EUR"',
  quantity: '2',
  selectedOptions: '[]',
  template: '"products(care)"',
  key: '"wash"',
  first: '2',
};

/** A walk would not come to its end below these, or read what the gateway counts for itself. */
const shortly: Readonly<Record<string, string>> = {
  Product: '{ id resourceId name }',
  ProductConnection: '{ totalCount nodes { id resourceId name } }',
  CatalogNodeConnection: '{ totalCount nodes { id resourceId name } }',
  CustomApi: '{ id resourceId name }',
};

export function fullSelection(typeName: string): string {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} has no fields.`);
  return selectionOf(type, new Set());
}

function selectionOf(type: GraphQLOutputType, above: ReadonlySet<string>): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (above.size > 0 && shortly[named.name]) return shortly[named.name] ?? '';
  if (!isObjectType(named) && !isInterfaceType(named)) return '{ __typename }';
  if (above.has(named.name)) return '{ __typename }';
  const inside = new Set([...above, named.name]);
  return `{ ${Object.values(named.getFields())
    .map((field) => fieldOf(field, inside))
    .join(' ')} }`;
}

function fieldOf({ name, args, type }: GraphQLField<unknown, unknown>, above: ReadonlySet<string>): string {
  const given = args.flatMap((argument) => {
    const value = values[argument.name];
    if (value === undefined && isRequiredArgument(argument))
      throw new Error(`No value is known for '${argument.name}'.`);
    return value === undefined ? [] : [`${argument.name}: ${value}`];
  });
  return `${name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selectionOf(type, above)}`;
}
