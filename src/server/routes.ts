/** Which part of the gateway answers a request. */
import { type Context, Hono } from 'hono';
import { type TokenEndpoint, tokenPaths } from '../auth/token-endpoint.ts';
import { excerpt } from '../domain/errors.ts';
import { toFetchRequest, toFetchResponse, toHttpResponse } from '../http/fetch-exchange.ts';
import type { HttpRequest, HttpResponse, Respond } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { type CatalogHook, catalogHookPath } from './catalog-hook.ts';
import { createGraphQLRoute, type GraphQLRouteOptions } from './graphql-route.ts';
import { createHealth, type HealthOptions, isHealthCheck } from './health.ts';
import { type ReportBug, refuse } from './refuse.ts';

export interface RoutesOptions extends GraphQLRouteOptions, HealthOptions {
  /** Knows its own paths, and the methods of each; answers null to a request of another path. */
  readonly rest?: (request: HttpRequest) => Promise<HttpResponse | null>;
  /** The demo store's, by their file names; null: there is none of that name. Absent where it is not shown. */
  readonly pictures?: (name: string) => Promise<string | null>;
  /** Absent where an outside issuer makes the tokens. */
  readonly tokenEndpoint?: TokenEndpoint;
  /** Absent where nobody has a secret to say that there is something new. */
  readonly catalogHook?: CatalogHook;
  readonly reportBug: ReportBug;
}

interface Env {
  Bindings: { request: HttpRequest };
}

/**
 * Requests of both faces are passed on as they are: the objects of the Fetch standard cost more than a response from the cache, which is sent
 * 1.3 to 3.3 times as often without them (`bench/notebook/fast-paths.md`).
 */
export function createRoutes(options: RoutesOptions): Respond {
  const { rest } = options;
  const graphqlRoute = createGraphQLRoute(options);
  const health = createHealth(options);
  const app = createApp(options);
  const routeOther = async (request: HttpRequest) => {
    if (isHealthCheck(request)) return health(request);
    const ofRest = await rest?.(request);
    return ofRest ?? toHttpResponse(await app.fetch(toFetchRequest(request), { request }));
  };
  return (request) => {
    const { path, method } = request;
    const isGraphQL = path === '/graphql' && (method === 'GET' || method === 'POST');
    return isGraphQL ? graphqlRoute(request) : routeOther(request);
  };
}

function createApp(options: RoutesOptions): Hono<Env> {
  const { graphiql, pictures, tokenEndpoint, catalogHook, reportBug } = options;
  // An exact route table: a path that only decodes or resolves to one of ours is not ours.
  const app = new Hono<Env>({ getPath: (_, options) => (options as { env: Env['Bindings'] }).env.request.path });

  // Relative: a proxy may show us under a path of its own.
  app.get('/', (c) => c.redirect('graphql'));
  if (graphiql) {
    app.get('/graphql/assets/:name', async (c) => {
      return (await graphiql.asset(c.req.param('name'), c.req.raw)) ?? c.notFound();
    });
  }
  if (pictures) {
    app.get('/demo/pictures/:name', async (c) => {
      const picture = await pictures(c.req.param('name'));
      return picture === null ? c.notFound() : c.body(picture, 200, pictureHeaders);
    });
  }
  if (tokenEndpoint) {
    for (const path of tokenPaths) {
      app.use(path, async (c, next) => {
        await next();
        c.res.headers.set('Cache-Control', 'no-store');
      });
      app.post(path, (c) => {
        c.env.request.notes.route = path;
        return tokenEndpoint(c.env.request);
      });
    }
  }
  if (catalogHook) app.post(catalogHookPath, (c) => catalogHook(c.env.request));

  const posted = [...(tokenEndpoint ? tokenPaths : []), ...(catalogHook ? [catalogHookPath] : [])];
  refuseOthers(app, posted, reportBug);
  return app;
}

/** A picture is shown, on any page, and does nothing. What it shows never changes. */
const pictureHeaders = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** What is there answers OPTIONS and refuses other methods; what is not is 404. */
function refuseOthers(app: Hono<Env>, posted: readonly string[], reportBug: ReportBug): void {
  const methods = new Map([
    ...posted.map((path) => [path, 'POST'] as const),
    ['/', 'GET, HEAD'],
    ['/health/live', 'GET, HEAD'],
    ['/health/ready', 'GET, HEAD'],
    ['/graphql', 'GET, POST'],
  ]);
  const toResponse = (error: unknown, c: Context<Env>) => toFetchResponse(refuse(error, c.env.request, reportBug));
  app.options('*', (c) => {
    const allow = methods.get(c.req.path);
    if (!allow) return c.notFound();
    return c.body(null, 204, { Allow: `${allow}, OPTIONS` });
  });
  app.notFound((c) => {
    const allow = methods.get(c.req.path);
    const { method, path } = c.req;
    const problem = allow
      ? new HttpProblem(405, `${path} does not allow ${method}.`, { Allow: allow })
      : new HttpProblem(404, `There is nothing at ${excerpt(path)}.`);
    return toResponse(problem, c);
  });
  app.onError(toResponse);
}
