/**
 * Queries as bytes: they are written while they are executed. Compiled by graphql-jit, which did this before, they took 1.1 to 1.6 times
 * the processor's time (`bench/baseline.md`, fast paths), and by graphql-js they take 2.8 to 4.4 times as much as they do now. graphql-js executes whatever
 * is not written, and again what failed in a way that is not told of here, so that errors are its own.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { createMemo } from '../../domain/memo.ts';
import { planQuery } from '../bytes/plan-query.ts';
import { QueryRun, type WriteValue } from '../bytes/query-run.ts';
import { fragmentsOf, hasDirectives } from '../limits/selections.ts';
import { createPlanSelections } from '../limits/work-plan.ts';
import type { GraphQLContext } from './context.ts';

/** What of an operation's arguments execution reads, coerced. */
export interface WritingArgs extends ExecutionArgs {
  readonly contextValue: GraphQLContext;
  readonly variables: VariableValues;
}

/** `begin` is called before each of the runs that it takes. */
export type Execute = (args: WritingArgs, begin: () => void) => Promise<ExecutionResult>;

export interface ExecuteOptions {
  readonly schema: GraphQLSchema;
  /** Whether queries are written; absent: they are. */
  readonly writesQueries?: boolean;
}

export function createExecute({ schema, writesQueries = true }: ExecuteOptions): Execute {
  const planOf = createPlans(schema);
  return async (args, begin) => {
    const operation = getOperationAST(args.document, args.operationName);
    if (writesQueries && operation?.operation === 'query' && !introspects(operation)) {
      begin();
      const written = await untilAborted(write(planOf(operation, args), operation, args), args.abortSignal);
      if (written) return written;
    }
    begin();
    return execute(args);
  };
}

/** Null: graphql-js has to say what it comes to. */
async function write(
  plan: WriteValue,
  operation: OperationDefinitionNode,
  { schema, document, variables, contextValue: context, rootValue, abortSignal, hideSuggestions }: WritingArgs,
): Promise<ExecutionResult | null> {
  const run = new QueryRun({
    ...{ schema, operation, variables, context, rootValue, fragments: fragmentsOf(document) },
    ...{ abortSignal: abortSignal ?? undefined, hideSuggestions: hideSuggestions ?? false },
  });
  const text = await run.write(plan);
  if (!text) return null;
  // Written as it is wherever the result is: nobody looks into it.
  const data = text as unknown as NonNullable<ExecutionResult['data']>;
  return run.errors.length > 0 ? { errors: run.errors, data } : { data };
}

/** Plans last as long as their documents are cached, but where what is selected depends on variables. */
function createPlans(schema: GraphQLSchema) {
  const plans = createMemo<OperationDefinitionNode, WriteValue>('written as');

  return (operation: OperationDefinitionNode, { document, variables }: WritingArgs): WriteValue => {
    const known = plans.get(operation);
    if (known) return known;
    const planSelections = createPlanSelections({ schema, document, variables });
    const lasts = !hasDirectives(document);
    let fieldsLeft = document.tokenCount ?? 0;
    const plan = planQuery(operation, {
      ...{ schema, variables, planSelections, lasts, fragments: fragmentsOf(document) },
      onField() {
        fieldsLeft -= 1;
        // Fragments that many selections spread can make many fields of few tokens.
        if (fieldsLeft < 0) plans.delete(operation);
      },
    });
    if (lasts) plans.set(operation, plan);
    return plan;
  };
}

function introspects({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.some(
    (selection) => selection.kind === 'Field' && /^__(schema|type)$/.test(selection.name.value),
  );
}

/** @throws the reason of the abort: what is written then is left alone */
function untilAborted<Value>(running: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> {
  if (!signal) return running;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
