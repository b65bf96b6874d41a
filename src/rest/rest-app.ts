/**
 * The REST face: the contract's paths below `/v2`, as an exact route table, and the catalog's under the other names that
 * clients know them by.
 */
import { authorized, type CatalogAccess, identified } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import type { Services } from '../domain/ports.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { contextHeaders } from '../domain/shopper-context.ts';
import { unitsOfBytes, workPrices } from '../domain/work-budget.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { compressInTurn } from '../http/compress.ts';
import { EncodedBody } from '../http/encoded-body.ts';
import { respondEncoded } from '../http/encoded-response.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import type { Limits } from '../http/limits.ts';
import { decodePercent } from '../http/percent-encoded.ts';
import { readJsonBody } from '../http/request-body.ts';
import type { ReadRequestContext } from '../http/request-context.ts';
import { once } from '../lib/once.ts';
import { cacheResponses } from '../response-cache/cache-responses.ts';
import type { MakeResponse } from '../response-cache/make-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { toErrorResponse } from './errors.ts';
import { createFindRoute, type Mounted, type RespondTo, type Target } from './find-route.ts';
import { parseData } from './json-body.ts';
import { toAddresses } from './links.ts';
import { createOpenApiDocument } from './openapi.ts';
import { parseQuery } from './query-string.ts';
import { isOfCatalogs, type RestAnswer, type RestRequest, type RestRoute } from './route.ts';
import { routes } from './routes.ts';

export interface RestAppOptions {
  readonly services: Services;
  /** Reads the request context. Throws a DomainError where the request's headers are faulty, or its token is not valid. */
  readonly readRequestContext: ReadRequestContext;
  readonly limits: Pick<Limits, 'bodyBytes' | 'bodyLevels' | 'violations'>;
  readonly responseCache: ResponseCache;
  /** How long HTTP caches may answer a GET of the catalog without asking here, in seconds. */
  readonly httpCacheSeconds: number;
  /** Where clients reach the gateway. */
  readonly baseUrl: string;
  /** Services see to it, too, once they are called. Open unless said. */
  readonly catalogAccess?: CatalogAccess;
  /** Told of each bug, and of each failure of the store, once. */
  readonly reportBug: (error: unknown, requestId: string) => void;
}

/** Null: there is nothing at the request's path. */
export type RestApp = (request: HttpRequest) => Promise<HttpResponse | null>;

const json = { 'content-type': 'application/json; charset=utf-8' };

export function createRestApp(options: RestAppOptions): RestApp {
  const { limits, reportBug } = options;
  const findRoute = createFindRoute([
    ...mountedRoutes(options),
    { path: '/v2/openapi.json', method: 'GET', respondTo: respondWithOpenApi(options) },
  ]);

  const refuseFor =
    ({ id, notes, headers }: HttpRequest) =>
    (error: unknown): HttpResponse => {
      if (error instanceof DomainError) notes.code = error.code;
      const report = (bug: unknown) => reportBug(bug, id);
      return toErrorResponse(error, { headers, maxViolations: limits.violations, report });
    };

  return async (request) => {
    const respond = findRoute(request);
    if (!respond) return null;
    const response = await respond(request).catch(refuseFor(request));
    return request.method === 'HEAD' ? { ...response, body: null } : response;
  };
}

function respondWithOpenApi({ baseUrl, catalogAccess = 'open' }: RestAppOptions): RespondTo {
  const representationOf = once(() => {
    const document = createOpenApiDocument(routes, { ...toAddresses(baseUrl), catalogAccess });
    const body = new EncodedBody(Buffer.from(JSON.stringify(document)), { compress: compressInTurn });
    const contentType = json['content-type'];
    return { body, contentType, hasValidator: true, headers: { 'cache-control': 'no-cache' } };
  });
  return () =>
    async ({ headers }) =>
      await respondEncoded(representationOf(), headers);
}

