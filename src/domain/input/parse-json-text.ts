/**
 * JSON.parse, for what others wrote. V8 takes a name that is written with a backslash for another one that came at the same place of an object
 * before, in whatever text, where that one begins as this one is written: `{"a":1,"\t":2}` has the member `\` once `{"a":1,"\\":2}` was parsed
 * (nodejs/node#63785, in Node.js 24 to 26), so that a request of anybody may rename what others read. Such names are written without it, and those
 * that can't be are parsed as others, and put back.
 */
import { randomUUID } from 'node:crypto';
import { endOfText, isBeforeColon } from './end-of-text.ts';

export type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** What no name begins with. */
const mark = randomUUID().slice(0, 13);
/** More names with a backslash than a page of a hundred products has: a text of so many is parsed as it is, since putting them back takes its time. */
const mostNames = 100_000;
interface Span {
  readonly start: number;
  readonly end: number;
}

/** @throws SyntaxError; RangeError where it is nested too deep */
export function parseJsonText(text: string, revive?: Revive): unknown {
  const spans = escapedNames(text);
  if (spans.length === 0 || spans.length > mostNames) return JSON.parse(text, revive);
  const names = new Map<string, string>();
  let [plain, end] = ['', 0];
  for (const span of spans) {
    const name: string = JSON.parse(text.slice(span.start, span.end));
    plain += text.slice(end, span.start) + withoutBackslash(name, names);
    end = span.end;
  }
  if (names.size === 0) return JSON.parse(plain + text.slice(end), revive);
  const restore: Revive = (key, value, context) => {
    const revived = revive ? revive(key, value, context) : value;
    if (!isPlain(revived) || !Object.keys(revived).some((name) => names.has(name))) return revived;
    return Object.fromEntries(Object.entries(revived).map(([name, member]) => [names.get(name) ?? name, member]));
  };
  return JSON.parse(plain + text.slice(end), restore);
}

/** As JSON. `names`: by what stands for them. What no JSON is must stay so, where the backslash is in no text: `"a"\u003a" :"`. */
function withoutBackslash(name: string, names: Map<string, string>): string {
  const json = JSON.stringify(name);
  if (!json.includes('\\') && !' ,:]}'.includes(name.charAt(0))) return json;
  const standIn = `${mark}${names.size}`;
  names.set(standIn, name);
  return `"${standIn}"`;
}

function isPlain(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** Names that are written with a backslash, with their quotes; no more than one beyond the most. */
function escapedNames(text: string): Span[] {
  const found: Span[] = [];
  for (let at = text.indexOf('\\'); at !== -1 && found.length <= mostNames; ) {
    const end = endOfText(text, at) + 1;
    if (isBeforeColon(text, end)) found.push({ start: text.lastIndexOf('"', at), end });
    at = text.indexOf('\\', end);
  }
  return found;
}
