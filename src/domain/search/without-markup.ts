import { decodeHTML } from 'entities/decode';

/** The text of a description, which may be HTML: without tags, which nobody looks for, and with the letters that it writes by names or numbers. */
export function withoutMarkup(text: string): string {
  const untagged = text.includes('<') ? text.replace(/<[/!]?[A-Za-z-][^<>]*>/g, ' ') : text;
  return untagged.includes('&') ? decodeHTML(untagged) : untagged;
}
