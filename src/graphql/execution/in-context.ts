/**
 * `@inContext` on an operation: the shopper's context as part of the document, so that client caches keep contexts apart.
 * Each of its arguments wins over the header of the same meaning.
 */
import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLString,
  getDirectiveValues,
  type OperationDefinitionNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { validationError } from '../../domain/errors.ts';
import type { Violation } from '../../domain/input/violations.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { normaliseLanguage, shopperContextConstraint, shopperContextFault } from '../../domain/shopper-context.ts';
import { constrainedBy } from '../schema/constraint.ts';

export const inContextDirective = new GraphQLDirective({
  name: 'inContext',
  description:
    "The shopper's context for this whole operation: it chooses the catalog, and with it products and prices. " +
    'What is given here wins over the header of the same meaning; what is left out or null leaves the header as it is.',
  locations: [DirectiveLocation.QUERY, DirectiveLocation.MUTATION],
  args: {
    channel: {
      type: GraphQLString,
      ...constrainedBy(shopperContextConstraint, 'As the header `EP-Channel`; empty fits only rules without channels.'),
    },
    tag: {
      type: GraphQLString,
      ...constrainedBy(shopperContextConstraint, 'As the header `EP-Context-Tag`; empty fits only rules without tags.'),
    },
    language: {
      type: GraphQLString,
      ...constrainedBy(shopperContextConstraint, 'As the header `Accept-Language`: a language tag or a list of them.'),
    },
  },
});

const parts = ['channel', 'tag', 'language'] as const;

/** @throws DomainError VALIDATION_FAILED with every fault of the directive's arguments */
export function inContext(
  requestContext: RequestContext,
  operation: OperationDefinitionNode,
  variables: VariableValues,
): RequestContext {
  const values = getDirectiveValues(inContextDirective, operation, variables);
  if (!values) return requestContext;
  const given = parts.flatMap((part) => (typeof values[part] === 'string' ? [[part, values[part]] as const] : []));
  const violations = given.flatMap(([part, value]): Violation[] => {
    const fault = shopperContextFault(value);
    return fault ? [{ path: ['@inContext', part], subject: 'argument', ...fault }] : [];
  });
  if (violations.length > 0) throw validationError(violations);
  const { language, ...rest } = Object.fromEntries(given);
  return { ...requestContext, ...rest, ...(language !== undefined && { language: normaliseLanguage(language) }) };
}
