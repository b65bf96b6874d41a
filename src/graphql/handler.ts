/** The GraphQL face: a request and its context in, a response out. */
import {
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { VariableValues } from 'graphql/execution/values';
import { createYoga, type Plugin } from 'graphql-yoga';
import { validationError } from '../domain/errors.ts';
import type { Services } from '../domain/ports.ts';
import type { RequestContext } from '../domain/request-context.ts';
import type { ContextSource } from '../domain/shopper-context.ts';
import { toFetchRequest, toHttpResponse } from '../http/fetch-exchange.ts';
import { graphqlMediaType } from '../http/graphql-media-type.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Limits } from '../http/limits.ts';
import { decodeBody } from '../http/request-body.ts';
import type { ReadRequestContext } from '../http/request-context.ts';
import { cacheResponses } from '../response-cache/cache-responses.ts';
import type { ConsultedHeaders } from '../response-cache/consulted-headers.ts';
import { endingLifetime, type Lifetime } from '../response-cache/lifetime.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { usePersistedDocuments } from './documents/persisted-documents.ts';
import type { TrustedDocuments } from './documents/trusted-documents.ts';
import { stringifyWith } from './errors/client-error.ts';
import { toClientError, toClientErrors } from './errors/errors.ts';
import { toRefusal } from './errors/refusal.ts';
import { coerceVariables } from './errors/variable-faults.ts';
import { createExecute, type Execute } from './execution/compiled-queries.ts';
import type { GraphQLContext } from './execution/context.ts';
import { executeWithinLimits } from './execution/execute-within-limits.ts';
import { createLoaders } from './execution/loaders.ts';
import { createOperationWork, type OperationWork } from './execution/operation-work.ts';
import { createDocumentCache } from './limits/document-cache.ts';
import { leastUnitsOfVariables } from './limits/input-units.ts';
import { LimitExceeded } from './limits/limit-exceeded.ts';
import { createParser } from './limits/parse-within-limits.ts';
import { type Cost, measureCost } from './limits/query-cost.ts';
import { createValidator } from './limits/validate-within-limits.ts';
import { createPlanSelections } from './limits/work-plan.ts';
import { createCatalogViews } from './view/open-views.ts';
import { withRuleFaults } from './writes/check-faulty-input.ts';

/** `body`: what a POST holds; null: the query stands in the target. @throws HttpProblem where the body is no text */
export type GraphQLHandler = (request: HttpRequest, body: Buffer | null) => Promise<HttpResponse>;

export interface GraphQLHandlerOptions {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly limits: Limits;
  readonly responseCache: ResponseCache;
  /** How long HTTP caches may answer a GET without asking here, in seconds. */
  readonly httpCacheSeconds: number;
  /** Who may name the context of an answer; absent: arguments and ids over headers. */
  readonly contextFrom?: ContextSource;
  /** How often a query is executed before it is compiled; absent: a few times. */
  readonly compileAfter?: number;
  /** Documents that requests may name; absent: none. */
  readonly trustedDocuments?: TrustedDocuments | null;
  /** Whether no others are executed. */
  readonly trustedDocumentsOnly?: boolean;
  /** Whether the schema may be introspected, and messages may suggest names of it. */
  readonly hasIntrospection: boolean;
  /** Reads the request context. Throws a DomainError where the request's headers are faulty, or its token is not valid. */
  readonly readRequestContext: ReadRequestContext;
  /** Told of each bug, and of each failure of the store, once. */
  readonly reportBug: (error: unknown, requestId: string) => void;
}

interface ServerContext {
  readonly requestContext: RequestContext;
  readonly lifetime: Lifetime;
  readonly consulted: ConsultedHeaders;
  /** Aborted when the client has gone. */
  readonly clientSignal: AbortSignal;
}

export function createGraphQLHandler(options: GraphQLHandlerOptions): GraphQLHandler {
  const { schema, readRequestContext, reportBug, trustedDocuments = null, trustedDocumentsOnly = false } = options;
  const persisted = usePersistedDocuments({
    ...{ trustedDocuments, trustedDocumentsOnly },
    maxDocumentBytes: options.limits.documentBytes,
  });
  const maxViolations = options.limits.violations;
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [persisted, useDocumentLimits(options), useOperation(options), useClientErrors(options)],
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: noCache },
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    // The server has bounded it already, and here each body would be piped through streams once more.
    maxRequestBodySize: false,
    batching: false,
    maskedErrors: false,
    logging: false,
  });
  const respond = cacheResponses({
    responseCache: options.responseCache,
    maxAge: options.httpCacheSeconds,
    async respond(request, body, context) {
      const fetchRequest = toFetchRequest(request, body && decodeBody(body));
      return toHttpResponse(await yoga.fetch(fetchRequest, { ...context, clientSignal: request.signal }));
    },
  });
  return async (request, body) => {
    try {
      return await respond(request, body, await readRequestContext(request, request.id));
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      return refuse(error, { request, maxViolations, reportBug });
    }
  };
}

/** The answer to a request that got no further than its headers. */
function refuse(error: unknown, { request, maxViolations, reportBug }: Refused): HttpResponse {
  const context = { requestId: request.id, maxViolations, isExecuted: false, hasData: false };
  const report = (bug: unknown) => reportBug(bug, request.id);
  const { message, extensions } = toClientError(error, { ...context, report });
  const status = Number(extensions.status);
  const headers = { 'content-type': graphqlMediaType(request.headers.get('accept')), ...refusalHeaders[status] };
  return { status, headers, body: JSON.stringify({ errors: [{ message, extensions }] }) };
}

interface Refused extends Pick<GraphQLHandlerOptions, 'reportBug'> {
  readonly request: HttpRequest;
  readonly maxViolations: number;
}

const refusalHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer error="invalid_token"' },
  503: { 'retry-after': '1' },
};

/** What is refused is not remembered: it comes from whoever tries things out. */
const noCache = { get: () => undefined, set: () => {} };

function useDocumentLimits({ limits, hasIntrospection }: GraphQLHandlerOptions): Plugin {
  const parser = createParser(limits);
  const validator = createValidator({ limits, hasIntrospection });
  return {
    onParse: ({ setParseFn }) => setParseFn(parser),
    onValidate: ({ setValidationFn }) => setValidationFn(validator),
  };
}

type ExecuteEvent = Parameters<NonNullable<Plugin<ServerContext>['onExecute']>>[0];

interface Prepared {
  readonly event: ExecuteEvent;
  readonly operation: OperationDefinitionNode;
  readonly variables: VariableValues;
}

/** Coerces the variables, says what the operation costs, and makes the request's loaders and views. */
function useOperation(handler: GraphQLHandlerOptions): Plugin<ServerContext> {
  const { limits } = handler;
  const executeOften = createExecute(handler);
  return {
    async onExecute(event) {
      const { args, setExecuteFn, setResultAndStopExecution } = event;
      const { schema, document, operationName } = args;
      const operation = getOperationAST(document, operationName);
      setExecuteFn(execute);
      if (!operation) return;
      const costOf = (requested: number) => (actual: number) => ({
        cost: { requested: Math.min(requested, Number.MAX_SAFE_INTEGER), actual, limit: limits.cost },
      });
      const refuse = (cost: Cost) => {
        setResultAndStopExecution({ errors: [tooCostly(cost, limits.cost)], extensions: costOf(cost.units)(0) });
      };
      const least = leastUnitsOfVariables(args.variableValues);
      if (least > limits.cost) return refuse({ units: least, costliest: null });
      const coerced = await coerce(handler, event, operation);
      if ('error' in coerced) return setResultAndStopExecution({ errors: [coerced.error] });
      const { variables } = coerced;
      const cost = measureCost({ schema, document, operation, variables, pageLength: limits.pageLength });
      if (cost.units > limits.cost) return refuse(cost);
      executeCharged(handler, executeOften, { event, operation, variables }, costOf(cost.units));
    },
  };
}

async function coerce(
  { services, limits, hasIntrospection }: GraphQLHandlerOptions,
  { args }: ExecuteEvent,
  operation: OperationDefinitionNode,
): Promise<{ readonly variables: VariableValues } | { readonly error: GraphQLError }> {
  const { schema, document, variableValues, contextValue } = args;
  const inputs = variableValues ?? {};
  const maxViolations = limits.violations;
  const coerced = coerceVariables({ schema, document, operation, hasIntrospection, maxViolations }, inputs);
  if ('variables' in coerced) return coerced;
  const { requestContext } = contextValue;
  const faulty = { schema, document, operation, inputs, services, requestContext };
  return { error: toRefusal(validationError(await withRuleFaults(faulty, coerced.violations))) };
}

/** Has the operation executed with the request's loaders and views, and its work charged while it runs. */
function executeCharged(
  handler: GraphQLHandlerOptions,
  executeOften: Execute,
  { event, operation, variables }: Prepared,
  extensionsOf: (actual: number) => ExecutionResult['extensions'],
): void {
  const { limits, hasIntrospection } = handler;
  const { schema, document, contextValue } = event.args;
  const { budget } = contextValue.requestContext;
  const planSelections = createPlanSelections({ schema, document, variables });
  const work = createOperationWork({ budget, planSelections, limits });
  if (operation.operation === 'query') contextValue.lifetime.start();
  event.extendContext(toContext(handler, contextValue, work));
  const root = schema.getRootType(operation.operation);
  const begin = () => {
    work.restart();
    if (root) work.charge(planSelections(operation.selectionSet, root).units);
  };
  const { clientSignal } = contextValue;
  const options = { execute: executeOften, limits, budget, begin, clientSignal, hideSuggestions: !hasIntrospection };
  event.setExecuteFn(async (executed) => {
    const result = await executeWithinLimits(executed, options);
    return { ...result, extensions: extensionsOf(budget.spent) };
  });
}

function toContext(
  { services, limits, contextFrom = 'any' }: GraphQLHandlerOptions,
  { requestContext, lifetime, consulted }: ServerContext,
  work: OperationWork,
): GraphQLContext {
  const timed = endingLifetime(services, lifetime);
  const loaders = createLoaders(timed, requestContext);
  const maxContexts = limits.contexts;
  const views = createCatalogViews({ services, requestContext, contextFrom, maxContexts, lifetime, consulted });
  return { limits, loaders, views, writing: { services: timed, requestContext }, lifetime, work };
}

function tooCostly({ units: requested, costliest }: Cost, limit: number): LimitExceeded {
  const most = costliest === null ? '' : `, and ${costliest} takes the most of it`;
  const message = `The operation may cost ${requested}; at most ${limit} is allowed${most}. Ask for smaller pages, or for fewer fields.`;
  return new LimitExceeded(message, { limitName: 'cost', limit, requested });
}

function useClientErrors({ reportBug, limits }: GraphQLHandlerOptions): Plugin {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      const { requestContext, lifetime } = serverContext as unknown as ServerContext;
      if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return;
      lifetime.endBy(0);
      const report = (error: unknown) => reportBug(error, requestContext.requestId);
      const { requestId } = requestContext;
      const context = {
        requestId,
        isExecuted: 'data' in result,
        hasData: Boolean(result.data),
        maxViolations: limits.violations,
        report,
      };
      const errors = toClientErrors(result.errors, limits.errors, context);
      setResult({ ...result, errors, stringify: stringifyWith(errors) });
    },
  };
}
