/**
 * The REST face: the contract's paths below `/v2`, as an exact route table, and the catalog's under the other names that
 * clients know them by.
 */
import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import { authorized } from '../domain/access.ts';
import { DomainError, excerpt } from '../domain/errors.ts';
import { once } from '../domain/once.ts';
import type { Services } from '../domain/ports.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { contextHeaders } from '../domain/shopper-context.ts';
import { unitsOfBytes, workPrices } from '../domain/work-budget.ts';
import { BodyPieces } from '../http/body-pieces.ts';
import { compressInTurn } from '../http/compress.ts';
import { createEncodedBody } from '../http/encoded-body.ts';
import { respondEncoded } from '../http/encoded-response.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Limits } from '../http/limits.ts';
import { readJsonBody } from '../http/request-body.ts';
import type { ReadRequestContext } from '../http/request-context.ts';
import { cacheResponses } from '../response-cache/cache-responses.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { toErrorResponse } from './errors.ts';
import { parseData } from './json-body.ts';
import { toAddresses } from './links.ts';
import { createOpenApiDocument } from './openapi.ts';
import { decodePathSegment, parseQuery } from './query-string.ts';
import { isOfCatalogs, type RestAnswer, type RestRoute } from './route.ts';
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
  /** Told of each bug, and of each failure of the store, once. */
  readonly reportBug: (error: unknown, requestId: string) => void;
}

/** Null: there is nothing at the request's path. */
export type RestApp = (request: HttpRequest) => Promise<HttpResponse | null>;

const json = { 'content-type': 'application/json; charset=utf-8' };

export function createRestApp(options: RestAppOptions): RestApp {
  const { limits, reportBug, baseUrl } = options;
  const router = new SmartRouter<OnPath>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const add = (path: string, methods: OnPath['methods']) => router.add(METHOD_NAME_ALL, path, toOnPath(methods));
  for (const [path, onPath] of Map.groupBy(mountedRoutes(), ({ mounted }) => mounted)) {
    add(path, new Map(onPath.map((mounted) => [mounted.route.method, createRespond(options, mounted)])));
  }
  add('/v2/openapi.json', new Map([['GET', respondWithOpenApi(baseUrl)]]));

  const refuseFor =
    ({ id, notes, headers }: HttpRequest) =>
    (error: unknown): HttpResponse => {
      if (error instanceof DomainError) notes.code = error.code;
      const report = (bug: unknown) => reportBug(bug, id);
      return toErrorResponse(error, { headers, maxViolations: limits.violations, report });
    };

  return async (request) => {
    const onPath = router.match(METHOD_NAME_ALL, request.path)[0][0]?.[0];
    if (!onPath) return null;
    const response = await respondOn(onPath, request).catch(refuseFor(request));
    return request.method === 'HEAD' ? { ...response, body: null } : response;
  };
}

/** What is at one path. */
interface OnPath {
  readonly methods: ReadonlyMap<string, Respond>;
  /** As the header says it. */
  readonly allow: string;
}

function toOnPath(methods: OnPath['methods']): OnPath {
  return { methods, allow: [...methods.keys()].flatMap(withHead).join(', ') };
}

async function respondOn({ methods, allow }: OnPath, request: HttpRequest): Promise<HttpResponse> {
  const { method, path } = request;
  if (method === 'OPTIONS') return { status: 204, headers: { allow: `${allow}, OPTIONS` }, body: null };
  const respond = methods.get(method === 'HEAD' ? 'GET' : method);
  if (!respond) throw new HttpProblem(405, `${excerpt(path)} does not allow ${method}.`, { Allow: allow });
  return await respond(request);
}

function respondWithOpenApi(baseUrl: string): Respond {
  const representationOf = once(() => {
    const document = Buffer.from(JSON.stringify(createOpenApiDocument(routes, toAddresses(baseUrl))));
    const body = createEncodedBody(document, { compress: compressInTurn });
    const contentType = json['content-type'];
    return { body, contentType, hasValidator: true, headers: { 'cache-control': 'no-cache' } };
  });
  return ({ headers }) => respondEncoded(representationOf(), headers);
}

type Respond = (request: HttpRequest) => Promise<HttpResponse>;

/** The response of a route that a request has been found for; one of the catalog is cached. */
function createRespond(options: RestAppOptions, { route, mounted }: MountedRoute): Respond {
  const { services, readRequestContext, responseCache, httpCacheSeconds } = options;
  const answer = createAnswer(options, route);
  const parse = ({ path, search }: HttpRequest): Target => ({
    params: readParams(mounted, path),
    query: parseQuery(search, route.query),
  });
  const cached = cacheResponses({
    responseCache,
    maxAge: httpCacheSeconds,
    async respond(request, _body, { requestContext, lifetime, consulted }) {
      lifetime.start();
      for (const name of Object.values(contextHeaders)) consulted.add(name);
      return answer(request, requestContext, parse(request));
    },
  });
  return async (request) => {
    request.notes.operation = route.operationId;
    request.notes.route = mounted;
    const target = parse(request);
    const requestContext = await readRequestContext(request, request.id);
    if (!route.isCatalog) return answer(request, requestContext, target);
    // Who may not read the catalog is told so before the request is looked at.
    await services.catalog.select(requestContext);
    return cached(request, null, requestContext);
  };
}

/** What a request's target says. */
interface Target {
  readonly params: ReadonlyMap<string, string>;
  readonly query: ReadonlyMap<string, string>;
}

function createAnswer({ services, limits, baseUrl }: RestAppOptions, route: RestRoute) {
  const addresses = toAddresses(baseUrl);
  return async (
    request: HttpRequest,
    requestContext: RequestContext,
    { params, query }: Target,
  ): Promise<HttpResponse> => {
    const { budget } = requestContext;
    budget.charge(workPrices.record);
    const read = async () => {
      if (!route.request) return {};
      const text = await readJsonBody(request, limits);
      budget.charge(unitsOfBytes(text.length));
      return parseData(text);
    };
    const answered = await route.answer({
      requestContext,
      services,
      addresses,
      path: route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params.get(name) ?? '')),
      param: (name) => params.get(name) ?? '',
      query,
      data: route.isCatalog || route.isOpen ? {} : await authorized(requestContext, read),
    });
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

interface MountedRoute {
  readonly route: RestRoute;
  readonly mounted: string;
}

function mountedRoutes(): MountedRoute[] {
  return routes.flatMap((route) => {
    const hasOtherNames = isOfCatalogs(route.path);
    const paths = hasOtherNames ? [route.path, route.path.replace(/^\/pcm/, '')] : [route.path];
    const mounted = [...paths.map((path) => `/v2${path}`), ...(hasOtherNames ? paths : [])];
    return mounted.map((path) => ({ route, mounted: path }));
  });
}

function withHead(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/** @throws HttpProblem 400, where it can't be decoded */
function readParams(pattern: string, path: string): ReadonlyMap<string, string> {
  const segments = path.split('/');
  const params = pattern.split('/').flatMap((name, index) => {
    return name.startsWith(':') ? [[name.slice(1), decodePathSegment(segments[index] ?? '')] as const] : [];
  });
  return new Map(params);
}
