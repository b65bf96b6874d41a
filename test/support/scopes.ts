import type { Scope } from '../../src/domain/scope.ts';

/** A request of an application that proved its secret, at that moment. */
export function writingScope(now = new Date('2026-02-03T04:05:06.007Z')): Scope {
  const actor = { clientId: 'test', grant: 'client_credentials', accountId: null } as const;
  return { requestId: 'test', actor, channel: '', tag: '', language: '', idempotencyKey: null, now };
}
