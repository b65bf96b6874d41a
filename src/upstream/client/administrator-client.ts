/** Reads for the gateway itself, with its `client_credentials`: releases and rules to be copied. Nothing that a client requests comes here. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DomainError, hasCode } from '../../domain/errors.ts';
import { UpstreamCredentials } from '../../domain/upstream-scope.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { type Exchange, NoAnswer } from './exchange.ts';
import { interpretRead, throwGone, UnexpectedAnswer } from './interpret-answer.ts';
import { createOwnToken } from './own-token.ts';
import type { TokenRequests } from './token-requests.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { withOwnToken } from './with-own-token.ts';

export interface AdministratorClient {
  /**
   * Waits where the platform takes no more calls for the moment, or is away, unless the signal comes: for up to a minute since it began to
   * refuse them, or since it answered last.
   * @throws DomainError as `UpstreamClient.get` does; whatever the signal was aborted with
   */
  get(path: string, signal?: AbortSignal): Promise<UpstreamAnswer>;
}

export interface AdministratorClientOptions {
  readonly config: Pick<UpstreamConfig, 'clientId' | 'clientSecret' | 'timeoutMs'>;
  readonly exchange: Exchange;
  readonly tokenRequests: Pick<TokenRequests, 'request'>;
  readonly monotonicNow: () => number;
}

export function createAdministratorClient(options: AdministratorClientOptions): AdministratorClient {
  const { config, exchange, tokenRequests, monotonicNow } = options;
  const { clientId, clientSecret, timeoutMs } = config;
  const token = createOwnToken({
    request: async () =>
      tokenRequests.request({
        grant_type: 'client_credentials',
        client_id: clientId ?? '',
        client_secret: (await clientSecret?.()) ?? '',
      }),
    monotonicNow,
  });
  const seen: Seen = {
    answeredAt: Number.NEGATIVE_INFINITY,
    busySince: Number.POSITIVE_INFINITY,
    givenUp: new BoundedMap(1000),
  };
  return {
    get(path, signal) {
      const read = async (authorization: string) => {
        const headers = { authorization };
        const deadline = performance.now() + timeoutMs;
        const answer = await exchange.send({ method: 'GET', path, headers, deadline }).catch(throwGone);
        noteAnswer(seen, path, answer.status);
        return interpretRead(answer, new UpstreamCredentials(headers));
      };
      return patiently(() => withOwnToken(token, read), { path, seen, signal });
    },
  };
}

/** A copy is some thousand calls, and nobody waits for it: one of them that comes too soon, or while a proxy is restarted, must not end it. */
const patienceMs = 60_000;
/** Between two calls of a platform that is away. */
const awayMs = 1000;

/** Of all calls: one that follows others does not wait as long again. */
interface Seen {
  answeredAt: number;
  /** Since when the platform takes no more calls; infinity: it took the last one. */
  busySince: number;
  /** Paths that were waited for in vain, which are not waited for again until they are answered: a platform may have lost them alone. */
  readonly givenUp: Map<string, true>;
}

interface Waiting {
  readonly path: string;
  readonly seen: Seen;
  readonly signal: AbortSignal | undefined;
}

function noteAnswer(seen: Seen, path: string, status: number): void {
  if (status >= 500) return;
  seen.answeredAt = performance.now();
  if (status === 429) return;
  seen.busySince = Number.POSITIVE_INFINITY;
  seen.givenUp.delete(path);
}

async function patiently<Answer>(read: () => Promise<Answer>, { path, seen, signal }: Waiting): Promise<Answer> {
  const { answeredAt } = seen;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!hasCode(error, 'UNAVAILABLE')) throw error;
      const isGone = isAway(error);
      // Another answer would be no better than one that can't be read.
      if (!isGone && error.cause !== undefined) throw error;
      if (!isGone) seen.busySince = Math.min(seen.busySince, performance.now());
      const waitMs = isGone ? awayMs : error.retryAfterSeconds * 1000;
      const since = isGone ? answeredAt : seen.busySince;
      if (performance.now() + waitMs >= since + patienceMs) seen.givenUp.set(path, true);
      if (seen.givenUp.has(path)) throw error;
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }
}

/** No connection, silence, or what a proxy says then, also to who requests a token. A 500 may be of this very path: there may be another way to what it has. */
function isAway({ cause }: DomainError): boolean {
  if (cause instanceof UnexpectedAnswer) return [502, 503, 504].includes(cause.status);
  if (!(cause instanceof NoAnswer) || cause.isUnreadable) return false;
  // A token that was refused would be again.
  return cause.status === null || cause.status < 400 || cause.status >= 429;
}
