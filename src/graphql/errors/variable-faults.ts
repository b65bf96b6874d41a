/**
 * Faults of a request's variables, as violations: each with its path, and without the value, which may be a secret that was put
 * in the wrong place. One walk over the values, whatever they hold: graphql-js describes the whole of an object in each error
 * about it, which takes seconds where there are many.
 */
import {
  type DocumentNode,
  GraphQLBoolean,
  GraphQLError,
  GraphQLID,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLSchema,
  GraphQLString,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { getVariableValues, type VariableValues } from 'graphql/execution/values';
import { excerpt } from '../../domain/errors.ts';
import { boundRule, type Constraint } from '../../domain/input/constraint.ts';
import { isObject } from '../../domain/input/is-object.ts';
import type { Fault } from '../../domain/input/text.ts';
import {
  createViolationList,
  type PathSegment,
  type Violation,
  type ViolationList,
} from '../../domain/input/violations.ts';
import { constraintOf } from '../schema/constraint.ts';
import { fromArgumentsOn } from './argument-paths.ts';

export type CoercedVariables = { readonly variables: VariableValues } | { readonly violations: readonly Violation[] };

export interface CoerceOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Whether a fault may name what the schema has. */
  readonly hasIntrospection: boolean;
  readonly maxViolations: number;
}

export function coerceVariables(
  { schema, document, operation, hasIntrospection, maxViolations }: CoerceOptions,
  inputs: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const { variableDefinitions = [] } = operation;
  const violations = createViolationList(maxViolations);
  for (const definition of variableDefinitions) {
    const name = definition.variable.name.value;
    const value = Object.hasOwn(inputs, name) ? inputs[name] : undefined;
    const type = typeOfVariable(definition, schema);
    if (value === undefined && (definition.defaultValue || !isNonNullType(type))) continue;
    checkValue(value, { type, path: [name], constraint: {} }, { violations, hasIntrospection });
  }
  const told = violations.toArray();
  if (told.length > 0) return { violations: fromArgumentsOn(told, document, operation) };
  const result = getVariableValues(schema, variableDefinitions, inputs);
  if (!('variableValues' in result)) throw result.errors[0];
  return { variables: result.variableValues };
}

/** Validation has seen that there is such a type. */
export function typeOfVariable({ type }: VariableDefinitionNode, schema: GraphQLSchema): GraphQLInputType {
  const found = typeFromAST(schema, type);
  if (!isInputType(found)) throw new Error(`A variable of the type ${String(found)} was not refused.`);
  return found;
}

interface Check {
  readonly violations: ViolationList;
  readonly hasIntrospection: boolean;
}

interface Place {
  readonly type: GraphQLInputType;
  /** Shared by all places of the walk: it is as it should be while the place is looked at. */
  readonly path: PathSegment[];
  /** What is published of the place. */
  readonly constraint: Constraint;
}

/** As graphql-js coerces an input value; `undefined` is a value that is missing. */
function checkValue(value: unknown, { type, path, constraint }: Place, check: Check): void {
  const expected = getNullableType(type);
  if (value == null) {
    if (isNonNullType(type)) report(check, path, () => ({ rule: 'required', problem: 'is required' }));
  } else if (isListType(expected)) {
    const items = Array.isArray(value) ? value : [value];
    for (const [index, item] of items.entries()) {
      if (Array.isArray(value)) path.push(index);
      checkValue(item, { type: expected.ofType, path, constraint: {} }, check);
      if (Array.isArray(value)) path.pop();
    }
  } else if (isInputObjectType(expected)) {
    checkObject(value, { type: expected, path }, check);
  } else if (!isLeafValue(expected, value)) {
    report(check, path, () => leafFault(expected, value, { constraint, ...check }));
  }
}

function checkObject(
  value: unknown,
  { type, path }: { readonly type: GraphQLInputObjectType; readonly path: PathSegment[] },
  check: Check,
): void {
  if (!isObject(value)) {
    report(check, path, () => notOfType(type));
    return;
  }
  const fields = type.getFields();
  for (const field of Object.values(fields)) {
    const isMissing = !Object.hasOwn(value, field.name);
    if (isMissing && !isRequiredInputField(field)) continue;
    path.push(field.name);
    checkValue(isMissing ? undefined : value[field.name], { ...field, path, constraint: constraintOf(field) }, check);
    path.pop();
  }
  let known = 0;
  for (const name in value) {
    if (Object.hasOwn(fields, name)) known += 1;
    else
      check.violations.add(() => ({ path: [...path, excerpt(name)], ...unknownField(type, check.hasIntrospection) }));
  }
  if (type.isOneOf && (known !== 1 || Object.values(value).includes(null))) {
    report(check, path, () => notOneOf(type));
  }
}

/** `path` is copied where the violation is told. */
function report({ violations }: Check, path: readonly PathSegment[], fault: () => Fault): void {
  violations.add(() => ({ path: [...path], ...fault() }));
}

/** What of a long list is looked at without an error for each item. */
const isOfScalar = new Map<GraphQLLeafType, (value: unknown) => boolean>([
  [GraphQLString, (value) => typeof value === 'string'],
  [GraphQLID, (value) => typeof value === 'string' || Number.isInteger(value)],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  [GraphQLInt, (value) => Number.isInteger(value) && Number(value) >= -(2 ** 31) && Number(value) < 2 ** 31],
]);

function isLeafValue(type: GraphQLLeafType, value: unknown): boolean {
  const isOfType = isOfScalar.get(type);
  if (isOfType) return isOfType(value);
  if (isEnumType(type)) return typeof value === 'string' && type.getValue(value) !== undefined;
  try {
    return type.coerceInputValue(value) !== undefined;
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/** A whole number that is beyond its type is beyond the bounds of its field too, which say more. */
function leafFault(
  type: GraphQLLeafType,
  value: unknown,
  { constraint, hasIntrospection }: Pick<Place, 'constraint'> & Pick<Check, 'hasIntrospection'>,
): Fault {
  const rule = Number.isInteger(value) ? boundRule(Number(value), constraint) : null;
  if (rule) return { rule, problem: `must be from ${constraint.min} to ${constraint.max}` };
  if (!isEnumType(type)) return notOfType(type);
  if (!hasIntrospection) return { ...notOfType(type), rule: 'enum' };
  const names = type.getValues().map(({ name }) => name);
  return { rule: 'enum', problem: `must be one of ${names.join(', ')}` };
}

function notOfType(type: GraphQLInputType): Fault {
  return { rule: 'type', problem: `must be a value of the type ${String(type)}` };
}

function unknownField(type: GraphQLInputObjectType, hasIntrospection: boolean): Fault {
  const names = Object.keys(type.getFields()).join(', ');
  return { rule: 'type', problem: hasIntrospection ? `is not known: the fields are ${names}` : 'is not known' };
}

function notOneOf(type: GraphQLInputObjectType): Fault {
  const problem =
    `is not valid: within OneOf Input Object type "${type.name}", exactly one field must be specified, and the value for that ` +
    'field must be non-null';
  return { rule: 'exclusive', problem };
}
