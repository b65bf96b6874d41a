/**
 * The marks of a global id: the members of the context that its thing was read under, as far as an argument stated them. `c=`,
 * `t=`, `l=` in that order, joined by `&`, percent-encoded: each context has one spelling.
 */
import {
  type ContextMember,
  canonicalContextValue,
  contextMembers,
  type ExplicitContext,
  explicitContextFault,
} from '../../domain/shopper-context.ts';

const letters = { channel: 'c', tag: 't', language: 'l' } as const satisfies Record<ContextMember, string>;

/** '' where nothing is stated. */
export function formatMarks(context: ExplicitContext): string {
  const marks = contextMembers.flatMap((member) => {
    const value = context[member];
    return value === undefined ? [] : [`${letters[member]}=${encodeURIComponent(value)}`];
  });
  return marks.length === 0 ? '' : `?${marks.join('&')}`;
}

/** Null: it is not what `formatMarks` makes of a context without faults. */
export function parseMarks(marks: string): ExplicitContext | null {
  const context: Partial<Record<ContextMember, string>> = {};
  for (const mark of marks === '' ? [] : marks.slice(1).split('&', contextMembers.length)) {
    const member = contextMembers.find((one) => mark.startsWith(`${letters[one]}=`));
    const value = member && decodePercent(mark.slice(2));
    if (!member || value == null || explicitContextFault(member, value)) return null;
    context[member] = canonicalContextValue(member, value);
  }
  return formatMarks(context) === marks ? context : null;
}

/** Null: it is not what `encodeURIComponent` makes of a text. */
export function decodePercent(encoded: string): string | null {
  try {
    const text = decodeURIComponent(encoded);
    return encodeURIComponent(text) === encoded ? text : null;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