/** What answers requests of a route, each target of which is read once; responses of the catalog are cached. */
function createRespondTo(options: RestAppOptions, route: RestRoute, mounted: string): RespondTo {
  const { services, readRequestContext, responseCache, httpCacheSeconds } = options;
  const answer = createAnswer(options, route);
  const cached = cacheResponses({ responseCache, maxAge: httpCacheSeconds });
  return (target) => {
    const read = once(() => readTarget(target, route, mounted));
    const make: MakeResponse = async ({ request, requestContext, lifetime, consulted }) => {
      // Who may not read the catalog is told so before the request is looked at; what is cached was made for equals.
      await services.catalog.select(requestContext);
      lifetime.start();
      for (const name of Object.values(contextHeaders)) consulted.add(name);
      return answer(request, requestContext, read());
    };
    return async (request) => {
      request.notes.operation = route.operationId;
      request.notes.route = mounted;
      const said = read();
      const renewContext = () => readRequestContext(request, request.id);
      const requestContext = await renewContext();
      if (!route.isCatalog) return revalidatedEachTime(await answer(request, requestContext, said));
      return cached({ request, body: null, requestContext, renewContext, make });
    };
  };
}

/** It changes without a publish, and most of it is for the bearer of the token alone: without this header, HTTP caches could keep it for any time. */
function revalidatedEachTime(response: HttpResponse): HttpResponse {
  return { ...response, headers: { 'cache-control': 'private, no-cache', ...response.headers } };
}

/** What a request's target says, as the route's `answer` gets it. */
type Said = Pick<RestRequest, 'path' | 'param' | 'query'>;

/** @throws HttpProblem 400 */
function readTarget({ path, search }: Target, route: RestRoute, mounted: string): Said {
  const params = readParams(mounted, path);
  const query = parseQuery(search, route.query);
  const param = (name: string) => params.get(name) ?? '';
  return { path: route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(param(name))), param, query };
}

function createAnswer(
  { services, limits, baseUrl, catalogAccess = 'open' }: RestAppOptions,
  { isCatalog, isOpen, ...route }: RestRoute,
) {
  const addresses = toAddresses(baseUrl);
  // The token that catalog routes may need was checked before.
  const isForAll = isCatalog || (isOpen === true && catalogAccess === 'open');
  const guard = isOpen ? identified : authorized;
  return async (request: HttpRequest, requestContext: RequestContext, said: Said): Promise<HttpResponse> => {
    const { budget } = requestContext;
    budget.charge(workPrices.record);
    const read = async () => {
      if (!route.request) return {};
      const text = await readJsonBody(request, limits);
      budget.charge(unitsOfBytes(text.length));
      return parseData(text);
    };
    const data = isForAll ? {} : await guard(requestContext, read);
    const answered = await route.answer({ ...said, requestContext, services, addresses, data });
    const { text, headers } = isAlone(answered) ? { text: answered, headers: {} } : answered;
    budget.charge(unitsOfBytes(text.length));
    const stale = requestContext.upstream?.isStale ? { warning: '110 - "Response is Stale"' } : {};
    return {
      status: route.status,
      headers: { ...json, ...headers, ...stale },
      body: typeof text === 'string' ? Buffer.from(text) : text,
    };
  };
}

function isAlone(answered: string | BodyPieces | RestAnswer): answered is string | BodyPieces {
  return typeof answered === 'string' || answered instanceof BodyPieces;
}

function mountedRoutes(options: RestAppOptions): Mounted[] {
  return routes.flatMap((route) => {
    const hasOtherNames = isOfCatalogs(route.path);
    const paths = hasOtherNames ? [route.path, route.path.replace(/^\/pcm/, '')] : [route.path];
    const mounted = [...paths.map((path) => `/v2${path}`), ...(hasOtherNames ? paths : [])];
    return mounted.map((path) => ({ path, method: route.method, respondTo: createRespondTo(options, route, path) }));
  });
}

/** @throws HttpProblem 400, where one can't be decoded */
function readParams(pattern: string, path: string): ReadonlyMap<string, string> {
  const segments = path.split('/');
  const params = pattern.split('/').flatMap((name, index) => {
    return name.startsWith(':') ? [[name.slice(1), decodePercent(segments[index] ?? '', 'path')] as const] : [];
  });
  return new Map(params);
}
