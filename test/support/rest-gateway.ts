import { DomainError } from '../../src/domain/errors.ts';
import type { Services } from '../../src/domain/ports.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import type { VerifyToken } from '../../src/http/authorization.ts';
import { defaultLimits, type Limits } from '../../src/http/limits.ts';
import { createReadRequestContext } from '../../src/http/request-context.ts';
import { createResponseCache, type ResponseCache } from '../../src/response-cache/response-cache.ts';
import { createRestApp } from '../../src/rest/rest-app.ts';
import { createHttpApp, type HttpAppOptions } from '../../src/server/http-app.ts';
import type { Contents } from './copied-databases.ts';
import type { OpenEngine } from './engines.ts';
import { fetchFrom } from './fetch-from.ts';
import { type AskOptions, actors, openGateway } from './gateway.ts';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // A test reads whatever its path answers.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the operation's
  readonly body: any;
}

export interface RestOptions {
  readonly as?: AskOptions['as'];
  /** Sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The token `admin` is an admin's, `admin@<account>` one that speaks for an account. */
async function verify(token: string): Promise<Actor> {
  const [name = '', accountId = null] = token.split('@');
  const actor = (actors as Readonly<Record<string, Actor | null>>)[name];
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'The bearer token is not valid.');
  return { ...actor, accountId };
}

type RestArguments = [method: string, path: string, options?: RestOptions];

export type RestGateway = Awaited<ReturnType<typeof openRestGateway>>;

const here = 'http://127.0.0.1';
const restBaseUrl = 'https://shop.example';

/** Both faces over the demo store, or an empty one, through the HTTP shell. The token `admin` is an admin's. */
export async function openRestGateway(open: OpenEngine, contents: Contents = 'demo') {
  const gateway = await openGateway(open, contents);
  return { ...gateway, ...openRestFace({ ...gateway, verify }) };
}

export interface RestFaceOptions {
  readonly services: Services;
  readonly bugs: unknown[];
  readonly verify: VerifyToken;
  /** Whether a platform stands behind it. */
  readonly hasUpstream?: boolean;
  /** Absent: nothing is cached. */
  readonly responseCache?: ResponseCache;
  readonly onAnswered?: HttpAppOptions['onAnswered'];
}

/** The REST face over some services, through the HTTP shell. */
export function openRestFace({
  services,
  bugs,
  verify,
  hasUpstream = false,
  responseCache = createResponseCache(services.catalog, 0),
  onAnswered = () => {},
}: RestFaceOptions) {
  const reportBug = (bug: unknown) => void bugs.push(bug);

  function openHttp(limits: Limits) {
    const readRequestContext = createReadRequestContext(verify, () => new Date(), limits, hasUpstream);
    const app = createHttpApp({
      graphql: async () => ({ status: 200, headers: {}, body: null }),
      rest: createRestApp({
        ...{ services, readRequestContext, limits, responseCache, reportBug },
        httpCacheSeconds: 0,
        baseUrl: restBaseUrl,
      }),
      graphiql: null,
      isReady: async () => true,
      limits,
      corsOrigins: ['https://storefront.example'],
      reportBug,
      onAnswered,
    });
    return fetchFrom(app);
  }

  type Http = ReturnType<typeof openHttp>;

  async function askRest(http: Http, ...[method, path, options = {}]: RestArguments): Promise<RestAnswer> {
    const { as = 'admin', body, headers = {} } = options;
    const response = await http(`${here}${path}`, {
      method,
      headers: {
        ...(as !== 'nobody' && { Authorization: `Bearer ${as}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) };
  }

  const http = openHttp(defaultLimits);
  return {
    send: (path: string, init?: RequestInit) => http(`${here}${path}`, init),
    rest: (...asked: RestArguments) => askRest(http, ...asked),
    /** The face over the same store, with other limits. */
    restWith(limits: Limits) {
      const limited = openHttp(limits);
      return (...asked: RestArguments) => askRest(limited, ...asked);
    },
  };
}
