import {
  type ArgumentNode,
  type DocumentNode,
  type OperationDefinitionNode,
  separateOperations,
  type ValueNode,
  visit,
} from 'graphql';
import type { PathSegment, Violation } from '../../domain/input/violations.ts';

/**
 * Faults of variables, seen from the arguments that the variables stand in: what is wrong with `$n` in `input: { name: $n }` is wrong
 * with `input.name`, where every other phase finds it.
 */
export function fromArgumentsOn(
  violations: readonly Violation[],
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Violation[] {
  const places = placesOfVariables(document, operation);
  return violations.map((violation) => {
    const [variable, ...inner] = violation.path;
    const place = places.get(String(variable));
    return place ? { ...violation, path: [...place, ...inner] } : violation;
  });
}

/** Where each variable stands first: other operations may spread fragments that have variables of the same names. */
function placesOfVariables(document: DocumentNode, operation: OperationDefinitionNode): Map<string, PathSegment[]> {
  const places = new Map<string, PathSegment[]>();
  const note = (value: ValueNode, path: PathSegment[]): void => {
    if (value.kind === 'Variable' && !places.has(value.name.value)) places.set(value.name.value, path);
    if (value.kind === 'ObjectValue') for (const field of value.fields) note(field.value, [...path, field.name.value]);
    if (value.kind === 'ListValue') for (const [index, item] of value.values.entries()) note(item, [...path, index]);
  };
  const noteAll = (given: readonly ArgumentNode[] = [], outer: PathSegment[] = []) => {
    for (const { name, value } of given) note(value, [...outer, name.value]);
  };
  const own = separateOperations(document)[operation.name?.value ?? ''] ?? document;
  visit(own, {
    Field: (node) => noteAll(node.arguments),
    Directive: (node) => noteAll(node.arguments, [`@${node.name.value}`]),
  });
  return places;
}
