import { DomainError } from '../../src/domain/errors.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createReadRequestContext } from '../../src/http/request-context.ts';
import { createRestApp } from '../../src/rest/rest-app.ts';
import { createHttpApp } from '../../src/server/http-app.ts';
import type { describeEachEngine } from './engines.ts';
import { openGateway } from './gateway.ts';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // A test reads whatever its path answers.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the operation's
  readonly body: any;
}

export interface RestOptions {
  readonly as?: 'admin' | 'shopper' | 'nobody';
  /** Sent as JSON, a text as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const actors: Readonly<Record<string, Actor>> = {
  admin: { clientId: 'demo-admin', grant: 'client_credentials', accountId: null },
  shopper: { clientId: 'demo-storefront', grant: 'implicit', accountId: null },
};

async function verify(token: string): Promise<Actor> {
  const actor = actors[token];
  if (!actor) throw new DomainError('UNAUTHENTICATED', 'The bearer token is not valid.');
  return actor;
}

export type RestGateway = Awaited<ReturnType<typeof openRestGateway>>;

export const restBaseUrl = 'https://shop.example';

/** Both faces over the demo store in a fresh database, asked through the HTTP shell. The token `admin` is an admin's. */
export async function openRestGateway(open: Parameters<Parameters<typeof describeEachEngine>[1]>[0]) {
  const gateway = await openGateway(open);
  const readRequestContext = createReadRequestContext(verify, () => new Date(), defaultLimits);
  const reportBug = (bug: unknown) => void gateway.bugs.push(bug);
  const { services } = gateway;
  const http = createHttpApp({
    graphql: async () => new Response(),
    rest: createRestApp({ services, readRequestContext, limits: defaultLimits, baseUrl: restBaseUrl, reportBug }),
    graphiql: null,
    isReady: async () => true,
    maxBodyBytes: defaultLimits.bodyBytes,
    corsOrigins: ['https://storefront.example'],
    reportBug,
    onAnswered: () => {},
  });

  async function rest(method: string, path: string, options: RestOptions = {}): Promise<RestAnswer> {
    const { as = 'admin', body, headers = {} } = options;
    const response = await http.request(`http://127.0.0.1${path}`, {
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
  return { ...gateway, rest, http };
}
