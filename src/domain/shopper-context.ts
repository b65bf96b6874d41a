import { characterFault, type Fault } from './text.ts';

/** The longest channel, tag or language wish, in characters. */
export const maxContextLength = 256;

/** What no channel, tag or language may be, wherever it came from: a header, or the document. */
export function shopperContextFault(value: string): Fault | null {
  const fault = characterFault(value, true);
  if (fault) return fault;
  if (value.length <= maxContextLength) return null;
  return { rule: 'maxLength', problem: `has ${value.length} characters, but at most ${maxContextLength} are expected` };
}

/** `*` is no language: Node's fetch sends it when the caller set none. */
export function normaliseLanguage(language: string): string {
  const wish = language.trim();
  return wish === '*' ? '' : wish;
}
