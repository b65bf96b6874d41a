/** Documents made from the schema: any field, any argument, as deep as is worth a try. */
import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  Kind,
  parseType,
  type SelectionNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
  valueToLiteral,
} from 'graphql';
import { hostileValue, type ValueSource } from './hostile-values.ts';

/** A document that is being made. */
export interface Draft {
  /** Where arguments put what they do not say themselves. */
  readonly definitions: VariableDefinitionNode[];
  readonly values: Record<string, unknown>;
  fields: number;
}

/** Wide and deep at once would be more than any document may hold. */
const maxFields = 300;

export interface DocumentSource extends ValueSource {
  readonly schema: GraphQLSchema;
}

const maxDepth = 12;

/** Some fields of the type, each with a selection of its own. */
export function randomSelection(
  source: DocumentSource,
  draft: Draft,
  { type, depth }: { readonly type: GraphQLCompositeType; readonly depth: number },
): SelectionSetNode {
  const { random, schema } = source;
  if (isAbstractType(type)) return randomFragments(source, draft, { type, depth });
  const fields = Object.values(type.getFields());
  const leaves = fields.filter((field) => !isCompositeType(getNamedType(field.type)));
  const possible = depth > 0 || leaves.length === 0 ? fields : leaves;
  const count = draft.fields > maxFields ? 1 : 1 + random.below(random.chance(0.2) ? 8 : 3);
  draft.fields += count;
  const selections: SelectionNode[] = Array.from({ length: count }, (_, index) =>
    randomField(source, draft, { field: random.pick(possible), depth, alias: index }),
  );
  if (random.chance(0.02) && type === schema.getQueryType()) selections.push(nameField('__typename'));
  return { kind: Kind.SELECTION_SET, selections };
}

export interface RandomFieldOptions {
  readonly field: GraphQLField<unknown, unknown>;
  readonly depth: number;
  /** Tells its fields apart from others of the name. */
  readonly alias: number;
}

export function randomField(source: DocumentSource, draft: Draft, options: RandomFieldOptions): FieldNode {
  const { field, depth, alias } = options;
  const inner = getNamedType(field.type);
  return {
    ...nameField(field.name),
    ...(field.args.length > 0 && { alias: { kind: Kind.NAME, value: `f${depth}_${alias}` } }),
    arguments: randomArguments(source, draft, field),
    ...(isCompositeType(inner) && {
      selectionSet: randomSelection(source, draft, { type: inner, depth: Math.min(depth, maxDepth) - 1 }),
    }),
  };
}

export function randomArguments(
  source: DocumentSource,
  draft: Draft,
  { args }: Pick<GraphQLField<unknown, unknown>, 'args'>,
): ArgumentNode[] {
  const chosen = args.filter(
    ({ type, name }) => isNonNullType(type) || source.random.chance(name === 'filter' ? 0.5 : 0.3),
  );
  return chosen.map(({ name, type }) => randomArgument(source, draft, { name, type }));
}

/** Short ones often stand in the document itself, all others in a variable. */
function randomArgument(
  source: DocumentSource,
  draft: Draft,
  { name, type }: { readonly name: string; readonly type: GraphQLInputType },
): ArgumentNode {
  const value = hostileValue(type, name, source);
  const literal = source.random.chance(0.4) && JSON.stringify(value).length < 200 && valueToLiteral(value, type);
  if (literal) return { kind: Kind.ARGUMENT, name: { kind: Kind.NAME, value: name }, value: literal };
  const variable = `v${draft.definitions.length}`;
  draft.definitions.push({
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
    type: parseType(String(type)),
  });
  draft.values[variable] = value;
  return {
    kind: Kind.ARGUMENT,
    name: { kind: Kind.NAME, value: name },
    value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: variable } },
  };
}

/** Of an interface or union: its own fields, or those of a type that it may be. */
function randomFragments(
  source: DocumentSource,
  draft: Draft,
  { type, depth }: { readonly type: GraphQLCompositeType; readonly depth: number },
): SelectionSetNode {
  const { random, schema } = source;
  const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [];
  const chosen = random.pick(possible.filter((one) => isObjectType(one)));
  const selections: SelectionNode[] = [
    ...(isInterfaceType(type) ? [nameField('id')] : []),
    {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: chosen.name } },
      selectionSet: randomSelection(source, draft, { type: chosen, depth: Math.max(0, depth - 1) }),
    },
  ];
  return { kind: Kind.SELECTION_SET, selections };
}

export function nameField(name: string): FieldNode {
  return { kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } };
}
