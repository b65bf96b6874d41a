import { countCodePoints } from '../input/constraint.ts';
import type { Fault } from '../input/text.ts';

const keyShape = /^[\x20-\x7e]*$/u;
export const idempotencyKeyConstraint = { minLength: 1, maxLength: 255, pattern: keyShape.source } as const;

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
