/**
 * What graphql-js' `lexicographicSortSchema` does, to the schema that there is: that one makes each type and field anew, at each start
 * (`bench/notebook/start-and-memory.md`).
 */
import {
  type GraphQLDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isUnionType,
} from 'graphql';

interface Named {
  readonly name: string;
}

/** The same schema. NOTE: the lists and maps that its parts return are their own, not copies. */
export function sortInPlace(schema: GraphQLSchema): GraphQLSchema {
  const types = schema.getTypeMap();
  sortMembers(types);
  for (const type of Object.values(types)) {
    // What the specification has is graphql-js' own, which all schemas share, here and among directives.
    if (!isIntrospectionType(type)) sortType(type);
    if (isInterfaceType(type)) {
      const { objects, interfaces } = schema.getImplementations(type);
      sortNamed(objects);
      sortNamed(interfaces);
    }
  }
  sortNamed(schema.getDirectives());
  schema.getDirectives().forEach(sortDirective);
  return schema;
}

function sortDirective(directive: GraphQLDirective): void {
  if (isSpecifiedDirective(directive)) return;
  sortNamed(directive.args);
  (directive.locations as string[]).sort();
}

function sortType(type: GraphQLNamedType): void {
  if (isUnionType(type)) sortNamed(type.getTypes());
  if (isEnumType(type)) sortNamed(type.getValues());
  if (isInputObjectType(type)) sortMembers(type.getFields());
  if (!isObjectType(type) && !isInterfaceType(type)) return;
  sortNamed(type.getInterfaces());
  sortMembers(type.getFields());
  for (const { args } of Object.values(type.getFields())) sortNamed(args);
}

function sortNamed(list: readonly Named[]): void {
  (list as Named[]).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function sortMembers(members: Record<string, unknown>): void {
  const sorted = Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, member] of sorted) {
    delete members[name];
    members[name] = member;
  }
}
