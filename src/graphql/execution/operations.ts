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
import { validationError } from '../../domain/errors.ts';
import { createWorkBudget } from '../../domain/work-budget.ts';
import { detached } from '../../lib/detached.ts';
import { ConsultedHeaders } from '../../response-cache/consulted-headers.ts';
import { endingLifetime, Lifetime } from '../../response-cache/lifetime.ts';
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
import { withRuleFaults } from '../writes/check-faulty-input.ts';
import { coerceFitting } from './coerce-fitting.ts';
import type { WriteOutcome } from './context.ts';
import { executeWithinLimits } from './execute-within-limits.ts';
import type { GraphQLHandlerOptions, ServerContext } from './handler-options.ts';
import { OperationContext } from './operation-context.ts';
import { OperationWork } from './operation-work.ts';
import { nextTurn } from './turns.ts';
import { unwatched } from './watch-step.ts';
import { createExecute, type Execute, executeByGraphqlJs } from './write-query.ts';

/** What an operation is executed with. */
export type OperationArgs = ExecutionArgs & { readonly contextValue: ServerContext };

/** An operation whose variables are coerced, and whose cost was found to be allowed. */
interface Prepared {
  readonly operation: OperationDefinitionNode;
  readonly variables: VariableValues;
  readonly requested: number;
  /** Of the platform behind the gateway, as far as they can be estimated; null: there is none. */
  readonly calls: number | null;
}

type Planned = Prepared | { readonly refusal: ExecutionResult };

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
    const planned = watchStep({ name: 'plan' }, () => prepare(handler, args, operation));
    const prepared = planned instanceof Promise ? await planned : planned;
    if ('refusal' in prepared) return prepared.refusal;
    if (isLong) await nextTurn();
    if (operation.operation === 'query') contextValue.lifetime.start();
    return watchStep({ name: 'execute', operation: nameOf(operation, contextValue) }, () =>
      executeCharged(handler, prepared, { server: contextValue, args, execute: executeQuery }),
    );
  };
}

export function useOperations(
  handler: GraphQLHandlerOptions,
  executeOperation: ExecuteOperation,
): Plugin<ServerContext> {
  const { liveConnections: connections = createLiveConnections(handler.limits) } = handler;
  return {
    onExecute(event) {
      event.setExecuteFn((args) => args.contextValue.executed ?? executeOperation(args as OperationArgs));
    },

    async onSubscribe(event) {
      const operation = getOperationAST(event.args.document, event.args.operationName);
      if (!operation) return;
      const prepared = await prepare(handler, event.args, operation);
      if ('refusal' in prepared) return event.setResultAndStopExecution(prepared.refusal);
      const { contextValue: server } = event.args;
      try {
        expectLiveRequest(server.request, handler.isForeignPage ?? (() => false));
      } catch (error) {
        if (!(error instanceof GraphQLError)) throw error;
        return event.setResultAndStopExecution({ errors: [error] });
      }
      event.setSubscribeFn((args) => subscribeCharged(handler, prepared, { server, args, connections }));
    },
  };
}

function nameOf({ operation: type, name }: OperationDefinitionNode, { notes }: ServerContext) {
  return { type, name: name?.value ?? null, isRegistered: notes.operation !== null, notes };
}

/** Coerces the variables, and says what the operation costs. */
function prepare(
  handler: GraphQLHandlerOptions,
  args: OperationArgs,
  operation: OperationDefinitionNode,
): Planned | Promise<Planned> {
  const { limits } = handler;
  const name = operation.name?.value ?? '';
  // It is kept with the response, and any document may have an operation of that name.
  if (handler.trustedDocuments?.hasOperation(name)) args.contextValue.notes.operation = detached(name);
  const least = leastUnitsOfVariables(args.variableValues);
  if (least > limits.cost) return refuseCost(handler, args, { units: least, costliest: null });
  const fitting = coerceFitting(args.schema, operation, args.variableValues ?? {});
  return fitting
    ? prepareWith(handler, args, { operation, variables: fitting })
    : prepareUnfitting(handler, args, operation);
}

/** With variables that do not fit at once: some have defaults in the document, or something is wrong with them. */
async function prepareUnfitting(
  handler: GraphQLHandlerOptions,
  args: OperationArgs,
  operation: OperationDefinitionNode,
): Promise<Planned> {
  const { services, limits, hasIntrospection } = handler;
  const { schema, document, variableValues, contextValue } = args;
  const inputs = variableValues ?? {};
  const maxViolations = limits.violations;
  const coerced = coerceVariables({ schema, document, operation, hasIntrospection, maxViolations }, inputs);
  if ('variables' in coerced) return prepareWith(handler, args, { operation, ...coerced });
  const { requestContext } = contextValue;
  const faulty = { schema, document, operation, inputs, services, requestContext };
  const faults = await withRuleFaults(faulty, coerced.violations);
  return { refusal: { errors: [toRefusal(validationError(faults))] } };
}

function prepareWith(
  handler: GraphQLHandlerOptions,
  args: OperationArgs,
  { operation, variables }: Pick<Prepared, 'operation' | 'variables'>,
): Planned {
  const { limits } = handler;
  const { schema, document } = args;
  const { upstream } = args.contextValue.requestContext;
  const measured = { schema, document, operation, variables, pageLength: limits.pageLength };
  const cost = measureCost(measured);
  if (cost.units > limits.cost) return refuseCost(handler, args, cost);
  return { operation, variables, requested: cost.units, calls: upstream ? estimateUpstreamCalls(measured) : null };
}

