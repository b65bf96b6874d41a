import { DomainError, expectDomainError, hasCode } from '../domain/errors.ts';
import type { RequestContext } from '../domain/request-context.ts';
import { createMemo, memoised } from '../lib/memo.ts';
import type { UpstreamClient } from './client/upstream-client.ts';
import type { PlatformPaths } from './dialect/paths.ts';
import type { SubscriptionRequest } from './dialect/subscription-request.ts';

/** The platform, as services speak to it. */
export interface Platform {
  readonly client: UpstreamClient;
  readonly paths: PlatformPaths;
  readonly toSubscriptionRequest: SubscriptionRequest;
  /** Whether plans are billed by records of their own. */
  readonly hasPricingOptions: boolean;
  /** What subscriptions are sent with: whether they are paid by hand; null: nothing is said. */
  readonly manualPayments: boolean | null;
}

/**
 * A service that is made for each request: what it reads, it reads in the request's name. Making one reads nothing of the request: one that
 * is made for none says what methods it has.
 */
export function perRequest<Service extends object>(create: (requestContext: RequestContext) => Service): Service {
  const made = createMemo<RequestContext, Service>('service');
  const serviceOf = (requestContext: RequestContext) =>
    memoised(made, requestContext, () => create(requestContext)) as Record<string, (...args: unknown[]) => unknown>;
  const entries = Object.keys(create({} as RequestContext)).map((name) => [
    name,
    async (requestContext: RequestContext, ...rest: unknown[]) =>
      serviceOf(requestContext)[name]?.(requestContext, ...rest),
  ]);
  return Object.fromEntries(entries);
}

/** What each id names; what names nothing is absent. */
export async function getEach<Value>(
  ids: readonly string[],
  read: (id: string) => Promise<Value | null>,
): Promise<Map<string, Value>> {
  const found = await Promise.all([...new Set(ids)].map(async (id) => [id, await orNull(read(id))] as const));
  return new Map(found.filter((entry): entry is [string, Awaited<Value>] => entry[1] !== null));
}

/**
 * A service's method that answers many queries, each of which takes calls of its own: one that fails takes no other with it, and its error
 * stands in its place.
 */
export function eachAlone<Query, Answer>(
  method: (requestContext: RequestContext, queries: readonly Query[]) => Promise<(Answer | DomainError)[]>,
): typeof method {
  const alone = async (requestContext: RequestContext, query: Query) => {
    const [answer] = await method(requestContext, [query]);
    return answer as Answer | DomainError;
  };
  return (requestContext, queries) =>
    Promise.all(queries.map((query) => alone(requestContext, query).catch(expectDomainError)));
}

/** Null: the platform has no such thing. */
export async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND')) return null;
    throw error;
  }
}

/** What the platform has at one path, or else at another one. */
export async function orElse<Value>(reading: Promise<Value>, other: () => Promise<Value>): Promise<Value> {
  return (await orNull(reading)) ?? other();
}

/**
 * A write that the platform refuses for what the input names or repeats is looked at here, too: our own checks say where in the input
 * that is. They read, and write nothing; where they can't, what the platform said counts.
 */
export async function explained<Value>(writing: Promise<Value>, check: () => Promise<unknown>): Promise<Value> {
  try {
    return await writing;
  } catch (error) {
    if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'CONFLICT')) await check().catch(unlessTelling);
    throw error;
  }
}

/** That the reads fail says nothing of the write, which was refused. */
function unlessTelling(error: unknown): void {
  if (!(error instanceof DomainError) || error.violations.length > 0) throw error;
}

export function unsupported(message: string): DomainError {
  return new DomainError('UNSUPPORTED', message);
}
