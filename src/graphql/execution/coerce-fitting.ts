/**
 * Variables that fit their types, coerced in one walk, by functions that are made once for each type. What does not fit is looked at again, by
 * whoever says what is wrong with it (`errors/variable-faults.ts`).
 */
import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  type GraphQLSchema,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { coerceDefaultValue } from 'graphql/utilities/coerceInputValue';
import { createMemo, memoised } from '../../lib/memo.ts';
import { typeOfVariable } from '../errors/variable-faults.ts';

/** Undefined: the value does not fit. */
type Coerce = (value: unknown) => unknown;

type Members = Record<string, unknown>;

/** Objects without a prototype's members, as graphql-js makes them; V8 keeps those of `Object.create(null)` in dictionaries. */
const Values = function values() {} as unknown as new () => Members;
Values.prototype = Object.create(null);

type Signature = NonNullable<VariableValues['sources'][string]>['signature'];

interface KnownVariable {
  readonly signature: Signature;
  readonly coerce: Coerce;
  readonly mayBeAbsent: boolean;
}

interface KnownVariables {
  readonly schema: GraphQLSchema;
  readonly variables: readonly KnownVariable[];
}

const known = createMemo<OperationDefinitionNode, KnownVariables>('variables');

/** Null: something does not fit, or has a default value in the document. */
export function coerceFitting(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  inputs: Readonly<Members>,
): VariableValues | null {
  const sources = new Values() as Record<string, VariableValues['sources'][string]>;
  const coerced = new Values();
  for (const { signature, coerce, mayBeAbsent } of variablesOf(schema, operation)) {
    const { name } = signature;
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    if (value === undefined) {
      if (!mayBeAbsent) return null;
      sources[name] = { signature };
      continue;
    }
    const fitting = coerce(value);
    if (fitting === undefined) return null;
    sources[name] = { signature, value };
    coerced[name] = fitting;
  }
  return { sources, coerced };
}

function variablesOf(schema: GraphQLSchema, operation: OperationDefinitionNode): readonly KnownVariable[] {
  const before = known.get(operation);
  if (before?.schema === schema) return before.variables;
  const { variableDefinitions = [] } = operation;
  const variables = variableDefinitions.map((definition) => toKnown(definition, schema));
  known.set(operation, { schema, variables });
  return variables;
}

function toKnown(definition: VariableDefinitionNode, schema: GraphQLSchema): KnownVariable {
  const { variable, defaultValue: literal } = definition;
  const type = typeOfVariable(definition, schema);
  return {
    signature: { name: variable.name.value, type, default: literal && { literal } },
    coerce: coercerOf(type),
    mayBeAbsent: !literal && !isNonNullType(type),
  };
}

const coercers = new WeakMap<GraphQLInputType, Coerce>();

function coercerOf(type: GraphQLInputType): Coerce {
  return memoised(coercers, type, () => createCoercer(type));
}

function createCoercer(type: GraphQLInputType): Coerce {
  if (isNonNullType(type)) {
    const coerce = coercerOf(type.ofType);
    return (value) => (value === null ? undefined : coerce(value));
  }
  const coerce = isListType(type)
    ? listCoercer(coercerOf(type.ofType))
    : isInputObjectType(type)
      ? objectCoercer(type)
      : leafCoercer(type);
  return (value) => (value === null ? null : coerce(value));
}

function listCoercer(coerce: Coerce): Coerce {
  return (value) => {
    const items = Array.isArray(value) ? value : [value];
    const coerced: unknown[] = [];
    for (const item of items) {
      const fitting = coerce(item);
      if (fitting === undefined) return undefined;
      coerced.push(fitting);
    }
    return coerced;
  };
}

function objectCoercer(type: GraphQLInputObjectType): Coerce {
  const fields = type.getFields();
  /** Made when it is needed: a type may have members of its own type. */
  let members: readonly Member[] | null = null;
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    for (const name in value) if (!Object.hasOwn(fields, name)) return undefined;
    members ??= Object.values(fields).map((field) => ({
      name: field.name,
      coerce: coercerOf(field.type),
      isRequired: isRequiredInputField(field),
      absent: coerceDefaultValue(field),
    }));
    const coerced = coerceMembers(value as Members, members);
    return coerced && type.isOneOf && !hasOne(coerced) ? undefined : coerced;
  };
}

interface Member {
  readonly name: string;
  readonly coerce: Coerce;
  readonly isRequired: boolean;
  /** What stands where nothing is given; undefined: nothing does. */
  readonly absent: unknown;
}

function coerceMembers(value: Members, members: readonly Member[]): Members | undefined {
  const coerced = new Values();
  for (const { name, coerce, isRequired, absent } of members) {
    const given = value[name];
    const fitting = given === undefined ? absent : coerce(given);
    if (fitting !== undefined) coerced[name] = fitting;
    else if (given !== undefined || isRequired) return undefined;
  }
  return coerced;
}

function hasOne(value: Members): boolean {
  const [member, ...others] = Object.values(value);
  return member != null && others.length === 0;
}

function leafCoercer(type: GraphQLLeafType): Coerce {
  const coerce: Coerce = (value) => {
    try {
      return type.coerceInputValue(value);
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  };
  if (type === GraphQLString || type === GraphQLID)
    return (value) => (typeof value === 'string' ? value : coerce(value));
  if (type === GraphQLBoolean) return (value) => (typeof value === 'boolean' ? value : undefined);
  return coerce;
}
