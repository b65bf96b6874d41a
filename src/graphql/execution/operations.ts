/**
 * Queries, mutations and subscriptions, from their variables to their results: what an operation may cost is said before, and charged
 * while it runs; its loaders and views are its own.
 */
import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import type { Plugin } from 'graphql-yoga';
import { localCapabilities } from '../../domain/capabilities.ts';
import { validationError } from '../../domain/errors.ts';
import { createConsultedHeaders } from '../../response-cache/consulted-headers.ts';
import { createLifetime, endingLifetime } from '../../response-cache/lifetime.ts';
import { toClientResult } from '../errors/client-result.ts';
import { toRefusal } from '../errors/refusal.ts';
import { coerceVariables } from '../errors/variable-faults.ts';
import { leastUnitsOfVariables } from '../limits/input-units.ts';
import { LimitExceeded } from '../limits/limit-exceeded.ts';
import { type Cost, measureCost } from '../limits/query-cost.ts';
import { estimateUpstreamCalls } from '../limits/upstream-calls.ts';
import { createPlanSelections } from '../limits/work-plan.ts';
import { expectLiveRequest } from '../live/expect-live-request.ts';
import { createLiveConnections, type LiveConnections } from '../live/live-connections.ts';
import { subscribeWithinLimits } from '../live/subscribe-within-limits.ts';
import { type CatalogViews, createCatalogViews } from '../view/open-views.ts';
import { withRuleFaults } from '../writes/check-faulty-input.ts';
import type { GraphQLContext } from './context.ts';
import { executeWithinLimits } from './execute-within-limits.ts';
import type { GraphQLHandlerOptions, ServerContext } from './handler-options.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import { createOperationWork, type OperationWork } from './operation-work.ts';
import { nextTurn } from './turns.ts';
import { unwatched } from './watch-step.ts';
import { createExecute, type Execute } from './write-query.ts';

/** What an operation is executed with. */
export type OperationArgs = ExecutionArgs & { readonly contextValue: ServerContext };

/** An operation whose variables are coerced, and whose cost was found to be allowed. */
interface Prepared {
  readonly operation: OperationDefinitionNode;
  readonly variables: VariableValues;
  readonly requested: number;
  readonly extensionsOf: (actual: number) => NonNullable<ExecutionResult['extensions']>;
}

/** Executes an operation with loaders and views of its own, and its work charged while it runs. */
export type ExecuteOperation = (args: OperationArgs) => Promise<ExecutionResult>;

/** Of a document that takes some ten milliseconds to validate: others get their turn after that, and after it is planned. */
const tokensOfTurn = 500;

export function createExecuteOperation(handler: GraphQLHandlerOptions): ExecuteOperation {
  const executeQuery = createExecute(handler);
  const { watchStep = unwatched } = handler;
  return async (args) => {
    const { schema, document, operationName, contextValue } = args;
    const operation = getOperationAST(document, operationName);
    // Which one is meant is not clear, and graphql-js says so.
    if (!operation) return execute({ schema, document, operationName });
    const isLong = (document.tokenCount ?? 0) > tokensOfTurn;
    if (isLong) await nextTurn();
    const prepared = await watchStep({ name: 'plan' }, () => prepare(handler, args, operation));
    if ('refusal' in prepared) return prepared.refusal;
    if (isLong) await nextTurn();
    if (operation.operation === 'query') contextValue.lifetime.start();
    return watchStep({ name: 'execute', operation: nameOf(operation, contextValue) }, () =>
      executeCharged(handler, prepared, { ...contextValue, args, execute: executeQuery }),
    );
  };
}

export function useOperations(
  handler: GraphQLHandlerOptions,
  executeOperation: ExecuteOperation,
): Plugin<ServerContext> {
  const { liveConnections = createLiveConnections(handler.limits) } = handler;
  return {
    onExecute(event) {
      event.setExecuteFn((args) => args.contextValue.executed ?? executeOperation(args as OperationArgs));
    },

    async onSubscribe(event) {
      const operation = getOperationAST(event.args.document, event.args.operationName);
      if (!operation) return;
      const prepared = await prepare(handler, event.args, operation);
      if ('refusal' in prepared) return event.setResultAndStopExecution(prepared.refusal);
      const { contextValue } = event.args;
      try {
        expectLiveRequest(contextValue.request, handler.isForeignPage ?? (() => false));
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return event.setResultAndStopExecution({ errors: [error] });
      }
      event.setSubscribeFn((args) => subscribeCharged(handler, prepared, { ...contextValue, args, liveConnections }));
    },
  };
}

function nameOf({ operation: type, name }: OperationDefinitionNode, { notes }: ServerContext) {
  return { type, name: name?.value ?? null, isRegistered: notes.operation !== null, notes };
}

/** Coerces the variables, and says what the operation costs. */
async function prepare(
  handler: GraphQLHandlerOptions,
  args: OperationArgs,
  operation: OperationDefinitionNode,
): Promise<Prepared | { readonly refusal: ExecutionResult }> {
  const { limits } = handler;
  const { schema, document } = args;
  const name = operation.name?.value ?? '';
  if (handler.trustedDocuments?.hasOperation(name)) args.contextValue.notes.operation = name;
  const { upstream } = args.contextValue.requestContext;
  const costOf = (requested: number, calls?: number) => (actual: number) => ({
    cost: {
      ...{ requested: Math.min(requested, Number.MAX_SAFE_INTEGER), actual, limit: limits.cost },
      ...(upstream && calls !== undefined && { upstream: { estimated: calls, actual: upstream.calls } }),
    },
    // Something that it shows is older than it should be.
    ...(upstream?.isStale && { stale: true }),
  });
  const refuseCost = (cost: Cost) => ({
    refusal: { errors: [tooCostly(cost, limits.cost)], extensions: costOf(cost.units)(0) },
  });
  const least = leastUnitsOfVariables(args.variableValues);
  if (least > limits.cost) return refuseCost({ units: least, costliest: null });
  const coerced = await coerce(handler, args, operation);
  if ('error' in coerced) return { refusal: { errors: [coerced.error] } };
  const { variables } = coerced;
  const measured = { schema, document, operation, variables, pageLength: limits.pageLength };
  const cost = measureCost(measured);
  if (cost.units > limits.cost) return refuseCost(cost);
  const calls = upstream && estimateUpstreamCalls(measured);
  return { operation, variables, requested: cost.units, extensionsOf: costOf(cost.units, calls) };
}

