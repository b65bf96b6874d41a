import { DomainError } from '../domain/errors.ts';
import type { MirrorStore } from '../domain/mirror/ports.ts';
import { within } from '../lib/within.ts';

type Mirror = Omit<MirrorStore, 'listCopies'>;

/**
 * The same, but nobody waits for longer than that. What says who copies is answered at once, while a statement of a copy may take minutes: over a
 * connection that leads nowhere, as of a server that has vanished, both would be waited for as long.
 */
export function answeredSoon(mirror: Mirror, withinMs: number): Mirror {
  const methods = Object.entries(mirror).map(([name, method]) => [
    name,
    (...args: unknown[]) => within(withinMs, (method as (...args: unknown[]) => Promise<unknown>)(...args), tooLate),
  ]);
  return Object.fromEntries(methods) as Mirror;
}

function tooLate(): DomainError {
  return new DomainError('UNAVAILABLE', 'The store did not answer in time. Try again.');
}
