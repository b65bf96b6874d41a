import type { RequestContext } from '../../src/domain/request-context.ts';

/** A request of an application that proved its secret, at that moment. */
export function writingContext(now = new Date('2026-02-03T04:05:06.007Z')): RequestContext {
  const actor = { clientId: 'test', grant: 'client_credentials', accountId: null } as const;
  return { requestId: 'test', actor, channel: '', tag: '', language: '', idempotencyKey: null, now };
}