async function coerce(
  { services, limits, hasIntrospection }: GraphQLHandlerOptions,
  { schema, document, variableValues, contextValue }: OperationArgs,
  operation: OperationDefinitionNode,
): Promise<{ readonly variables: VariableValues } | { readonly error: GraphQLError }> {
  const inputs = variableValues ?? {};
  const maxViolations = limits.violations;
  const coerced = coerceVariables({ schema, document, operation, hasIntrospection, maxViolations }, inputs);
  if ('variables' in coerced) return coerced;
  const { requestContext } = contextValue;
  const faulty = { schema, document, operation, inputs, services, requestContext };
  return { error: toRefusal(validationError(await withRuleFaults(faulty, coerced.violations))) };
}

interface Charged extends ServerContext {
  readonly args: ExecutionArgs;
  readonly execute: Execute;
}

async function executeCharged(
  handler: GraphQLHandlerOptions,
  prepared: Prepared,
  { args, execute, ...server }: Charged,
): Promise<ExecutionResult> {
  const { operation, variables, requested, extensionsOf } = prepared;
  const { limits, hasIntrospection } = handler;
  const { budget } = server.requestContext;
  const { contextValue, work, planSelections, restart } = contextOf(handler, prepared, { args, ...server });
  const root = args.schema.getRootType(operation.operation);
  const begin = () => {
    restart();
    if (root) work.charge(planSelections(operation.selectionSet, root).units);
  };
  const options = { execute, limits, budget, begin, clientSignal: server.clientSignal };
  const result = await executeWithinLimits(
    { ...args, contextValue, variables },
    { ...options, hideSuggestions: !hasIntrospection },
  );
  server.notes.work = { requested, actual: budget.spent, batches: budget.batches };
  return { ...result, extensions: extensionsOf(budget.spent) };
}

interface Subscribed extends ServerContext {
  readonly args: ExecutionArgs;
  readonly liveConnections: LiveConnections;
}

function subscribeCharged(
  handler: GraphQLHandlerOptions,
  prepared: Prepared,
  { args, liveConnections: connections, ...server }: Subscribed,
) {
  const { requestContext, renewContext } = server;
  const clientSignal = server.clientSignal();
  const toResult = (result: ExecutionResult) => toClientResult(result, { ...handler, ...requestContext });
  const { contextValue } = contextOf(handler, prepared, { args, ...server });
  return subscribeWithinLimits(
    { ...args, contextValue },
    {
      ...{ connections, requestContext, clientSignal, renew: renewContext },
      async execute(event, ofEvent) {
        const made = { requestContext: ofEvent, lifetime: createLifetime(), consulted: createConsultedHeaders() };
        const executed = { ...server, ...made, args: { ...args, rootValue: event }, execute: executeEvent };
        return toResult(await executeCharged(handler, prepared, executed));
      },
      toResult: (error) => toResult({ errors: [toRefusal(error)] }),
    },
  );
}

/** Of subscriptions: each event of one executes it once. */
const executeEvent: Execute = async (args, begin) => {
  begin();
  return execute(args);
};

interface Contextual extends ServerContext {
  readonly args: ExecutionArgs;
}

function contextOf(
  handler: GraphQLHandlerOptions,
  { variables }: Prepared,
  { args: { schema, document }, requestContext, lifetime, consulted }: Contextual,
) {
  const { services, limits, capabilities = localCapabilities, contextFrom = 'any' } = handler;
  const planSelections = createPlanSelections({ schema, document, variables });
  const work: OperationWork = createOperationWork({ budget: requestContext.budget, planSelections, limits });
  const timed = endingLifetime(services, lifetime);
  const maxContexts = limits.contexts;
  const writing = { services: timed, requestContext };
  let loaders: Loaders | null = null;
  let views: CatalogViews | null = null;
  const contextValue: GraphQLContext = {
    ...{ limits, capabilities, writing, lifetime, work },
    // Made for those that read: most writes do not.
    get loaders() {
      loaders ??= createLoaders(timed, requestContext);
      return loaders;
    },
    get views() {
      views ??= createCatalogViews({ services, requestContext, contextFrom, maxContexts, lifetime, consulted });
      return views;
    },
  };
  const restart = () => {
    work.restart();
    // What loaders read was charged while they read it: work that is done a second time reads anew.
    loaders = null;
    views = null;
  };
  return { contextValue, work, planSelections, restart };
}

function tooCostly({ units: requested, costliest }: Cost, limit: number): LimitExceeded {
  const most = costliest === null ? '' : `, and ${costliest} takes the most of it`;
  const message = `The operation may cost ${requested}; at most ${limit} is allowed${most}. Ask for smaller pages, or for fewer fields.`;
  return new LimitExceeded(message, { limitName: 'cost', limit, requested });
}
