/** The GraphQL face: a request and its context in, a response out. */
import { documentStringMap } from '@envelop/core';
import type { DocumentNode, ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { bodyMemory } from '../http/body-memory.ts';
import type { ClientErrorCode } from '../http/error-outcomes.ts';
import { toFetchRequest, toHttpResponse } from '../http/fetch-exchange.ts';
import { graphqlMediaType, readAccept } from '../http/graphql-media-type.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { parseJson } from '../http/parse-json.ts';
import { decodeBody } from '../http/request-body.ts';
import type { RequestNotes } from '../http/request-notes.ts';
import { cacheResponses } from '../response-cache/cache-responses.ts';
import type { MakeResponse, ResponseContext } from '../response-cache/make-response.ts';
import { JsonText } from './bytes/json-text.ts';
import { createPersistedDocuments, type PersistedDocuments } from './documents/persisted-documents.ts';
import { toClientResult } from './errors/client-result.ts';
import { toClientError } from './errors/errors.ts';
import type { GraphQLHandlerOptions, ServerContext } from './execution/handler-options.ts';
import { createKnownRequests } from './execution/known-requests.ts';
import { createExecuteOperation, type ExecuteOperation, useOperations } from './execution/operations.ts';
import { readSearch } from './execution/read-search.ts';
import { requestMembers } from './execution/request-members.ts';
import { unwatched } from './execution/watch-step.ts';
import { createDocumentCache } from './limits/document-cache.ts';
import { createParser } from './limits/parse-within-limits.ts';
import { createValidator, type ValidDocuments } from './limits/validate-within-limits.ts';

/** `body`: what a POST holds; null: the query stands in the target. @throws HttpProblem where either can't be read */
export type GraphQLHandler = (request: HttpRequest, body: Buffer | null) => Promise<HttpResponse>;

export function createGraphQLHandler(options: GraphQLHandlerOptions): GraphQLHandler {
  const { readRequestContext, reportBug } = options;
  const maxViolations = options.limits.violations;
  const cached = cacheResponses({ responseCache: options.responseCache, maxAge: options.httpCacheSeconds });
  const respond = createRespond(options);
  return async (request, body) => {
    try {
      const renewContext = () => readRequestContext(request, request.id);
      const make: MakeResponse = (context) => {
        // It decides on the media type.
        context.consulted.add('Accept');
        return respond(body, context);
      };
      return await cached({ request, body, requestContext: await renewContext(), renewContext, make });
    } catch (error) {
      if (error instanceof HttpProblem) throw error;
      return refuse(error, { request, maxViolations, reportBug });
    }
  };
}

type MakeFor = (body: Buffer | null, context: ResponseContext) => Promise<HttpResponse>;

/** Makes each response, whatever was answered before. */
function createRespond(options: GraphQLHandlerOptions): MakeFor {
  const { schema, limits, trustedDocuments = null, trustedDocumentsOnly = false } = options;
  const documentCache = createDocumentCache();
  const validDocuments = new WeakSet<DocumentNode>();
  const executeOperation = createExecuteOperation(options);
  const { documentBytes: maxDocumentBytes } = limits;
  const persistedDocuments = createPersistedDocuments({ trustedDocuments, trustedDocumentsOnly, maxDocumentBytes });
  const yoga = createYogaOf(options, { documentCache, validDocuments, persistedDocuments, executeOperation });
  const knownRequests = createKnownRequests({ documentCache, validDocuments, persistedDocuments });

  return async (body, { request, ...context }) => {
    const text = body && decodeBody(body);
    const sent = text === null ? readSearch(request.search) : parseJson(text);
    const written: ServerContext['written'] = { body: null };
    const server = {
      ...context,
      written,
      sentBytes: body?.length ?? request.search.length,
      clientSignal: () => request.signal,
      notes: request.notes,
      takeMemory: bodyMemory.untilSent(request),
    };
    const known = knownRequests.find(request, sent);
    const executed = known && executeOperation({ ...known.args, schema, contextValue: server });
    const result = await executed?.catch(untoldHere);
    if (known && result && !result.errors?.length) {
      return { status: 200, headers: known.headers, body: toJson(result, JSON.stringify) };
    }
    // Its own objects, which cost a tenth of the platform's.
    const fetchRequest = toFetchRequest(request, text, yoga.fetchAPI);
    // Parsed again, a body that is large would hold up others for twice as long.
    if (text !== null && sent !== undefined) fetchRequest.json = async () => sent;
    // It knows no weights.
    fetchRequest.headers.set('accept', readAccept(request.headers.get('accept')).types.join(', '));
    const response = await toHttpResponse(await yoga.fetch(fetchRequest, { ...server, ...(executed && { executed }) }));
    knownRequests.learn(request, response);
    return written.body ? { ...response, body: written.body } : response;
  };
}

interface YogaParts {
  readonly documentCache: ReturnType<typeof createDocumentCache>;
  readonly validDocuments: ValidDocuments;
  readonly persistedDocuments: PersistedDocuments;
  readonly executeOperation: ExecuteOperation;
}

function createYogaOf(
  options: GraphQLHandlerOptions,
  { documentCache, validDocuments, persistedDocuments, executeOperation }: YogaParts,
): YogaServerInstance<ServerContext, object> {
  const plugins = [
    requestMembers,
    persistedDocuments.plugin,
    useDocumentLimits(options, validDocuments),
    useOperations(options, executeOperation),
    useClientErrors(options),
    useJsonTexts(),
  ];
  return createYoga<ServerContext>({
    schema: options.schema,
    plugins,
    parserAndValidationCache: { documentCache, errorCache: noCache },
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
}

/** The answer to a request that got no further than its headers. */
function refuse(error: unknown, { request, maxViolations, reportBug }: Refused): HttpResponse {
  const context = { requestId: request.id, maxViolations, isExecuted: false, hasData: false };
  const report = (bug: unknown) => reportBug(bug, request.id);
  const clientError = toClientError(error, { ...context, report });
  noteCode(request.notes, clientError);
  const { message, extensions } = clientError;
  const status = Number(extensions.status);
  const contentType = graphqlMediaType(request.headers.get('accept'));
  const headers = { 'content-type': contentType, 'cache-control': 'no-store', ...refusalHeaders[status] };
  return { status, headers, body: JSON.stringify({ errors: [{ message, extensions }] }) };
}

/** What clients are told has a code. */
function noteCode(notes: RequestNotes, error: GraphQLError | undefined): void {
  notes.code = (error?.extensions.code ?? null) as ClientErrorCode | null;
}

interface Refused extends Pick<GraphQLHandlerOptions, 'reportBug'> {
  readonly request: HttpRequest;
  readonly maxViolations: number;
}

const refusalHeaders: Readonly<Record<number, Record<string, string>>> = {
  401: { 'www-authenticate': 'Bearer error="invalid_token"' },
  503: { 'retry-after': '1' },
};

/** An error that yoga tells of. */
function untoldHere(): null {
  return null;
}

/** Refused documents are not cached: they come from people who try things out. */
const noCache = { get: () => undefined, set: () => {} };

function useDocumentLimits(
  { limits, hasIntrospection, watchStep = unwatched }: GraphQLHandlerOptions,
  validDocuments: ValidDocuments,
): Plugin {
  const parser = createParser(limits);
  const validator = createValidator({ limits, hasIntrospection, validDocuments });
  const parse: typeof parser = (...given) => watchStep({ name: 'parse' }, () => parser(...given));
  const validate: typeof validator = (...given) => watchStep({ name: 'validate' }, () => validator(...given));
  return {
    onParse: ({ setParseFn }) => setParseFn(parse),
    onValidate({ params, setValidationFn }) {
      // Nobody here wants the text again: it would be held until V8 collects its whole heap.
      documentStringMap.delete(params.documentAST);
      setValidationFn(validate);
    },
  };
}

function useClientErrors({ limits, reportBug }: GraphQLHandlerOptions): Plugin {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      const { requestContext, lifetime, notes } = serverContext as unknown as ServerContext;
      if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return;
      lifetime.endBy(0);
      const told = toClientResult(result, { limits, reportBug, requestId: requestContext.requestId });
      noteCode(notes, told.errors?.[0]);
      setResult(told);
    },
  };
}

/** Writes what stands in a result as JSON already: yoga's response has its status and headers, and the result where it is only a part. */
function useJsonTexts(): Plugin {
  return {
    onResultProcess({ request, result, setResult, serverContext }) {
      const { written } = serverContext as unknown as ServerContext;
      if (!isWhole(result) || !isWritten(result.data)) return;
      const { stringify = JSON.stringify } = result;
      // The response has parts then, or events, in which yoga writes results.
      const isPart = readAccept(request.headers.get('accept')).json === null;
      const write = (whole: ExecutionResult) => {
        const json = toJson(whole, stringify);
        if (isPart) return json.toString();
        written.body = json;
        return '';
      };
      setResult(Object.assign({ ...result }, { stringify: write }));
    },
  };
}

function toJson(result: ExecutionResult, stringify: (result: ExecutionResult) => string): Buffer {
  const json = stringify(result);
  const { data } = result;
  return isWritten(data) ? data.joinedWith(json) : Buffer.from(json);
}

function isWritten(data: unknown): data is JsonText {
  return data instanceof JsonText;
}

function isWhole(result: object): result is ExecutionResult & { stringify?: (result: ExecutionResult) => string } {
  return !Array.isArray(result) && !(Symbol.asyncIterator in result);
}
