import { type DocumentNode, GraphQLError, type GraphQLSchema, specifiedRules, validate } from 'graphql';
import type { Limits } from '../../http/limits.ts';
import { isTooManyErrors, isValidationAborted } from '../errors/graphql-messages.ts';
import { IdempotentMutationsRule } from '../writes/idempotent.ts';
import { NoIntrospectionRule } from './introspection.ts';
import { LimitExceeded } from './limit-exceeded.ts';
import { withinTheStack } from './parse-within-limits.ts';

type Validate = (schema: GraphQLSchema, document: DocumentNode) => readonly GraphQLError[];

/** Documents in which no fault was found. */
export type ValidDocuments = Pick<WeakSet<DocumentNode>, 'has' | 'add'>;

export interface ValidatorOptions {
  readonly limits: Limits;
  /** Whether the schema may be queried, and messages may suggest names of it. */
  readonly hasIntrospection: boolean;
  /** Told of each that is. */
  readonly validDocuments: ValidDocuments;
}

/** Validation that ends at the limit of errors: making one can take a millisecond. */
export function createValidator({ limits, hasIntrospection, validDocuments }: ValidatorOptions): Validate {
  const known = [...specifiedRules, IdempotentMutationsRule];
  const rules = hasIntrospection ? known : [...known, NoIntrospectionRule];
  const options = { maxErrors: limits.errors, hideSuggestions: !hasIntrospection };
  return withinTheStack(limits, (schema, document) => {
    const errors = validate(schema, document, rules, options);
    if (errors.length === 0) validDocuments.add(document);
    return errors.map((error) => {
      if (isTooManyErrors(error.message)) return tooManyErrors(limits.errors);
      return isValidationAborted(error.message) ? tooManyComparisons() : error;
    });
  });
}

/** NOTE: how many there are in all, nobody knows. */
function tooManyErrors(limit: number): LimitExceeded {
  const message = `There are more errors than the ${limit} that are returned: validation ended there.`;
  return new LimitExceeded(message, { limitName: 'errors', limit });
}

/** NOTE: graphql-js bounds what takes longer than its tokens suggest, at 0.05 to 0.2 s. The bound can't be set, so it is no limit of ours. */
function tooManyComparisons(): GraphQLError {
  return new GraphQLError(
    'The document repeats too many fields or fragments to compare them with each other: validation ended there.',
  );
}
