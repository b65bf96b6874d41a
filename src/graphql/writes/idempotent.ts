/** `@idempotent(key:)` and the header `Idempotency-Key`: which key a mutation's field is done once under. */
import {
  type ASTVisitor,
  DirectiveLocation,
  GraphQLDirective,
  GraphQLError,
  GraphQLNonNull,
  type GraphQLResolveInfo,
  GraphQLString,
  getDirectiveValues,
  type ValidationContext,
} from 'graphql';
import { expectNoFault, validationError } from '../../domain/errors.ts';
import { idempotencyKeyConstraint, idempotencyKeyFault } from '../../domain/idempotency/idempotency-key.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { collectMembers } from '../bytes/collect-members.ts';
import { constrainedBy } from '../schema/constraint.ts';

export const idempotentDirective = new GraphQLDirective({
  name: 'idempotent',
  description:
    'Does a mutation once, however often it is sent: the same key with the same input returns what it returned first, for 24 ' +
    'hours. Another input under the same key is UNPROCESSABLE_ENTITY, a second request while the first one runs is CONFLICT; ' +
    'a request that failed may be sent again. Keys are per client and mutation. Takes precedence over the header `Idempotency-Key`.',
  locations: [DirectiveLocation.FIELD],
  args: {
    key: {
      type: new GraphQLNonNull(GraphQLString),
      ...constrainedBy(idempotencyKeyConstraint, 'Printable ASCII characters that no other write has, such as a UUID.'),
    },
  },
});

/**
 * The request context with the key that counts for this field.
 * @throws DomainError VALIDATION_FAILED for a faulty key, for two keys of one field, and for a header that could mean any of
 * several mutations
 */
export function scopeOfMutation(requestContext: RequestContext, info: GraphQLResolveInfo): RequestContext {
  const [idempotencyKey, ...others] = keysOf(info);
  if (idempotencyKey !== undefined) {
    const differs = { rule: 'exclusive', problem: 'must be the same wherever the field is written' } as const;
    expectNoFault(['@idempotent', 'key'], others.length > 0 ? differs : idempotencyKeyFault(idempotencyKey));
    return { ...requestContext, idempotencyKey };
  }
  if (requestContext.idempotencyKey === null || countMutations(info) === 1) return requestContext;
  const problem = 'names one write, but the request has several mutations: use @idempotent(key:) on each field';
  throw validationError([{ path: ['Idempotency-Key'], subject: 'header', rule: 'exclusive', problem }]);
}

/** The different keys of a field, which may be written several times under one name, and is then done once. */
function keysOf({ fieldNodes, variableValues }: GraphQLResolveInfo): Set<string> {
  const keys = new Set<string>();
  for (const node of fieldNodes) {
    const directive = node.directives?.length && getDirectiveValues(idempotentDirective, node, variableValues);
    if (directive) keys.add(String(directive.key));
  }
  return keys;
}

/** How many mutations run: what is skipped does not, and `__typename` is none. */
function countMutations({ schema, parentType, operation, fragments, variableValues }: GraphQLResolveInfo): number {
  const collecting = { schema, fragments: new Map(Object.entries(fragments)), variables: variableValues };
  const members = collectMembers(parentType, [operation], collecting);
  return members.filter(({ field }) => field !== '__typename').length;
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
