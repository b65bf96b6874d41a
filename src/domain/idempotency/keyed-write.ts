import { hash } from 'node:crypto';
import type { RequestContext } from '../request-context.ts';

/** A write that is to happen once. The key itself is a secret of the caller's: only its hash goes any further. */
export interface KeyedWrite {
  /** Whose key it is; '': of all whose tokens are a platform's, since nobody here can tell one client's two tokens from two clients'. */
  readonly actor: string;
  /** The mutation's name. */
  readonly operation: string;
  readonly keyHash: string;
  /** Of the input, as it was understood: another one under the same key is another write. */
  readonly fingerprint: string;
  readonly now: string;
  /** What was stored before that moment is forgotten. */
  readonly forgottenBefore: string;
}

/** A key is known for so long. */
export const keptMs = 24 * 60 * 60 * 1000;

/** Null: the caller gave no key, and every call counts. `input` as it was validated. */
export function toKeyedWrite(
  { actor, idempotencyKey, now }: RequestContext,
  operation: string,
  input: unknown,
): KeyedWrite | null {
  if (idempotencyKey === null || !actor) return null;
  return {
    actor: actor.isUnverified ? '' : actor.clientId,
    operation,
    keyHash: hash('sha256', idempotencyKey, 'base64url'),
    fingerprint: hash('sha256', JSON.stringify(input), 'base64url'),
    now: now.toISOString(),
    forgottenBefore: new Date(now.getTime() - keptMs).toISOString(),
  };
}

/** A key is one client's, for one mutation. */
export function nameOfKey({ actor, operation, keyHash }: KeyedWrite): string {
  return JSON.stringify([actor, operation, keyHash]);
}
