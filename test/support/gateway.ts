import { type LogEvent, sql } from 'kysely';
import { createServices } from '../../src/app.ts';
import type { Services } from '../../src/domain/ports.ts';
import type { Actor, RequestContext } from '../../src/domain/request-context.ts';
import type { GraphQLHandlerOptions } from '../../src/graphql/execution/handler-options.ts';
import { createGraphQLHandler, type GraphQLHandler } from '../../src/graphql/handler.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { toFetchResponse } from '../../src/http/fetch-exchange.ts';
import { defaultLimits, type Limits } from '../../src/http/limits.ts';
import { createResponseCache } from '../../src/response-cache/response-cache.ts';
import { createReleaseIndexes } from '../../src/storage/index/release-indexes.ts';
import { RunningReads } from '../../src/storage/index/running-reads.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import type { Contents } from './copied-databases.ts';
import type { OpenEngine, TestEngine } from './engines.ts';
import { toHttpRequest } from './fetch-from.ts';
import { someContext } from './request-contexts.ts';

export interface Answer {
  readonly status: number;
  // A test reads whatever its query selects.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
  readonly data: any;
  readonly errors: readonly ClientError[];
  readonly extensions: {
    readonly cost?: {
      readonly requested: number;
      readonly actual: number;
      readonly limit: number;
      /** Before a platform. */
      readonly upstream?: { readonly estimated: number; readonly actual: number };
    };
    readonly stale?: true;
  };
  readonly body: string;
  /** Query, variables and body: what a failing expectation should show. */
  readonly shown: string;
}

export interface ClientError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions: {
    readonly code: string;
    readonly status: number;
    readonly title: string;
    readonly requestId: string;
    readonly limitName?: string;
    readonly limit?: number;
    readonly requested?: number;
    readonly violations?: readonly {
      readonly path: readonly (string | number)[];
      readonly rule: string;
      readonly message: string;
    }[];
  };
}

export interface AskOptions
  extends Partial<Pick<RequestContext, 'channel' | 'tag' | 'language' | 'idempotencyKey' | 'now'>> {
  readonly as?: 'admin' | 'shopper' | 'nobody';
  /** The account that the token speaks for. */
  readonly accountId?: string;
  /** Of a document that has several operations. */
  readonly operationName?: string;
}

type AskArguments = [query: string, variables?: object, options?: AskOptions];

/** By the names that tests give them. */
export const actors: Record<NonNullable<AskOptions['as']>, Actor | null> = {
  admin: { clientId: 'demo-admin', grant: 'client_credentials', accountId: null, customerId: null, accountTagIds: [] },
  shopper: { clientId: 'demo-storefront', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] },
  nobody: null,
};

export type Gateway = Awaited<ReturnType<typeof openGateway>>;

const indexBytes = 32_000_000;

/**
 * The GraphQL face over the demo store, or an empty one, in a fresh database; the statements that it runs are recorded. `slotBytes`: how
 * much of what products show is read once.
 */
export async function openGateway(
  open: OpenEngine,
  contents: Contents = 'demo',
  { slotBytes = indexBytes }: { readonly slotBytes?: number } = {},
) {
  const statements: string[] = [];
  const log = (event: LogEvent) => void statements.push(event.query.sql);
  const opened: TestEngine = await open({ contents, log });
  const reads = new RunningReads();
  const indexes = createReleaseIndexes(opened.engine, { cacheBytes: indexBytes, slotBytes, reads });
  const stores = createStores(opened.engine, indexes);
  let clockMs = 0;
  const services = createServices(stores, { monotonicNow: () => clockMs });
  const face = openFace(services, undefined, { whileReading: (run) => reads.during(run) });

  /** What the services remember for a second is read anew. */
  function forget(): void {
    clockMs += 60_000;
  }

  /** How many rows each table has that the mutations write to. */
  async function countRows(): Promise<Record<string, unknown>> {
    const { rows } = await sql<Record<string, unknown>>`select
      (select count(*) from subscription) as subscriptions, (select count(*) from custom_field) as custom_fields,
      (select count(*) from application_key) as application_keys,
      (select max(updated_at) from application_key) as last_rename`.execute(opened.engine.reader);
    return rows[0] ?? {};
  }

  return {
    ...face,
    forget,
    countRows,
    statements,
    stores,
    services,
    engine: opened.engine,
    drop: opened.drop,
  };
}

/** Who calls. */
export interface Caller {
  readonly as: NonNullable<AskOptions['as']>;
  readonly accountId: string | null;
}

/** The GraphQL face over some services. `more`: what requests carry beside what all do. */
export function openFace(
  services: Services,
  more: (caller: Caller) => Partial<RequestContext> = () => ({}),
  own: Partial<GraphQLHandlerOptions> = {},
) {
  const bugs: unknown[] = [];
  /** Kept, since a request may be made once more when it has been answered. */
  const contextsOf = new Map<string, () => RequestContext>();
  const handler: GraphQLHandlerOptions = {
    schema,
    services,
    limits: defaultLimits,
    responseCache: createResponseCache(services.catalog, 0),
    httpCacheSeconds: 0,
    hasIntrospection: true,
    readRequestContext: async (_request, requestId) => (contextsOf.get(requestId) as () => RequestContext)(),
    reportBug: (bug) => void bugs.push(bug),
    ...own,
  };
  let requests = 0;

  /** The face over the same store, with other settings. */
  function withSettings(settings: Partial<GraphQLHandlerOptions>) {
    const answer = createGraphQLHandler({ ...handler, ...settings });
    const limits = settings.limits ?? defaultLimits;
    return { ask: (...asked: AskArguments) => askHandler(answer, limits, ...asked) };
  }
  const { ask } = withSettings({});

  async function askHandler(answer: GraphQLHandler, limits: Limits, ...asked: AskArguments): Promise<Answer> {
    const [query, variables = {}, { as = 'admin', accountId = null, operationName, ...context } = {}] = asked;
    const actor = actors[as];
    requests += 1;
    const requestId = `request-${requests}`;
    const shopper = { actor: actor && { ...actor, accountId }, ...context };
    const readContext = () => ({
      ...{ ...someContext(new Date(), limits), requestId },
      ...{ ...shopper, ...more({ as, accountId }) },
    });
    contextsOf.set(requestId, readContext);
    const sent = JSON.stringify({ query, variables, operationName });
    const request = new Request('http://127.0.0.1/graphql', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Request-Id': requestId },
      body: sent,
    });
    const response = toFetchResponse(await answer(toHttpRequest(request), Buffer.from(sent)));
    const body = await response.text();
    const { data = null, errors = [], extensions = {} } = JSON.parse(body);
    const shown = [query, JSON.stringify(variables), body].map((text) => text.slice(0, 2000)).join('\n');
    return { status: response.status, data, errors, extensions, body, shown };
  }

  return { ask, with: withSettings, limits: handler.limits, bugs };
}
