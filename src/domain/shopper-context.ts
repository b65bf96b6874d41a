import type { Constraint } from './input/constraint.ts';
import { characterFault, type Fault, lengthFault, textConstraint } from './input/text.ts';
import { canonicalLanguageTag } from './language/language.ts';

/** What a request says of its shopper's surroundings: with the actor, it selects the catalog and the language. */
export const contextMembers = ['channel', 'tag', 'language'] as const;
export type ContextMember = (typeof contextMembers)[number];

/** The members that a request states by itself, in an argument or in an id. One that is absent is as the headers say; '' is stated. */
export type ExplicitContext = Readonly<Partial<Record<ContextMember, string>>>;

/** Who may name the context: arguments and ids over headers, or the headers alone (an edge that pins it). */
export const contextSources = ['any', 'headers'] as const;
export type ContextSource = (typeof contextSources)[number];

export const contextHeaders = {
  channel: 'EP-Channel',
  tag: 'EP-Context-Tag',
  language: 'Accept-Language',
} as const satisfies Record<ContextMember, string>;

/** The longest channel, tag or language wish of a header, in characters. */
const maxContextLength = 256;
export const shopperContextConstraint: Constraint = textConstraint({ max: maxContextLength, singleLine: true });

/** What no channel, tag or language may be that a header says. */
export function shopperContextFault(value: string): Fault | null {
  return characterFault(value, true) ?? lengthFault(value, 0, maxContextLength);
}

/** A header's value has no spaces at its ends: what it can't say can't be stated elsewhere either. */
const plainText = /^([!-~]([ -~]*[!-~])?)?$/u;
const oneLanguage = /^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$/u;

/** An explicit member is repeated in every id that was read under it. */
const maxExplicitLength = 64;
export const explicitContextConstraints: Readonly<Record<ContextMember, Constraint>> = {
  channel: { maxLength: maxExplicitLength, pattern: plainText.source },
  tag: { maxLength: maxExplicitLength, pattern: plainText.source },
  language: { maxLength: maxExplicitLength, pattern: oneLanguage.source },
};

/** What an explicit member may not be. */
export function explicitContextFault(member: ContextMember, value: string): Fault | null {
  const fault = characterFault(value, true) ?? lengthFault(value, 0, maxExplicitLength);
  if (fault) return fault;
  if (member === 'language') {
    return oneLanguage.test(value) ? null : { rule: 'pattern', problem: 'must be a single language tag (BCP 47)' };
  }
  return plainText.test(value) ? null : { rule: 'pattern', problem: 'must be ASCII, without spaces at its ends' };
}

/** One spelling for what is equal: `DE-de` is `de-DE`. The value has no fault. */
export function canonicalContextValue(member: ContextMember, value: string): string {
  return member === 'language' ? canonicalLanguageTag(value) : value;
}

/** `*` is no language: Node's fetch sends it when the caller set none. */
export function normaliseLanguage(language: string): string {
  const wish = language.trim();
  return wish === '*' ? '' : wish;
}
