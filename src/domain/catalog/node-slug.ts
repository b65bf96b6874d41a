import { type Constraint, countCodePoints } from '../input/constraint.ts';
import type { Fault } from '../input/text.ts';

const shape = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+){0,9}$/u;

/** A node's slug, alone or after those of up to nine nodes above it: `clothing/jackets`. */
export const nodeSlugConstraint = {
  minLength: 1,
  maxLength: 2048,
  pattern: shape.source,
} as const satisfies Constraint;

export function nodeSlugFault(value: string): Fault | null {
  const { maxLength } = nodeSlugConstraint;
  if (value === '') return { rule: 'minLength', problem: 'must not be empty' };
  if (countCodePoints(value, maxLength) > maxLength) {
    return { rule: 'maxLength', problem: `must be at most ${maxLength} characters long` };
  }
  if (shape.test(value)) return null;
  return {
    rule: 'pattern',
    problem: "must be a slug, or up to ten of them with '/' between, without one at either end",
  };
}
