/**
 * The HTTP shell: mounts the faces, and gives every response its request id. Whatever fails outside of a face is answered
 * in the contract's error body, or on `/graphql` in GraphQL's.
 */
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { type TokenEndpoint, tokenPaths } from '../auth/token-endpoint.ts';
import { excerpt } from '../domain/errors.ts';
import type { GraphiQL } from '../graphiql/graphiql.ts';
import type { GraphQLHandler } from '../graphql/handler.ts';
import { corsHeaders } from '../http/cors.ts';
import { graphqlMediaType } from '../http/graphql-media-type.ts';
import { HttpProblem, toErrorBody, toGraphQLErrorBody } from '../http/http-problem.ts';
import { readJsonBody } from '../http/request-body.ts';
import { requestIdOf } from '../http/request-context.ts';

export interface HttpAppOptions {
  readonly graphql: GraphQLHandler;
  /** Knows its own paths, and the methods of each. */
  readonly rest?: Hono<Env>;
  /** Null: not served. */
  readonly graphiql: GraphiQL | null;
  /** Absent where an outside issuer makes the tokens. */
  readonly tokenEndpoint?: TokenEndpoint;
  /** Whether requests should come here: false while draining, or while the database does not answer. */
  readonly isReady: () => Promise<boolean>;
  /** Refuses requests that come too fast; absent: none does. */
  readonly rateLimit?: MiddlewareHandler;
  readonly maxBodyBytes: number;
  readonly corsOrigins: readonly string[];
  readonly reportBug: (error: unknown, requestId: string) => void;
  /** Told of each answer. */
  readonly onAnswered: (answer: Answer) => void;
}

export interface Answer {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

/** A request whose body may have been read: hono's server takes it from here, too. */
export interface MaybeRead {
  readonly rawBody?: Buffer;
}

interface Env {
  Variables: { requestId: string };
}

export function createHttpApp(options: HttpAppOptions): Hono<Env> {
  const {
    graphql,
    rest,
    graphiql,
    tokenEndpoint,
    isReady,
    rateLimit,
    maxBodyBytes,
    corsOrigins,
    reportBug,
    onAnswered,
  } = options;
  // An exact route table: a path that only decodes to one of ours is not ours.
  const app = new Hono<Env>({ getPath: pathOf });

  app.use(async (c, next) => {
    const start = performance.now();
    const requestId = requestIdOf(c.req.raw.headers);
    c.set('requestId', requestId);
    await next();
    // Not by hono's own `header`, which makes another Response for each.
    const { headers } = c.res;
    headers.set('X-Request-Id', requestId);
    headers.set('X-Content-Type-Options', 'nosniff');
    for (const [name, value] of corsHeaders(c.req.raw, corsOrigins)) headers.append(name, value);
    const durationMs = Math.round((performance.now() - start) * 10) / 10;
    onAnswered({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, durationMs });
  });

  if (rateLimit) app.use(rateLimit);

  app.get('/', (c) => c.redirect('/graphql'));
  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', async (c) => {
    const ready = await isReady();
    return c.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503);
  });

  app.get('/graphql', (c) => {
    if (graphiql && c.req.header('accept')?.includes('text/html')) return graphiql.page(c.req.raw);
    return askGraphQL(c.req.raw, c.var.requestId, null);
  });
  app.post('/graphql', async (c) => {
    const { url, headers, signal } = c.req.raw;
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const body = await readJsonBody(c.req.raw, maxBodyBytes, (incoming as MaybeRead | undefined)?.rawBody);
    return askGraphQL(new Request(url, { method: 'POST', headers, body, signal }), c.var.requestId, body);
  });
  /** An Accept that can't be met is refused without a word there. */
  async function askGraphQL(request: Request, requestId: string, body: string | null): Promise<Response> {
    const response = await graphql(request, requestId, body);
    if (response.status !== 406) return response;
    throw new HttpProblem(406, 'The answer is JSON: accept application/json or application/graphql-response+json.');
  }
  if (graphiql) {
    app.get('/graphql/assets/:name', async (c) => {
      return (await graphiql.asset(c.req.param('name'), c.req.raw)) ?? c.notFound();
    });
  }

  if (tokenEndpoint) {
    for (const path of tokenPaths) {
      app.use(path, async (c, next) => {
        await next();
        c.res.headers.set('Cache-Control', 'no-store');
      });
      app.post(path, (c) => tokenEndpoint(c.req.raw, c.var.requestId));
    }
  }

  if (rest) app.route('/', rest);

  const methods = new Map([
    ...(tokenEndpoint ? tokenPaths.map((path) => [path, 'POST'] as const) : []),
    ['/', 'GET, HEAD'],
    ['/health/live', 'GET, HEAD'],
    ['/health/ready', 'GET, HEAD'],
    ['/graphql', 'GET, POST'],
  ]);
  app.options('*', (c) => {
    const allow = methods.get(c.req.path);
    if (!allow) return c.notFound();
    return c.body(null, 204, { Allow: `${allow}, OPTIONS` });
  });
  app.notFound((c) => {
    const allow = methods.get(c.req.path);
    const { method, path } = c.req;
    if (!allow) return answerProblem(c, new HttpProblem(404, `There is nothing at ${excerpt(path)}.`));
    return answerProblem(c, new HttpProblem(405, `${path} can not be asked by ${method}.`, { Allow: allow }));
  });
  app.onError((error, c) => {
    if (error instanceof HttpProblem) return answerProblem(c, error);
    const { requestId } = c.var;
    reportBug(error, requestId);
    return answerProblem(c, new HttpProblem(500, `There was a problem processing your request, ${requestId}.`));
  });
  return app;
}

/** URL resolves dot segments; a target that has them is not one of ours, wherever it would lead. */
function pathOf({ url }: Request, options?: { readonly env?: unknown }): string {
  const { incoming } = (options?.env ?? {}) as Partial<HttpBindings>;
  const [target = ''] = incoming?.url?.split(/[?#]/, 1) ?? [];
  return /\/(\.|%2e){1,2}(\/|$)/i.test(target) ? target : new URL(url).pathname;
}

function answerProblem(c: Context<Env>, problem: HttpProblem): Response {
  const { status, title, details, headers } = problem;
  if (c.req.path === '/graphql') {
    const type = graphqlMediaType(c.req.header('accept') ?? null);
    return new Response(toGraphQLErrorBody(problem, c.var.requestId), {
      status,
      headers: { 'Content-Type': type, ...headers },
    });
  }
  return new Response(toErrorBody(status, title, ...details), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}
