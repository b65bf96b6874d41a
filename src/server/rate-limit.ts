/**
 * How fast requests may come: from one address, and with the `client_credentials` tokens of one client. What the other tokens name is public:
 * whoever sends enough with one would shut out all shoppers of a storefront. Who sends faulty credentials has a budget
 * of its own, so that guessing is slow, and does not spend what others from the same address need.
 */
import { tokenPaths } from '../auth/token-endpoint.ts';
import type { Tokens } from '../auth/tokens.ts';
import { DomainError } from '../domain/errors.ts';
import { provenClientOf } from '../domain/request-context.ts';
import { parseAuthorization } from '../http/authorization.ts';
import type { HttpRequest, HttpResponse, Respond } from '../http/http-exchange.ts';
import type { Limits } from '../http/limits.ts';
import { catalogHookPath, maxHookBytes } from './catalog-hook.ts';
import { clientAddress } from './client-address.ts';
import { accepted, type Counted } from './counted.ts';
import { createFailedLogins, type FailedLogins } from './failed-logins.ts';
import { createRateBudget, type RateBudget, type RateBudgetOptions, type Spending } from './rate-budget.ts';

export interface RateLimitOptions extends Pick<RateBudgetOptions, 'client' | 'workers'> {
  readonly limits: Pick<Limits, 'addressRequestsPerSecond' | 'clientRequestsPerSecond' | 'failedLoginsPerMinute'>;
  readonly verify: Tokens['verify'];
  readonly monotonicNow: () => number;
}

export interface RateLimit {
  /** Counts the request before it is answered, so that the response can say what is left. @throws HttpProblem 429 when there were too many */
  count(request: HttpRequest): Promise<readonly Counted[]> | readonly Counted[];
  /** The same routes, where who tries too many wrong secrets is told to wait. @throws HttpProblem 429 */
  countingLogins(respond: Respond): Respond;
  /** Counts what never became a request. */
  countRefused(socketAddress: string): void;
}

type Spends = ReturnType<RateBudget['spend']>;

export function createRateLimit({ limits, client, workers, verify, monotonicNow }: RateLimitOptions): RateLimit {
  const shared = { client, workers, seconds: 1 };
  const addresses = createCounter({
    ...{ ...shared, name: 'address', points: limits.addressRequestsPerSecond },
    reason: 'Too many requests came from this address.',
  });
  const clients = createCounter({
    ...{ ...shared, name: 'client', points: limits.clientRequestsPerSecond },
    reason: 'Too many requests came with the tokens of this client.',
  });
  // Each process has its part, since connections are spread over them.
  const points = Math.ceil(limits.failedLoginsPerMinute / workers);
  const failedLogins = createFailedLogins({ points, seconds: 60, monotonicNow });

  async function spendOfClient(address: string, authorization: string) {
    const clientId = await failedLogins.attempt(address, () => clientOf(authorization, verify), isFaulty);
    return typeof clientId === 'string' ? clients.spend(clientId) : null;
  }

  async function countLater(request: HttpRequest, ofAddress: Spends): Promise<readonly Counted[]> {
    const counted = accepted([addresses.toCounted(await ofAddress)]);
    const authorization = request.headers.get('authorization');
    if (authorization === null) return counted;
    const ofClient = await spendOfClient(request.clientAddress, authorization);
    return accepted([...counted, clients.toCounted(ofClient)]);
  }

  return {
    count(request) {
      const ofAddress = addresses.spend(request.clientAddress);
      const waits = ofAddress instanceof Promise || request.headers.get('authorization') !== null;
      return waits ? countLater(request, ofAddress) : accepted([addresses.toCounted(ofAddress)]);
    },

    countingLogins: (respond) => countingIn(failedLogins, respond),

    countRefused(socketAddress) {
      // In memory, or where the database is away: it never rejects.
      void addresses.spend(clientAddress({ socketAddress, forwardedFor: null }, 0));
    },
  };
}

function countingIn(failedLogins: FailedLogins, respond: Respond): Respond {
  const isFaultyLogin = ({ status }: HttpResponse) => status === 401;
  return async (request) => {
    if (!secretPaths.includes(request.path)) return await respond(request);
    // Before it has a place in the budget, for which others from its address wait.
    await request.awaitBody(maxHookBytes);
    return await failedLogins.attempt(request.clientAddress, () => respond(request), isFaultyLogin);
  };
}

function createCounter({ reason, ...options }: RateBudgetOptions & Pick<Counted, 'reason'>) {
  const { name, points, seconds } = options;
  const toCounted = (spending: Spending | null): Counted => ({ name, points, seconds, reason, spending });
  return { ...createRateBudget(options), toCounted };
}

/** Where a secret is sent that may be guessed. */
const secretPaths: readonly string[] = [...tokenPaths, catalogHookPath];

const faulty = Symbol('faulty');
const isFaulty = (clientId: unknown) => clientId === faulty;

/** Null: the token tells no clients apart, or it can't be known. What is wrong with a token is said by the face that it is meant for. */
async function clientOf(authorization: string, verify: Tokens['verify']): Promise<string | typeof faulty | null> {
  try {
    return provenClientOf(await verify(parseAuthorization(authorization)));
  } catch (error) {
    if (error instanceof DomainError) return error.code === 'UNAUTHENTICATED' ? faulty : null;
    throw error;
  }
}
