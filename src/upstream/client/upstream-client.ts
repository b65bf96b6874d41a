/**
 * The one way to the platform. What a client may do there is decided there: its own credentials go on unchanged, and the gateway's own
 * token stands in only for a token that is missing, where the catalog is read.
 */
import { DomainError } from '../../domain/errors.ts';
import { formatExactJson } from '../../domain/input/exact-json.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { UpstreamScope } from '../../domain/upstream-scope.ts';
import { isCatalogPath, isMisleading } from './catalog-paths.ts';
import type { Exchange, OutgoingRequest } from './exchange.ts';
import { interpretRead, interpretWrite, throwGone, throwGoneOrUnknown } from './interpret-answer.ts';
import { createOwnToken } from './own-token.ts';
import type { TokenRequests } from './token-requests.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { withOwnToken } from './with-own-token.ts';

export interface UpstreamClient {
  /**
   * A read of a path below `UPSTREAM_URL`, with its encoded query. Nobody changes the body: others may get the same.
   * @throws DomainError the platform's errors as ours; UNAVAILABLE when it does not answer in time, or not by its contract
   */
  get(requestContext: RequestContext, path: string): Promise<UpstreamAnswer>;
  /**
   * A write, sent once at most.
   * @throws DomainError the platform's errors as ours; UNAVAILABLE when nothing was done; OUTCOME_UNKNOWN when it may have been
   */
  send(requestContext: RequestContext, write: UpstreamWrite): Promise<UpstreamAnswer>;
}

export interface UpstreamWrite {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

export interface UpstreamClientOptions {
  readonly config: Pick<UpstreamConfig, 'url' | 'clientId' | 'timeoutMs'>;
  readonly exchange: Pick<Exchange, 'send'>;
  readonly tokenRequests: Pick<TokenRequests, 'request'>;
  readonly monotonicNow: () => number;
}

export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { config, exchange, tokenRequests, monotonicNow } = options;
  const { url, clientId, timeoutMs } = config;
  const prefix = new URL(url).pathname.replace(/\/$/, '');
  const implicit = createOwnToken({
    request: () => tokenRequests.request({ grant_type: 'implicit', client_id: clientId ?? '' }),
    monotonicNow,
  });

  async function read(requestContext: RequestContext, path: string, own: string | null): Promise<UpstreamAnswer> {
    const { credentials, countCall, noteRetry } = scopeOf(requestContext);
    countCall();
    const headers = { ...headersOf(requestContext), ...(own !== null && { authorization: own }) };
    const request: OutgoingRequest = {
      ...{ method: 'GET', path: `${prefix}${path}`, headers, deadline: deadline() },
      onRetry: noteRetry,
    };
    return interpretRead(await exchange.send(request).catch(throwGone), credentials);
  }

  const deadline = () => performance.now() + timeoutMs;

  return {
    async get(requestContext, path) {
      if (isMisleading(path)) throw nothingThere();
      if (scopeOf(requestContext).credentials.hasToken) return read(requestContext, path, null);
      if (clientId === null || !isCatalogPath(path)) throw tokenNeeded();
      return withOwnToken(implicit, (authorization) => read(requestContext, path, authorization));
    },

    async send(requestContext, { method, path, body }) {
      const { credentials, countCall } = scopeOf(requestContext);
      if (isMisleading(path)) throw nothingThere();
      if (!credentials.hasToken) throw tokenNeeded();
      countCall();
      const hasBody = body !== undefined;
      const headers = { ...headersOf(requestContext), ...(hasBody && { 'content-type': 'application/json' }) };
      const request: OutgoingRequest = {
        ...{ method, path: `${prefix}${path}`, headers, deadline: deadline() },
        ...(hasBody && { body: formatExactJson(body) }),
      };
      return noting(scopeOf(requestContext), async () =>
        interpretWrite(await exchange.send(request).catch(throwGoneOrUnknown), credentials),
      );
    },
  };
}

function scopeOf({ upstream }: RequestContext): UpstreamScope {
  if (!upstream) throw new Error('The request context was read without a platform.');
  return upstream;
}

/** Notes a write that was done, or may have been. */
async function noting(scope: UpstreamScope, write: () => Promise<UpstreamAnswer>): Promise<UpstreamAnswer> {
  try {
    const answer = await write();
    scope.noteWrite();
    return answer;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'OUTCOME_UNKNOWN') scope.noteWrite();
    throw error;
  }
}

function headersOf(requestContext: RequestContext): Record<string, string> {
  const { channel, tag, language, requestId } = requestContext;
  const context = { 'ep-channel': channel, 'ep-context-tag': tag, 'accept-language': language };
  const said = Object.entries(context).filter(([, value]) => value !== '');
  return {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'x-request-id': requestId,
    ...Object.fromEntries(said.map(([name, value]) => [name, toHeaderBytes(value)])),
    ...scopeOf(requestContext).credentials.headers(),
  };
}

/** HTTP takes bytes, one a character: what is not ASCII goes as UTF-8. */
function toHeaderBytes(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

function tokenNeeded(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'This operation needs a bearer token, and none was sent.');
}

function nothingThere(): DomainError {
  return new DomainError('NOT_FOUND', 'There is nothing of that id on the platform.');
}
