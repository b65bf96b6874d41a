/** `@idempotent(key:)` and the header `Idempotency-Key`: which key a mutation's field is done once under. */
import {
  type ASTVisitor,
  DirectiveLocation,
  type FragmentDefinitionNode,
  GraphQLDirective,
  GraphQLError,
  GraphQLNonNull,
  type GraphQLResolveInfo,
  GraphQLString,
  getDirectiveValues,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';
import { validationError } from '../domain/errors.ts';
import { idempotencyKeyConstraint, idempotencyKeyFault } from '../domain/idempotency.ts';
import type { Scope } from '../domain/scope.ts';
import { constrainedBy } from './constraint.ts';

export const idempotentDirective = new GraphQLDirective({
  name: 'idempotent',
  description:
    'Does a mutation once, however often it is sent: the same key with the same input is answered as it was first, for 24 ' +
    'hours. Another input under the same key is UNPROCESSABLE_ENTITY, a second request while the first one runs is CONFLICT; ' +
    'what failed may be sent again. Keys are per client and mutation. Wins over the header `Idempotency-Key`.',
  locations: [DirectiveLocation.FIELD],
  args: {
    key: {
      type: new GraphQLNonNull(GraphQLString),
      ...constrainedBy(idempotencyKeyConstraint, 'Printable ASCII characters that no other write has: a UUID.'),
    },
  },
});

/**
 * The scope with the key that counts for this field.
 * @throws DomainError VALIDATION_FAILED for a faulty key, and for a header that could mean any of several mutations
 */
export function scopeOfMutation(scope: Scope, info: GraphQLResolveInfo): Scope {
  const [node] = info.fieldNodes;
  const directive = node && getDirectiveValues(idempotentDirective, node, info.variableValues);
  if (directive) {
    const idempotencyKey = String(directive.key);
    const fault = idempotencyKeyFault(idempotencyKey);
    if (fault) throw validationError([{ path: ['@idempotent', 'key'], subject: 'argument', ...fault }]);
    return { ...scope, idempotencyKey };
  }
  if (scope.idempotencyKey === null || countFields(info.operation.selectionSet, info.fragments) === 1) return scope;
  const problem = 'names one write, but the request has several mutations: use @idempotent(key:) on each field';
  throw validationError([{ path: ['Idempotency-Key'], subject: 'header', rule: 'exclusive', problem }]);
}

function countFields(
  { selections }: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): number {
  return selections.reduce((count, selection) => {
    if (selection.kind === 'Field') return count + 1;
    const { selectionSet } = selection.kind === 'InlineFragment' ? selection : (fragments[selection.name.value] ?? {});
    return count + (selectionSet ? countFields(selectionSet, fragments) : 0);
  }, 0);
}

/** The directive means nothing elsewhere, and would be believed to mean something. */
export function IdempotentMutationsRule(context: ValidationContext): ASTVisitor {
  return {
    Directive(node) {
      if (node.name.value !== idempotentDirective.name) return;
      if (context.getParentType() === context.getSchema().getMutationType()) return;
      context.reportError(
        new GraphQLError("The directive '@idempotent' is for the fields of a mutation only.", { nodes: node }),
      );
    },
  };
}
