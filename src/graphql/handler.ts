/** The GraphQL face: a request and its scope in, a response out. */
import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  type ParseOptions,
  parse,
  type Source,
} from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { validationError } from '../domain/errors.ts';
import type { Scope } from '../domain/scope.ts';
import type { Services } from '../domain/services.ts';
import type { GraphQLContext } from './context.ts';
import { toClientError } from './errors.ts';
import { scopeInContext } from './in-context.ts';
import { createLoaders } from './loaders.ts';
import { coerceVariables } from './variable-faults.ts';

export type GraphQLHandler = (request: Request, requestId: string) => Promise<Response>;

export interface GraphQLHandlerOptions {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  /** Who asks: throws a DomainError where the request's headers are faulty, or its token is not valid. */
  readonly readScope: (request: Request, requestId: string) => Promise<Scope>;
  /** Told of each bug, and of each failure of the store, once. */
  readonly reportBug: (error: unknown, requestId: string) => void;
}

/** Refused by the parser, before there is a tree: a document of this many tokens is none that a person wrote. */
const maxTokens = 2000;

interface ServerContext {
  readonly scope: Scope;
}

export function createGraphQLHandler({
  schema,
  services,
  readScope,
  reportBug,
}: GraphQLHandlerOptions): GraphQLHandler {
  const yoga = createYoga<ServerContext>({
    schema,
    plugins: [useTokenLimit(), useShopperContext(services), useClientErrors(reportBug)],
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    maskedErrors: false,
    logging: false,
  });
  return async (request, requestId) => {
    try {
      return await yoga.fetch(request, { scope: await readScope(request, requestId) });
    } catch (error) {
      return refuse(error, requestId, (bug) => reportBug(bug, requestId));
    }
  };
}

/** The answer to a request that got no further than its headers. */
function refuse(error: unknown, requestId: string, report: (bug: unknown) => void): Response {
  const { message, extensions } = toClientError(error, { requestId, isExecuted: false, report });
  const status = Number(extensions.status);
  return Response.json({ errors: [{ message, extensions }] }, { status, headers: refusalHeaders[status] ?? {} });
}

const refusalHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
  503: { 'Retry-After': '1' },
};

function useTokenLimit(): Plugin {
  return { onParse: ({ setParseFn }) => setParseFn(parseWithinLimits) };
}

function parseWithinLimits(source: string | Source, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens });
  } catch (error) {
    // The parser is recursive: within the tokens, a list in a list in a list … can still be deeper than the stack.
    if (error instanceof RangeError) throw new GraphQLError('Syntax Error: The document is nested too deeply.');
    throw error;
  }
}

/** Coerces the variables, reads `@inContext`, and makes the request's loaders. */
function useShopperContext(services: Services): Plugin<ServerContext> {
  return {
    onExecute({ args, extendContext, setExecuteFn, setResultAndStopExecution }) {
      const { schema, document, operationName, variableValues, contextValue } = args;
      const operation = getOperationAST(document, operationName);
      setExecuteFn(execute as never);
      if (!operation) return;
      const coerced = coerceVariables(schema, operation, variableValues ?? {});
      if ('violations' in coerced) {
        setResultAndStopExecution({ errors: [toRefusal(validationError(coerced.violations))] });
        return;
      }
      try {
        const scope = scopeInContext(contextValue.scope, operation, coerced.variables);
        const context: GraphQLContext = { scope, services, loaders: createLoaders(services, scope) };
        extendContext(context as never);
      } catch (error) {
        setResultAndStopExecution({ errors: [toRefusal(error)] });
      }
    },
  };
}

/** An error of the request as a whole: nothing was executed, so it decides the response's status. */
function toRefusal(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError, extensions: { http: { status: 400, spec: true } } });
}

function useClientErrors(reportBug: GraphQLHandlerOptions['reportBug']): Plugin {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      const { scope } = serverContext as unknown as ServerContext;
      if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return;
      const report = (error: unknown) => reportBug(error, scope.requestId);
      const context = { requestId: scope.requestId, isExecuted: 'data' in result, report };
      const errors = result.errors.map((error) => toClientError(error, context));
      setResult({ ...result, errors });
    },
  };
}