function refuseCost({ limits }: GraphQLHandlerOptions, { contextValue }: OperationArgs, cost: Cost): Planned {
  const extensions = costExtensions({ limits, ...contextValue }, { requested: cost.units, actual: 0, calls: null });
  return { refusal: { errors: [tooCostly(cost, limits.cost)], extensions } };
}

interface CostFacts {
  readonly requested: number;
  readonly actual: number;
  readonly calls: number | null;
}

/** What a response says of its cost. */
function costExtensions(
  {
    limits,
    requestContext: { upstream },
  }: Pick<GraphQLHandlerOptions, 'limits'> & Pick<ServerContext, 'requestContext'>,
  { requested, actual, calls }: CostFacts,
): NonNullable<ExecutionResult['extensions']> {
  const cost = { requested: Math.min(requested, Number.MAX_SAFE_INTEGER), actual, limit: limits.cost };
  if (!upstream) return { cost };
  return {
    cost: { ...cost, ...(calls !== null && { upstream: { estimated: calls, actual: upstream.calls } }) },
    // Something that it shows is older than it should be.
    ...(upstream.isStale && { stale: true }),
  };
}

interface Charged {
  readonly server: ServerContext;
  readonly args: ExecutionArgs;
  readonly execute: Execute;
  /** Absent: nothing is done yet. */
  readonly outcome?: WriteOutcome | null;
}

function executeCharged(
  handler: GraphQLHandlerOptions,
  prepared: Prepared,
  charged: Charged,
): Promise<ExecutionResult> {
  const run = () => executeNow(handler, prepared, charged);
  return handler.whileReading ? handler.whileReading(run) : run();
}

async function executeNow(
  handler: GraphQLHandlerOptions,
  prepared: Prepared,
  { server, args, execute, outcome = null }: Charged,
): Promise<ExecutionResult> {
  const { operation, variables, requested, calls } = prepared;
  const { limits, hasIntrospection } = handler;
  const { budget } = server.requestContext;
  const { contextValue, planSelections } = contextOf(handler, prepared, { server, args, outcome });
  const { work } = contextValue;
  const root = args.schema.getRootType(operation.operation);
  const begin = () => {
    contextValue.restart();
    if (root) work.charge(planSelections(operation.selectionSet, root).units);
  };
  const result = await executeWithinLimits(
    { ...args, operation, contextValue, variables, hideSuggestions: !hasIntrospection },
    { execute, limits, budget, begin, clientSignal: server.clientSignal },
  );
  if (!result) {
    // With a budget of its own: what it could not tell may be where the first one ended.
    const requestContext = { ...server.requestContext, budget: createWorkBudget(limits) };
    const again = { server: { ...server, requestContext }, args, outcome: contextValue.writing.outcome };
    return executeNow(handler, prepared, { ...again, execute: executeByGraphqlJs });
  }
  server.notes.work = { requested, actual: budget.spent, batches: budget.batches };
  const extensions = costExtensions({ limits, ...server }, { requested, actual: budget.spent, calls });
  return { ...result, extensions };
}

interface Subscribed extends Pick<Charged, 'server' | 'args'> {
  readonly connections: LiveConnections;
}

function subscribeCharged(
  handler: GraphQLHandlerOptions,
  prepared: Prepared,
  { server, args, connections }: Subscribed,
) {
  const { requestContext, renewContext: renew, sentBytes } = server;
  const clientSignal = server.clientSignal();
  const toResult = (result: ExecutionResult) => toClientResult(result, { ...handler, ...requestContext });
  const { contextValue } = contextOf(handler, prepared, { server, args, outcome: null });
  return subscribeWithinLimits(
    { ...args, contextValue },
    {
      ...{ connections, requestContext, sentBytes, clientSignal, renew },
      async execute(event, ofEvent) {
        const made = { requestContext: ofEvent, lifetime: new Lifetime(), consulted: new ConsultedHeaders() };
        const executed = { server: { ...server, ...made }, args: { ...args, rootValue: event } };
        return toResult(await executeCharged(handler, prepared, { ...executed, execute: executeByGraphqlJs }));
      },
      toResult: (error) => toResult({ errors: [toRefusal(error)] }),
    },
  );
}

function contextOf(
  handler: GraphQLHandlerOptions,
  { operation, variables }: Prepared,
  { server, args: { schema, document }, outcome }: Required<Omit<Charged, 'execute'>>,
) {
  const planSelections = createPlanSelections({ schema, document, variables });
  const { budget } = server.requestContext;
  const work = new OperationWork({ budget, planSelections, limits: handler.limits });
  // The response to a mutation is never cached.
  const isCached = operation.operation !== 'mutation';
  const services = isCached ? endingLifetime(handler.services, server.lifetime) : handler.services;
  return { contextValue: new OperationContext(handler, server, { services, work, outcome }), planSelections };
}

function tooCostly({ units: requested, costliest }: Cost, limit: number): LimitExceeded {
  const most = costliest === null ? '' : `, and ${costliest} takes the most of it`;
  const message = `The operation may cost ${requested}; at most ${limit} is allowed${most}. Ask for smaller pages, or for fewer fields.`;
  return new LimitExceeded(message, { limitName: 'cost', limit, requested });
}
