/**
 * Queries and mutations of one field as bytes, written while they are executed. graphql-js takes 2.8 to 4.4 times the processor's time for queries, graphql-jit
 * took 1.1 to 1.6 times (`bench/notebook/fast-paths.md`); createSubscription takes some 1.1 times, the coercion of its variables included (writes). graphql-js
 * executes whatever is not written. It also executes again what failed in a way that is not reported here, so that errors are always its own; what a
 * mutation has done is not done again (`writes/write-field.ts`).
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { createMemo, memoised } from '../../lib/memo.ts';
import { planQuery } from '../bytes/plan-query.ts';
import { QueryRun, type WriteValue } from '../bytes/query-run.ts';
import { choiceOf, maxChoices } from '../limits/choices.ts';
import { isIntrospection } from '../limits/field-price.ts';
import { fragmentsOf, hasDirectives } from '../limits/selections.ts';
import { createPlanSelections } from '../limits/work-plan.ts';
import type { GraphQLContext } from './context.ts';
import type { Ending } from './ending.ts';

/** What of an operation's arguments execution reads, coerced. */
export interface WritingArgs extends ExecutionArgs {
  readonly contextValue: GraphQLContext;
  readonly operation: OperationDefinitionNode;
  readonly variables: VariableValues;
  readonly ending: Ending;
}

/** `begin` is called before each of the runs that it takes. Null: graphql-js has to tell what a mutation came to, which is done. */
export type Execute = (args: WritingArgs, begin: () => void) => Promise<ExecutionResult | null>;

export interface ExecuteOptions {
  readonly schema: GraphQLSchema;
  /** Whether queries are written; absent: they are. */
  readonly writesQueries?: boolean;
}

export function createExecute({ schema, writesQueries = true }: ExecuteOptions): Execute {
  const planOf = createPlans(schema);
  return async (args, begin) => {
    const plan = writesQueries ? planOf(args) : null;
    if (plan) {
      begin();
      const written = await args.ending.orEnd(write(plan, args));
      if (written || args.operation.operation === 'mutation') return written;
    }
    return executeByGraphqlJs(args, begin);
  };
}

export const executeByGraphqlJs: Execute = async ({ ending, ...args }, begin) => {
  begin();
  return execute({ ...args, abortSignal: ending.signal });
};

/** Null: graphql-js has to say what it comes to. */
async function write(
  plan: WriteValue,
  { schema, document, operation, variables, contextValue: context, rootValue, ending, hideSuggestions }: WritingArgs,
): Promise<ExecutionResult | null> {
  const run = new QueryRun({
    ...{ schema, operation, variables, context, rootValue, fragments: fragmentsOf(document) },
    ...{ ending, hideSuggestions: hideSuggestions ?? false },
  });
  const text = await run.write(plan);
  if (!text) return null;
  // Written as it is wherever the result is: nobody looks into it.
  const data = text as unknown as NonNullable<ExecutionResult['data']>;
  return run.errors.length > 0 ? { errors: run.errors, data } : { data };
}

/** Plans last as long as their documents are cached, each for all requests whose variables leave out the same. Null: it is not written. */
function createPlans(schema: GraphQLSchema) {
  const plansOf = createMemo<OperationDefinitionNode, Map<string, WriteValue> | null>('written as');

  return ({ document, operation, variables }: WritingArgs): WriteValue | null => {
    const plans = memoised(plansOf, operation, () => (isWritten(operation, document) ? new Map() : null));
    if (!plans) return null;
    const choice = choiceOf(document, variables);
    const known = plans.get(choice.name);
    if (known) return known;
    const planSelections = createPlanSelections({ schema, document, variables });
    const lasts = plans.size < maxChoices;
    let fieldsLeft = document.tokenCount ?? 0;
    const plan = planQuery(operation, {
      ...{ schema, variables: choice.variables, planSelections },
      ...{ lasts, fragments: fragmentsOf(document) },
      onField() {
        fieldsLeft -= 1;
        // Fragments that many selections spread can make many fields of few tokens.
        if (fieldsLeft < 0) plans.delete(choice.name);
      },
    });
    if (lasts) plans.set(choice.name, plan);
    return plan;
  };
}

function isWritten(operation: OperationDefinitionNode, document: DocumentNode): boolean {
  if (operation.operation === 'query') return !introspects(operation);
  return operation.operation === 'mutation' && !hasDirectives(document) && hasOneField(operation);
}

/** Several are done one after the other, which is graphql-js' work; so is what an alias or a fragment may repeat. */
function hasOneField({ selectionSet: { selections } }: OperationDefinitionNode): boolean {
  return selections.length === 1 && selections[0]?.kind === 'Field';
}

function introspects({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.some(
    (selection) => selection.kind === 'Field' && isIntrospection({ name: selection.name.value }),
  );
}
