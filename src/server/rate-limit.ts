/**
 * How fast requests may come: from one address, and with the tokens of one client. Who sends faulty credentials has a budget
 * of its own, so that guessing is slow, and does not spend what others from the same address need.
 */
import { tokenPaths } from '../auth/token-endpoint.ts';
import type { Tokens } from '../auth/tokens.ts';
import { DomainError } from '../domain/errors.ts';
import { parseAuthorization } from '../http/authorization.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';
import type { Limits } from '../http/limits.ts';
import { clientAddress } from './client-address.ts';
import { createFailedLogins } from './failed-logins.ts';
import { createRateBudget, type RateBudgetOptions, type Spending } from './rate-budget.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';
import { type Counted, refuseWhere } from './refuse-where.ts';
import { isHealthCheck } from './target.ts';

export interface RateLimitOptions {
  readonly limits: Pick<Limits, 'addressRequestsPerSecond' | 'clientRequestsPerSecond' | 'failedLoginsPerMinute'>;
  /** The database that instances share; null: each counts in its memory. */
  readonly client: object | null;
  /** How many processes count together; absent: one. */
  readonly workers?: number;
  readonly verify: Tokens['verify'];
  readonly monotonicNow: () => number;
}

export interface RateLimit {
  /** Counts the request before it is answered; the response says what is left. @throws HttpProblem 429 when there were too many */
  limit(request: HttpRequest, respond: (request: HttpRequest) => Promise<HttpResponse>): Promise<HttpResponse>;
  /** Counts what never became a request. */
  countRefused(socketAddress: string): void;
}

export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { limits, client, workers = 1, verify, monotonicNow } = options;
  const addresses = createCounted({
    name: 'address',
    points: limits.addressRequestsPerSecond,
    client,
    workers,
    reason: 'Too many requests came from this address.',
  });
  const clients = createCounted({
    name: 'client',
    points: limits.clientRequestsPerSecond,
    client,
    workers,
    reason: 'Too many requests came with the tokens of this client.',
  });
  const failedLogins = createFailedLogins({ points: loginsOf(options), seconds: 60, monotonicNow });

  async function spendOfClient(address: string, authorization: string) {
    const clientId = await failedLogins.attempt(address, () => clientOf(authorization, verify), isFaulty);
    return typeof clientId === 'string' ? clients.budget.spend(clientId) : null;
  }

  return {
    async limit(request, respond) {
      if (isHealthCheck(request)) return respond(request);
      const address = request.clientAddress;
      const counted: Counted[] = [counting(addresses, await addresses.budget.spend(address))];
      refuseWhere(counted);
      const authorization = request.headers.get('authorization');
      if (authorization !== null) {
        counted.push(counting(clients, await spendOfClient(address, authorization)));
        refuseWhere(counted);
      }
      const { status, headers, body } = tokenPaths.includes(request.path)
        ? await failedLogins.attempt(
            address,
            () => respond(request),
            ({ status }) => status === 401,
          )
        : await respond(request);
      return { status, headers: { ...headers, ...rateLimitHeaders(counted) }, body };
    },

    countRefused(socketAddress) {
      // In memory, or where the database is away: it never rejects.
      void addresses.budget.spend(clientAddress({ socketAddress, forwardedFor: null }, 0));
    },
  };
}

function counting(
  { name, points, seconds, reason }: ReturnType<typeof createCounted>,
  spending: Spending | null,
): Counted {
  return { name, points, seconds, reason, spending };
}

/** Each process has its part, since connections are spread over them. */
function loginsOf({ limits, workers = 1 }: RateLimitOptions): number {
  return Math.ceil(limits.failedLoginsPerMinute / workers);
}

function createCounted({ reason, ...options }: Omit<RateBudgetOptions, 'seconds'> & Pick<Counted, 'reason'>) {
  const { name, points } = options;
  const seconds = 1;
  return { name, points, seconds, reason, budget: createRateBudget({ ...options, seconds }) };
}

const faulty = Symbol('faulty');
const isFaulty = (clientId: unknown) => clientId === faulty;

/** Null: it can't be known, for the moment or at all. What is wrong with a token is said by the face that it is meant for. */
async function clientOf(authorization: string, verify: Tokens['verify']): Promise<string | typeof faulty | null> {
  try {
    const token = parseAuthorization(authorization);
    if (token === null) return null;
    const { clientId, isUnverified } = await verify(token);
    return isUnverified ? null : clientId;
  } catch (error) {
    if (error instanceof DomainError) return error.code === 'UNAUTHENTICATED' ? faulty : null;
    throw error;
  }
}
