/**
 * How fast requests may come: from one address, and with the tokens of one client. Who sends faulty credentials has a budget
 * of its own, so that guessing is slow, and does not spend what others from the same address need.
 */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { tokenPaths } from '../auth/token-endpoint.ts';
import type { Tokens } from '../auth/tokens.ts';
import { DomainError } from '../domain/errors.ts';
import { parseAuthorization } from '../http/authorization.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Limits } from '../http/limits.ts';
import { clientAddress } from './client-address.ts';
import { createRateBudget, type RateBudgetOptions, type Spending } from './rate-budget.ts';
import { type RateLimitPolicy, rateLimitHeaders } from './rate-limit-headers.ts';

export interface RateLimitOptions {
  readonly limits: Limits;
  /** The database that instances share; null: each counts in its memory. */
  readonly client: object | null;
  readonly verify: Tokens['verify'];
  readonly trustedProxies: number;
}

/** Of a request, what its limits depend on. */
export interface Asked {
  readonly path: string;
  readonly headers: Pick<Headers, 'get'>;
  readonly socketAddress: string;
}

/** Counts a request. Answers headers that say what is left. @throws HttpProblem 429 when there were too many */
export type Spend = (asked: Asked) => Promise<Readonly<Record<string, string>>>;

export interface RateLimit {
  readonly spend: Spend;
  readonly middleware: MiddlewareHandler;
}

export function createRateLimit({ limits, client, verify, trustedProxies }: RateLimitOptions): RateLimit {
  const addresses = createCounted({
    name: 'address',
    points: limits.addressRequestsPerSecond,
    seconds: 1,
    client,
    reason: 'Too many requests came from this address.',
  });
  const clients = createCounted({
    name: 'client',
    points: limits.clientRequestsPerSecond,
    seconds: 1,
    client,
    reason: 'Too many requests came with the tokens of this client.',
  });
  const failures = createCounted({
    name: 'failed-logins',
    points: limits.failedLoginsPerMinute,
    seconds: 60,
    // Counted by each instance: it is asked for with every token, and guessing is hopeless anyway.
    client: null,
    reason: 'Too many faulty tokens or secrets came from this address.',
  });

  async function spendOfClient(authorization: string | null): Promise<Spending | null> {
    const clientId = await clientOf(authorization, verify);
    return clientId === null ? null : clients.budget.spend(clientId);
  }

  const addressOf = ({ headers, socketAddress }: Asked) =>
    clientAddress({ socketAddress, forwardedFor: headers.get('x-forwarded-for') }, trustedProxies);
  const hasCredentials = ({ headers, path }: Asked) =>
    headers.get('authorization') !== null || tokenPaths.includes(path);

  async function spend(asked: Asked): Promise<Readonly<Record<string, string>>> {
    const address = addressOf(asked);
    if (hasCredentials(asked)) {
      const resetMs = await failures.budget.waitOf(address);
      refuseWhere([{ ...failures, spending: { waitMs: resetMs, remaining: 0, resetMs } }]);
    }
    const [ofAddress, ofClient] = await Promise.all([
      addresses.budget.spend(address),
      spendOfClient(asked.headers.get('authorization')),
    ]);
    const counted = [
      { ...addresses, spending: ofAddress },
      { ...clients, spending: ofClient },
    ];
    refuseWhere(counted);
    return rateLimitHeaders(counted);
  }

  return {
    spend,
    async middleware(c, next) {
      const { path } = c.req;
      // The orchestrator asks often, and must get the truth.
      if (path.startsWith('/health/')) return next();
      const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
      const asked = { path, headers: c.req.raw.headers, socketAddress: incoming?.socket.remoteAddress ?? '' };
      const left = await spend(asked);
      await next();
      for (const [name, value] of Object.entries(left)) c.res.headers.set(name, value);
      if (hasCredentials(asked) && c.res.status === 401) await failures.budget.spend(addressOf(asked));
    },
  };
}

function createCounted({ reason, ...options }: RateBudgetOptions & Pick<Counted, 'reason'>) {
  const { name, points, seconds } = options;
  return { name, points, seconds, reason, budget: createRateBudget(options) };
}

interface Counted extends RateLimitPolicy {
  /** Why a request is refused. */
  readonly reason: string;
}

/** Null: nobody. What is wrong with a token is said by the face that it is meant for. */
async function clientOf(authorization: string | null, verify: Tokens['verify']): Promise<string | null> {
  try {
    const token = parseAuthorization(authorization);
    return token === null ? null : (await verify(token)).clientId;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** @throws HttpProblem 429 when there is something to wait for */
function refuseWhere(counted: readonly Counted[]): void {
  for (const { spending, reason } of counted) {
    if (!spending || spending.waitMs === 0) continue;
    const seconds = Math.ceil(spending.waitMs / 1000);
    const headers = { ...rateLimitHeaders(counted), 'Retry-After': String(seconds) };
    throw new HttpProblem(429, `${reason} Try again in ${seconds} s.`, headers);
  }
}
