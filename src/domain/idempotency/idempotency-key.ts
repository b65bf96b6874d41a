import { brokenTextRule } from '../input/constraint.ts';
import type { Fault } from '../input/text.ts';

const keyShape = /^[\x20-\x7e]*$/u;
export const idempotencyKeyConstraint = { minLength: 1, maxLength: 255, pattern: keyShape.source } as const;

/** 1 to 255 printable ASCII characters, wherever the key came from. Never quoted: a key is a secret. */
export function idempotencyKeyFault(key: string): Fault | null {
  const broken = brokenTextRule(key, idempotencyKeyConstraint, keyShape);
  return broken && { rule: broken, problem: problems[broken] };
}

const { maxLength } = idempotencyKeyConstraint;
const problems = {
  minLength: 'must not be empty',
  maxLength: `has more than ${maxLength} characters, but at most ${maxLength} are expected`,
  pattern: 'must be printable ASCII characters',
} as const;
