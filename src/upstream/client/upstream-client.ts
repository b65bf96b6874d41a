/**
 * The one way to the platform. What a client may do there is decided there: its own credentials go on unchanged, and the gateway's own
 * token stands in only for a token that is missing, where the catalog is read.
 */
import { DomainError } from '../../domain/errors.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { AnswerCache, Read } from './answer-cache.ts';
import { isCatalogPath, isMisleading } from './catalog-paths.ts';
import { type ClientCallsOptions, createClientCalls, scopeOf, type UpstreamWrite } from './client-calls.ts';
import { createOwnToken } from './own-token.ts';
import type { TokenRequests } from './token-requests.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { withOwnToken } from './with-own-token.ts';

export interface UpstreamClient {
  /**
   * A read of a path below `UPSTREAM_URL`, with its encoded query. Nobody changes the body: others may get the same. `edition`: what it
   * is a part of, where that has a name: a cached answer of another edition is another answer.
   * @throws DomainError the platform's errors as ours; UNAVAILABLE when it does not answer in time, or not by its contract
   */
  get(requestContext: RequestContext, path: string, edition?: string): Promise<UpstreamAnswer>;
  /**
   * A write, sent once at most.
   * @throws DomainError the platform's errors as ours; UNAVAILABLE when nothing was done; OUTCOME_UNKNOWN when it may have been
   */
  send(requestContext: RequestContext, write: UpstreamWrite): Promise<UpstreamAnswer>;
}

export interface UpstreamClientOptions extends ClientCallsOptions {
  readonly config: Pick<UpstreamConfig, 'clientId' | 'timeoutMs'>;
  readonly tokenRequests: Pick<TokenRequests, 'request'>;
  readonly cache: AnswerCache;
  readonly monotonicNow: () => number;
}

export function createUpstreamClient(options: UpstreamClientOptions): UpstreamClient {
  const { config, tokenRequests, cache, monotonicNow } = options;
  const { clientId } = config;
  const calls = createClientCalls(options);
  const implicit = createOwnToken({
    request: () => tokenRequests.request({ grant_type: 'implicit', client_id: clientId ?? '' }),
    monotonicNow,
  });

  async function read(requestContext: RequestContext, path: string, edition: string, call: Read['call']) {
    const scope = scopeOf(requestContext);
    const told = { onCall: () => scope.countCall(), onWait: () => scope.noteWait() };
    const key = keyOf(requestContext, path, edition);
    const answer = await scope.readOnce(key, () => cache.get({ key, isKept: isCatalogPath(path), ...told, call }));
    scope.noteAnswer(answer);
    return answer;
  }

  return {
    async get(requestContext, path, edition = '') {
      if (isMisleading(path)) throw nothingThere();
      const { hasToken } = scopeOf(requestContext).credentials;
      if (!hasToken && (clientId === null || !isCatalogPath(path))) throw tokenNeeded();
      return read(requestContext, path, edition, (earlier) =>
        hasToken
          ? calls.read(requestContext, path, { own: null, earlier })
          : withOwnToken(implicit, (own) => calls.read(requestContext, path, { own, earlier })),
      );
    },

    async send(requestContext, write) {
      const scope = scopeOf(requestContext);
      if (isMisleading(write.path)) throw nothingThere();
      if (!scope.credentials.hasToken) throw tokenNeeded();
      scope.countCall();
      return calls.write(requestContext, write);
    },
  };
}

/** All that decides on an answer. The credentials stand in it as a hash. */
function keyOf(requestContext: RequestContext, path: string, edition: string): string {
  const { channel, tag, language } = requestContext;
  return JSON.stringify([scopeOf(requestContext).credentials.identity, channel, tag, language, edition, path]);
}

function tokenNeeded(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'This operation needs a bearer token, and none was sent.');
}

function nothingThere(): DomainError {
  return new DomainError('NOT_FOUND', 'There is nothing of that id on the platform.');
}
