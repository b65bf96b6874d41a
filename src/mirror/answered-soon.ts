import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../domain/errors.ts';
import type { MirrorStore } from '../domain/mirror/ports.ts';

type Mirror = Omit<MirrorStore, 'listCopies'>;

/**
 * The same, but nobody waits for longer than that. What says who copies is answered at once, while a statement of a copy may take minutes: over a
 * connection that leads nowhere, as of a server that has vanished, both would be waited for as long.
 */
export function answeredSoon(mirror: Mirror, withinMs: number): Mirror {
  const methods = Object.entries(mirror).map(([name, method]) => [
    name,
    (...args: unknown[]) => soon((method as (...args: unknown[]) => Promise<unknown>)(...args), withinMs),
  ]);
  return Object.fromEntries(methods) as Mirror;
}

async function soon<Result>(answer: Promise<Result>, withinMs: number): Promise<Result> {
  const answered = new AbortController();
  const late = sleep(withinMs, undefined, { signal: answered.signal }).then(() => {
    throw new DomainError('UNAVAILABLE', 'The store did not answer in time. Try again.');
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    answered.abort();
  }
}
