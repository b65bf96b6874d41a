/**
 * Faults of a request's variables, as violations: every one at once, each with its path, and without the value, which may
 * be a secret that was put in the wrong place.
 */
import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { getVariableValues, type VariableValues } from 'graphql/execution/values';
import { boundRule } from '../../domain/input/constraint.ts';
import type { Fault } from '../../domain/input/text.ts';
import type { PathSegment, Violation } from '../../domain/input/violations.ts';
import { constraintOf } from '../schema/constraint.ts';

export type CoercedVariables = { readonly variables: VariableValues } | { readonly violations: readonly Violation[] };

const maxErrors = 50;
const messageShape = /^Variable "\$(\w+)" has invalid value(?: at ([^:]+))?: (.*)$/s;

export interface CoerceOptions {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  /** Whether a fault may name what the schema has. */
  readonly hasIntrospection: boolean;
}

export function coerceVariables(
  { schema, operation, hasIntrospection }: CoerceOptions,
  inputs: Readonly<Record<string, unknown>>,
): CoercedVariables {
  const { variableDefinitions = [] } = operation;
  const result = getVariableValues(schema, variableDefinitions, inputs, { maxErrors, hideSuggestions: true });
  if ('variableValues' in result) return { variables: result.variableValues };
  const types = new Map(
    variableDefinitions.map(({ variable, type }) => [variable.name.value, typeFromAST(schema, type as never)]),
  );
  const inputsOf = { types, inputs, hasIntrospection };
  return { violations: result.errors.map(({ message }) => toViolation(message, inputsOf)) };
}

interface Inputs {
  readonly types: ReadonlyMap<string, unknown>;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly hasIntrospection: boolean;
}

function toViolation(message: string, { types, inputs, hasIntrospection }: Inputs): Violation {
  const [, name = '', at = '', problem = message] = messageShape.exec(message) ?? [];
  const inner = [...at.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, field, index]) => field ?? Number(index));
  const path = [name, ...inner].filter((segment) => segment !== '');
  const type = types.get(name);
  const unknown = /unknown field "(\w+)"/.exec(problem)?.[1];
  if (unknown !== undefined) {
    const problem = hasIntrospection ? `is not known: ${knownFields(type, inner)}` : 'is not known';
    return { path: [...path, unknown], rule: 'type', problem };
  }
  const inputType = isInputType(type) ? type : undefined;
  const value = valueAt(inputs, path);
  return { path, ...(boundFault(inputType, inner, value) ?? describe(typeAt(inputType, inner), value, problem)) };
}

function knownFields(type: unknown, path: readonly PathSegment[]): string {
  const object = typeAt(isInputType(type) ? type : undefined, path);
  const nullable = object && getNullableType(object);
  const names = isInputObjectType(nullable) ? Object.keys(nullable.getFields()) : [];
  return `the fields are ${names.join(', ')}`;
}

function describe(type: GraphQLInputType | undefined, value: unknown, problem: string): Fault {
  if (type && value == null && isNonNullType(type)) return { rule: 'required', problem: 'is required' };
  const expected = type && getNullableType(type);
  if (isEnumType(expected)) {
    const names = expected.getValues().map((enumValue) => enumValue.name);
    return { rule: 'enum', problem: `must be one of ${names.join(', ')}` };
  }
  // Of an object or a list, the message speaks of its members, not of their values.
  const speaksOfMembers = typeof value === 'object' && (isInputObjectType(expected) || isListType(expected));
  if (!expected || speaksOfMembers) return { rule: 'type', problem: `is not valid: ${firstSentence(problem)}` };
  return { rule: 'type', problem: `must be a value of the type ${String(expected)}` };
}

/** A whole number that is beyond its type is beyond the bounds of its field too, which say more. */
function boundFault(type: GraphQLInputType | undefined, path: readonly PathSegment[], value: unknown): Fault | null {
  const object = typeAt(type, path.slice(0, -1));
  const nullable = object && getNullableType(object);
  const field = isInputObjectType(nullable) ? nullable.getFields()[String(path.at(-1))] : undefined;
  if (!field || !Number.isInteger(value)) return null;
  const { min, max } = constraintOf(field);
  const rule = boundRule(Number(value), constraintOf(field));
  return rule && { rule, problem: `must be from ${min} to ${max}` };
}

function typeAt(type: GraphQLInputType | undefined, path: readonly PathSegment[]): GraphQLInputType | undefined {
  return path.reduce<GraphQLInputType | undefined>((current, segment) => {
    const nullable = current && getNullableType(current);
    if (isInputObjectType(nullable)) return nullable.getFields()[String(segment)]?.type;
    return isListType(nullable) ? nullable.ofType : undefined;
  }, type);
}

function valueAt(inputs: unknown, path: readonly PathSegment[]): unknown {
  return path.reduce<unknown>((value, segment) => {
    const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, segment);
    return isOwn ? (value as Record<PathSegment, unknown>)[segment] : undefined;
  }, inputs);
}

function firstSentence(text: string): string {
  return text.replace(/, found: .*$/s, '').replace(/\.(\s.*)?$/s, '');
}
