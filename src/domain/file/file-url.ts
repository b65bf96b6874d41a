import { excerpt } from '../errors.ts';
import { type Constraint, countCodePoints } from '../input/constraint.ts';
import type { Fault } from '../input/text.ts';

export const fileUrlConstraint = { minLength: 1, maxLength: 2048 } as const satisfies Constraint;

const printable = /^[!-~\u00a0-\uffff]+$/;

/** Pages put links of files where browsers follow them: one may lead to a web server, and to nothing else. */
export function fileUrlFault(value: string): Fault | null {
  const { maxLength } = fileUrlConstraint;
  if (value === '') return { rule: 'minLength', problem: 'must not be empty' };
  if (countCodePoints(value, maxLength) > maxLength) {
    return { rule: 'maxLength', problem: `must be at most ${maxLength} characters long` };
  }
  // What is no printable character a browser would drop, and read what is left.
  const isWeb = printable.test(value) && /^https?:\/\//i.test(value) && URL.canParse(value);
  if (isWeb) return null;
  return {
    rule: 'format',
    problem: `must be an absolute link that begins with http:// or https://, but is '${excerpt(value)}'`,
  };
}
