/** Reads for the gateway itself, with its `client_credentials`: releases and rules to be copied. Nothing that a client requests comes here. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, expectDomainError } from '../../domain/errors.ts';
import { UpstreamCredentials } from '../../domain/upstream-scope.ts';
import { type Exchange, type IncomingAnswer, NoAnswer } from './exchange.ts';
import { interpretRead, throwGone } from './interpret-answer.ts';
import { createOwnToken } from './own-token.ts';
import type { TokenRequests } from './token-requests.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';
import type { UpstreamConfig } from './upstream-config.ts';
import { withOwnToken } from './with-own-token.ts';

export interface AdministratorClient {
  /**
   * Waits for up to a minute where the platform takes no more calls for the moment, or is away that has answered within that minute,
   * unless the signal comes.
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
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    async get(path, signal) {
      const send = async (authorization: string) => {
        const headers = { authorization };
        const deadline = performance.now() + timeoutMs;
        const answer = await exchange.send({ method: 'GET', path, headers, deadline });
        const credentials = new UpstreamCredentials(headers);
        if (answer.status === 401) interpretRead(answer, credentials);
        return { ...answer, credentials };
      };
      const waiting = { signal, answeredAt };
      const answer = await sendWhenThereIsRoom(() => withOwnToken(token, send), waiting).catch(throwGone);
      if (!isAway(answer)) answeredAt = performance.now();
      return interpretRead(answer, answer.credentials);
    },
  };
}

/** A copy is some thousand calls, and nobody waits for it: one of them that comes too soon, or while a proxy is restarted, must not end it. */
const patienceMs = 60_000;
/** Between two calls of a platform that is away. */
const awayMs = 1000;

interface Waiting {
  readonly signal: AbortSignal | undefined;
  /** When the platform answered last: one that has not for longer is told to be away at once. */
  readonly answeredAt: number;
}

async function sendWhenThereIsRoom<Answer extends IncomingAnswer>(
  send: () => Promise<Answer>,
  { signal, answeredAt }: Waiting,
): Promise<Answer> {
  const until = performance.now() + patienceMs;
  for (;;) {
    // An error: what the limits, or a circuit that is open, did not let begin; or there was no answer, or no token.
    const outcome = await send().catch(reasonOf);
    const waitMs = waitOf(outcome);
    const latest = isAway(outcome) ? answeredAt + patienceMs : until;
    if (waitMs !== null && performance.now() + waitMs < latest) {
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
    } else if (outcome instanceof Error) {
      throw outcome;
    } else {
      return outcome;
    }
  }
}

type Outcome = IncomingAnswer | DomainError | NoAnswer;

/** Where a token of the gateway's own can't be had for the moment, what kept it away. One that was refused would be again. */
function reasonOf(error: unknown): DomainError | NoAnswer {
  if (error instanceof NoAnswer) return error;
  const { cause } = expectDomainError(error);
  return cause instanceof NoAnswer && (cause.status === null || cause.status >= 429) ? cause : expectDomainError(error);
}

/** Null: there is an answer, or another one would be no better. */
function waitOf(outcome: Outcome): number | null {
  if (isAway(outcome)) return awayMs;
  if (outcome instanceof NoAnswer) return null;
  if (outcome instanceof DomainError) {
    const isForNow = outcome.code === 'UNAVAILABLE' && !(outcome.cause instanceof NoAnswer);
    return isForNow ? outcome.retryAfterSeconds * 1000 : null;
  }
  const { status, retryAfterSeconds } = outcome;
  const isBusy = status === 429 || (status === 503 && retryAfterSeconds !== null);
  return isBusy ? Math.max(1, retryAfterSeconds ?? 1) * 1000 : null;
}

/** No connection, silence, or what a proxy says then. A 500 may be of this very path: there may be another way to what it has. */
function isAway(outcome: Outcome): boolean {
  if (outcome instanceof NoAnswer) return !outcome.isUnreadable;
  if (outcome instanceof DomainError) return false;
  const { status, retryAfterSeconds } = outcome;
  return status === 502 || status === 504 || (status === 503 && retryAfterSeconds === null);
}
