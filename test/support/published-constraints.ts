/** The SDL's rules as a client reads them: from the printed text, and nothing else. */
import {
  type InputValueDefinitionNode,
  isTypeDefinitionNode,
  isTypeSystemDefinitionNode,
  Kind,
  parse,
  print,
  valueFromASTUntyped,
} from 'graphql';
import type { Constraint } from '../../src/domain/input/constraint.ts';

export interface Published {
  /** The input type, `Type.field` or `@directive` that it is a member of. */
  readonly owner: string;
  readonly name: string;
  readonly type: string;
  readonly constraint: Constraint;
}

/** Every input field and argument, with what its `@constraint` says; `{}` where it has none. */
export function publishedConstraints(sdl: string): Published[] {
  return parse(sdl).definitions.flatMap((definition): Published[] => {
    if (!isTypeSystemDefinitionNode(definition) || definition.kind === Kind.SCHEMA_DEFINITION) return [];
    if (definition.kind === Kind.DIRECTIVE_DEFINITION)
      return members(`@${definition.name.value}`, definition.arguments);
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) return members(definition.name.value, definition.fields);
    if (!isTypeDefinitionNode(definition) || !('fields' in definition)) return [];
    return (definition.fields ?? []).flatMap((field) =>
      'arguments' in field ? members(`${definition.name.value}.${field.name.value}`, field.arguments) : [],
    );
  });
}

function members(owner: string, nodes: readonly InputValueDefinitionNode[] = []): Published[] {
  return nodes.map(({ name, type, directives = [] }) => {
    const applied = directives.find((directive) => directive.name.value === 'constraint')?.arguments ?? [];
    const constraint = Object.fromEntries(applied.map((one) => [one.name.value, valueFromASTUntyped(one.value)]));
    return { owner, name: name.value, type: print(type), constraint };
  });
}

/** `Type.field(argument:)`, `@directive(argument:)`, `InputType.field`. */
export function coordinateOf({ owner, name }: Published): string {
  return /[.@]/.test(owner) ? `${owner}(${name}:)` : `${owner}.${name}`;
}
