import { type Constraint, countCodePoints } from './input/constraint.ts';
import { characterFault, type Fault, textConstraint } from './input/text.ts';

/** The longest channel, tag or language wish, in characters. */
const maxContextLength = 256;
export const shopperContextConstraint: Constraint = textConstraint({ max: maxContextLength, singleLine: true });

/** What no channel, tag or language may be, wherever it came from: a header, or the document. */
export function shopperContextFault(value: string): Fault | null {
  const fault = characterFault(value, true);
  if (fault) return fault;
  if (countCodePoints(value, maxContextLength) <= maxContextLength) return null;
  const problem = `has more than ${maxContextLength} characters, but at most ${maxContextLength} are expected`;
  return { rule: 'maxLength', problem };
}

/** `*` is no language: Node's fetch sends it when the caller set none. */
export function normaliseLanguage(language: string): string {
  const wish = language.trim();
  return wish === '*' ? '' : wish;
}
