/** Reads for the gateway itself, with its `client_credentials`: releases and rules to be copied. Nothing that a client requests comes here. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, expectDomainError } from '../../domain/errors.ts';
import { UpstreamCredentials } from '../../domain/upstream-scope.ts';
import type { Exchange, IncomingAnswer } from './exchange.ts';
import { interpretRead, throwGone } from './interpret-answer.ts';
import { createOwnToken } from './own-token.ts';
import type { TokenRequests } from './token-requests.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { withOwnToken } from './with-own-token.ts';

export interface AdministratorClient {
  /**
   * Waits for up to a minute where the platform takes no more calls for the moment, unless the signal comes.
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
  return {
    get: (path, signal) =>
      withOwnToken(token, async (authorization) => {
        const headers = { authorization };
        const send = () => {
          const deadline = performance.now() + timeoutMs;
          return exchange.send({ method: 'GET', path, headers, deadline });
        };
        const answer = await sendWhenThereIsRoom(send, signal).catch(throwGone);
        return interpretRead(answer, new UpstreamCredentials(headers));
      }),
  };
}

/** A copy is some thousand calls, and nobody waits for it: one of them that comes too soon must not end it. */
const patienceMs = 60_000;

async function sendWhenThereIsRoom(send: () => Promise<IncomingAnswer>, signal?: AbortSignal): Promise<IncomingAnswer> {
  const until = performance.now() + patienceMs;
  for (;;) {
    // An error: what the limits, or a circuit that is open, did not let begin.
    const outcome = await send().catch(expectDomainError);
    const waitMs = waitOf(outcome);
    if (waitMs !== null && performance.now() + waitMs < until) {
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    } else if (outcome instanceof DomainError) {
      throw outcome;
    } else {
      return outcome;
    }
  }
}

/** Null: there is an answer, or another one would be no better. */
function waitOf(outcome: IncomingAnswer | DomainError): number | null {
  if (outcome instanceof DomainError) return outcome.code === 'UNAVAILABLE' ? outcome.retryAfterSeconds * 1000 : null;
  const { status, retryAfterSeconds } = outcome;
  const isBusy = status === 429 || (status === 503 && retryAfterSeconds !== null);
  return isBusy ? Math.max(1, retryAfterSeconds ?? 1) * 1000 : null;
}
