import type { RequestContext } from '../../src/domain/request-context.ts';
import { createWorkBudget } from '../../src/domain/work-budget.ts';
import { defaultLimits } from '../../src/http/limits.ts';

/** A request of an application that proved its secret, at that moment. */
export function writingContext(now = new Date('2026-02-03T04:05:06.007Z')): RequestContext {
  const actor = {
    clientId: 'test',
    grant: 'client_credentials',
    accountId: null,
    customerId: null,
    accountTagIds: [],
  } as const;
  return { ...someContext(now), actor };
}

/** A request of nobody in particular. */
export function someContext(now = new Date(), limits = defaultLimits): RequestContext {
  const caller = { requestId: 'test', actor: null, clientKey: 'test', idempotencyKey: null };
  const shopper = { channel: '', tag: '', language: '' };
  return { ...caller, ...shopper, now, pageLength: limits.pageLength, budget: createWorkBudget(limits) };
}
