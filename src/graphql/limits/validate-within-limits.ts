import { type DocumentNode, type GraphQLError, type GraphQLSchema, specifiedRules, validate } from 'graphql';
import type { Limits } from '../../http/limits.ts';
import { isTooManyErrors } from '../errors/graphql-messages.ts';
import { IdempotentMutationsRule } from '../writes/idempotent.ts';
import { NoIntrospectionRule } from './introspection.ts';
import { LimitExceeded } from './limit-exceeded.ts';
import { withinTheStack } from './parse-within-limits.ts';

type Validate = (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[];

export interface ValidatorOptions {
  readonly limits: Limits;
  /** Whether the schema may be queried, and messages may suggest names of it. */
  readonly hasIntrospection: boolean;
}

/** Validation that ends at the limit of errors: making one can take a millisecond. */
export function createValidator({ limits, hasIntrospection }: ValidatorOptions): Validate {
  const known = [...specifiedRules, IdempotentMutationsRule];
  const rules = hasIntrospection ? known : [...known, NoIntrospectionRule];
  const options = { maxErrors: limits.errors, hideSuggestions: !hasIntrospection };
  return withinTheStack(limits, (schema, document) => {
    const errors = validate(schema, document, rules, options);
    return errors.map((error) => (isTooManyErrors(error.message) ? tooManyErrors(limits.errors) : error));
  });
}

/** NOTE: how many there are in all, nobody knows. */
function tooManyErrors(limit: number): LimitExceeded {
  const message = `There are more errors than the ${limit} that are returned: validation ended there.`;
  return new LimitExceeded(message, { limitName: 'errors', limit });
}
