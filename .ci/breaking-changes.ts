/**
 * What would break clients of the released schema. A removal counts unless it was `@deprecated` in a release; so does a rule of an
 * input that became stricter, which only `@constraint` tells.
 */
import { CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import {
  buildASTSchema,
  type ConstDirectiveNode,
  type DirectiveNode,
  type DocumentNode,
  Kind,
  parse,
  resolveSchemaCoordinate,
  valueFromASTUntyped,
  visit,
} from 'graphql';

export interface BreakingChange {
  /** A schema coordinate: `Product.name`, `Query.product(id:)`. */
  readonly coordinate: string;
  readonly message: string;
}

/** Deprecations whose reason names nothing that exists by its coordinate: a reader learns what to use instead. */
export function findSilentDeprecations(current: string): BreakingChange[] {
  const document = parse(current);
  const schema = buildASTSchema(document);
  const silent: BreakingChange[] = [];
  const outer: string[] = [];
  visit(document, {
    enter(node) {
      if (!('name' in node) || !('description' in node) || !node.name) return;
      outer.push(node.name.value);
      const reason = 'directives' in node ? deprecationOf(node.directives ?? []) : null;
      if (reason === null || coordinatesIn(reason).some((named) => resolveSchemaCoordinate(schema, named))) return;
      const message = `is deprecated, and '${reason}' names nothing of the schema to use instead`;
      silent.push({ coordinate: outer.join('.'), message });
    },
    leave(node) {
      if ('name' in node && 'description' in node && node.name) outer.pop();
    },
  });
  return silent;
}

/** As far as the reason's words may be coordinates: `Product.price`, `Query.product(id:)`. */
function coordinatesIn(reason: string): string[] {
  return reason.match(/\b[A-Z]\w*\.\w+(\(\w+:\))?/g) ?? [];
}

function deprecationOf(directives: readonly DirectiveNode[]): string | null {
  const deprecated = directives.find(({ name }) => name.value === 'deprecated');
  const reason = deprecated?.arguments?.find(({ name }) => name.value === 'reason');
  return deprecated ? String(reason ? valueFromASTUntyped(reason.value) : '') : null;
}

export async function findBreakingChanges(released: string, current: string): Promise<BreakingChange[]> {
  const [before, after] = [parse(released), parse(current)];
  const changes = await diff(buildASTSchema(before), buildASTSchema(after), [
    DiffRule.suppressRemovalOfDeprecatedField,
    DiffRule.ignoreDescriptionChanges,
  ]);
  const breaking = changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    // What rules a place has is compared below, by what they mean.
    .filter(({ type }) => !type.startsWith('DIRECTIVE_USAGE'))
    .map(({ path, message }) => ({ coordinate: path ?? '', message }));
  return [...breaking, ...findStricterConstraints(before, after)];
}

type Constraint = Readonly<Record<string, unknown>>;

/** Which way a bound becomes stricter; of the others, any change does. */
const upperBounds = new Set(['max', 'maxLength', 'maxItems', 'maxProgramSize']);
const lowerBounds = new Set(['min', 'minLength', 'minItems']);

function findStricterConstraints(before: DocumentNode, after: DocumentNode): BreakingChange[] {
  const [former, latter] = [constraintsOf(before), constraintsOf(after)];
  return [...latter].flatMap(([coordinate, constraint]) => {
    const known = former.get(coordinate);
    // A new place is no stricter than none was: whether it may be left out is the comparison's of types.
    if (!known) return [];
    return Object.entries(constraint)
      .filter(([name, value]) => isStricter(name, known[name], value))
      .map(([name, value]) => ({
        coordinate,
        message: `@constraint(${name}:) became stricter: ${known[name] ?? 'none'} → ${value}`,
      }));
  });
}

function isStricter(name: string, before: unknown, after: unknown): boolean {
  if (before === undefined) return true;
  if (upperBounds.has(name)) return Number(after) < Number(before);
  if (lowerBounds.has(name)) return Number(after) > Number(before);
  return after !== before;
}

/** Of each argument and input field, by its coordinate; empty where it has none. */
function constraintsOf(document: DocumentNode): Map<string, Constraint> {
  const constraints = new Map<string, Constraint>();
  const outer: string[] = [];
  const named = {
    enter: ({ name }: { readonly name: { readonly value: string } }) => void outer.push(name.value),
    leave: () => void outer.pop(),
  };
  visit(document, {
    [Kind.OBJECT_TYPE_DEFINITION]: named,
    [Kind.INTERFACE_TYPE_DEFINITION]: named,
    [Kind.INPUT_OBJECT_TYPE_DEFINITION]: named,
    [Kind.FIELD_DEFINITION]: named,
    [Kind.DIRECTIVE_DEFINITION]: {
      enter: ({ name }) => void outer.push(`@${name.value}`),
      leave: () => void outer.pop(),
    },
    [Kind.INPUT_VALUE_DEFINITION]({ name, directives }) {
      const [type, field] = outer;
      const isArgument = field !== undefined || type?.startsWith('@');
      const coordinate = isArgument ? `${outer.join('.')}(${name.value}:)` : `${type}.${name.value}`;
      constraints.set(coordinate, toConstraint(directives ?? []));
    },
  });
  return constraints;
}

function toConstraint(directives: readonly ConstDirectiveNode[]): Constraint {
  const given = directives.find(({ name }) => name.value === 'constraint')?.arguments ?? [];
  return Object.fromEntries(given.map(({ name, value }) => [name.value, valueFromASTUntyped(value)]));
}
