import { brokenTextRule, type Constraint } from '../input/constraint.ts';
import type { Fault } from '../input/text.ts';

const shape = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+){0,9}$/u;

/** A node's slug, alone or after those of up to nine nodes above it: `clothing/jackets`. */
export const nodeSlugConstraint = {
  minLength: 1,
  maxLength: 2048,
  pattern: shape.source,
} as const satisfies Constraint;

export function nodeSlugFault(value: string): Fault | null {
  const broken = brokenTextRule(value, nodeSlugConstraint, shape);
  return broken && { rule: broken, problem: problems[broken] };
}

const problems = {
  minLength: 'must not be empty',
  maxLength: `must be at most ${nodeSlugConstraint.maxLength} characters long`,
  pattern: "must be a slug, or up to ten of them with '/' between, without one at either end",
} as const;
