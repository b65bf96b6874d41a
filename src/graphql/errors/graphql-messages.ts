/**
 * What graphql-js says in words only: which fault a message is about, and the message as a client may see it. No other file looks
 * into the words of a library.
 */
import { excerpt } from '../../domain/errors.ts';
import type { PathSegment } from '../../domain/input/violations.ts';

export function isSyntaxError(message: string): boolean {
  return message.startsWith('Syntax Error');
}

/** The parser gave up at its limit. */
export function isTooManyTokens(message: string): boolean {
  return message.startsWith('Syntax Error: Document contains more th');
}

/** Validation ended at its limit of errors. */
export function isTooManyErrors(message: string): boolean {
  return message.startsWith('Too many validation errors');
}

/** Validation ended at one of graphql-js' own bounds: 500,000 comparisons of fields, 50,000 looks at fragments. */
export function isValidationAborted(message: string): boolean {
  return message.startsWith('Validation aborted');
}

const nullArgument =
  /^Argument "(?:(@\w+)|[A-Za-z][\w.]*)\((\w+):\)" has invalid value(?: at ([\w.[\]]+))?: Expected variable "/;

/**
 * Where a null stands that may not be there: in a variable that has a default it passes the variables' check, and fails where it is used.
 * From the field's argument on, or from `@` and the directive's name; null: the message is about something else.
 */
export function pathOfNull(message: string): PathSegment[] | null {
  const [, directive, argument, within = ''] = nullArgument.exec(message) ?? [];
  if (argument === undefined) return null;
  const segments = Array.from(within.matchAll(/(\w+)(\]?)/g), ([, name = '', index]) => (index ? Number(name) : name));
  return [...(directive === undefined ? [] : [directive]), argument, ...segments];
}

const maxQuoteLength = 100;
const maxLength = 1000;

/** Quotes none of the document's literals, and at most 100 characters of a name. */
export function toClientMessage(message: string): string {
  const shortened = withoutValues(message)
    .replace(/\w+/g, shorten)
    .replace(/"[^"]*"/g, (quote) => `"${shorten(quote.slice(1, -1))}"`);
  return excerpt(shortened, maxLength);
}

/**
 * Literals may be secrets, in the right place or in a wrong one, and a name may be one whose quotes were forgotten. Where it stands
 * is told by the error's locations.
 */
function withoutValues(message: string): string {
  if (isSyntaxError(message)) return message.replace(/ (Name|String|BlockString|Int|Float) ".*"/s, ' $1');
  if (message.startsWith('Value "')) return message.replace(/^Value "\w*"/, 'The value');
  const scalar = message.indexOf(' cannot represent ');
  const value = scalar < 0 ? message.search(introduction) : message.indexOf(': ', scalar);
  if (value < 0) return message;
  const sentence = message.slice(0, value);
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}

/** What comes before a value, of names that hold none of these characters. */
const introduction = /, found: | Found: |, but encountered error "/;

function shorten(text: string): string {
  return text.length > maxQuoteLength ? excerpt(text, maxQuoteLength - 1) : text;
}
