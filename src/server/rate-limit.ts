/**
 * How fast requests may come: from one address, and with the tokens of one client. Who sends faulty credentials has a budget
 * of its own, so that guessing is slow, and does not spend what others from the same address need.
 */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { DomainError } from '../domain/errors.ts';
import type { Limits } from '../graphql/limits/limits.ts';
import { parseAuthorization, type Tokens } from './auth/tokens.ts';
import { clientAddress } from './client-address.ts';
import { HttpProblem } from './http-problem.ts';
import { createRateBudget } from './rate-budget.ts';

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

/** Counts a request. @throws HttpProblem 429 when there were too many */
export type Spend = (asked: Asked) => Promise<void>;

export interface RateLimit {
  readonly spend: Spend;
  readonly middleware: MiddlewareHandler;
}

export function createRateLimit({ limits, client, verify, trustedProxies }: RateLimitOptions): RateLimit {
  const addresses = createRateBudget({ name: 'address', points: limits.addressRequestsPerSecond, seconds: 1, client });
  const clients = createRateBudget({ name: 'client', points: limits.clientRequestsPerSecond, seconds: 1, client });
  // Counted by each instance: it is asked for with every token, and guessing is hopeless anyway.
  const failures = createRateBudget({
    name: 'failure',
    points: limits.failedLoginsPerMinute,
    seconds: 60,
    client: null,
  });

  async function spendOfClient(authorization: string | null): Promise<number> {
    const clientId = await clientOf(authorization, verify);
    return clientId === null ? 0 : clients.spend(clientId);
  }

  const addressOf = ({ headers, socketAddress }: Asked) =>
    clientAddress({ socketAddress, forwardedFor: headers.get('x-forwarded-for') }, trustedProxies);
  const hasCredentials = ({ headers, path }: Asked) =>
    headers.get('authorization') !== null || path === '/oauth/access_token';

  async function spend(asked: Asked): Promise<void> {
    const address = addressOf(asked);
    if (hasCredentials(asked))
      refuseUntil(await failures.waitOf(address), 'Too many faulty tokens or secrets came from this address.');
    const [addressWait, clientWait] = await Promise.all([
      addresses.spend(address),
      spendOfClient(asked.headers.get('authorization')),
    ]);
    refuseUntil(addressWait, 'Too many requests came from this address.');
    refuseUntil(clientWait, 'Too many requests came with the tokens of this client.');
  }

  return {
    spend,
    async middleware(c, next) {
      const { path } = c.req;
      // The orchestrator asks often, and must get the truth.
      if (path.startsWith('/health/')) return next();
      const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
      const asked = { path, headers: c.req.raw.headers, socketAddress: incoming?.socket.remoteAddress ?? '' };
      await spend(asked);
      await next();
      if (hasCredentials(asked) && c.res.status === 401) await failures.spend(addressOf(asked));
    },
  };
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
function refuseUntil(waitMs: number, reason: string): void {
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw new HttpProblem(429, `${reason} Try again in ${seconds} s.`, { 'Retry-After': String(seconds) });
}
