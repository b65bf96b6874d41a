/**
 * Doing a write once, however often it is requested: the caller names it with a key. The key's row and the effect are one
 * transaction, so that after a crash there are both or neither, and the same key may be sent again.
 */
import { createHash } from 'node:crypto';
import { DomainError } from './errors.ts';
import { countCodePoints } from './input/constraint.ts';
import type { Fault } from './input/text.ts';
import type { RequestContext } from './request-context.ts';

/** What a write answered: now, or when the same key was first sent. */
export interface Written<Value> {
  readonly value: Value;
  readonly isReplayed: boolean;
}

/** A write that is to happen once. The key itself is a secret of the caller's: only its hash goes any further. */
export interface Once {
  readonly actor: string;
  /** The mutation's name. */
  readonly operation: string;
  readonly keyHash: string;
  /** Of the input, as it was understood: another one under the same key is another write. */
  readonly fingerprint: string;
  readonly now: string;
  /** What was kept since before that moment is forgotten. */
  readonly forgottenBefore: string;
}

const keptMs = 24 * 60 * 60 * 1000;
const keyShape = /^[\x20-\x7e]*$/u;
export const idempotencyKeyConstraint = { minLength: 1, maxLength: 255, pattern: keyShape.source } as const;

/** Null: the caller gave no key, and every call counts. `input` as it was validated. */
export function toOnce({ actor, idempotencyKey, now }: RequestContext, operation: string, input: unknown): Once | null {
  if (idempotencyKey === null || !actor) return null;
  return {
    actor: actor.clientId,
    operation,
    keyHash: sha256(idempotencyKey),
    fingerprint: sha256(JSON.stringify(input)),
    now: now.toISOString(),
    forgottenBefore: new Date(now.getTime() - keptMs).toISOString(),
  };
}

/** 1 to 255 printable ASCII characters, wherever the key came from. Never quoted: a key is a secret. */
export function idempotencyKeyFault(key: string): Fault | null {
  if (key.length === 0) return { rule: 'minLength', problem: 'must not be empty' };
  const { maxLength } = idempotencyKeyConstraint;
  if (countCodePoints(key, maxLength) > maxLength) {
    return {
      rule: 'maxLength',
      problem: `has more than ${maxLength} characters, but at most ${maxLength} are expected`,
    };
  }
  if (keyShape.test(key)) return null;
  return { rule: 'pattern', problem: 'must be printable ASCII characters' };
}

export function keyInUse(): DomainError {
  return new DomainError(
    'CONFLICT',
    'A request with the same idempotency key is still running. Try again when it has ended.',
  );
}

export function keyOfAnotherInput(): DomainError {
  const message =
    'The idempotency key was used for another input within the last 24 hours. Use a new key for a new request.';
  return new DomainError('UNPROCESSABLE_ENTITY', message);
}

/** The store went away while the write was under way: the commit may have come through. */
export function outcomeUnknown(cause: unknown, { hasKey }: { readonly hasKey: boolean }): DomainError {
  const advice = hasKey
    ? 'Send it again with the same idempotency key: it happens once.'
    : 'Look before you send it again; with an idempotency key it may be sent again at once.';
  const message = `The store broke off, and whether the write was done is not known. ${advice}`;
  return new DomainError('UNAVAILABLE', message, [], { cause });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
