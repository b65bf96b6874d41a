import { HttpProblem } from '../http/http-problem.ts';

/**
 * The parameters that the route knows, from the query as it was sent: `?filter=eq(name,x)&page[limit]=5`. Brackets may be
 * literal or percent-encoded, a raw `+` is a space, empty pairs (a trailing `&`) and unknown parameters are ignored. Strict
 * where URLSearchParams guesses: what is no percent-encoded UTF-8, or was sent twice, is refused.
 * @throws HttpProblem 400
 */
export function parseQuery(search: string, known: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue;
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = decodeParameter(rawName);
    const value = decodeParameter(rawValue);
    if (!known.includes(name)) continue;
    if (parameters.has(name)) throw new HttpProblem(400, `The parameter '${name}' must be sent once.`);
    if (value.includes('\0')) {
      throw new HttpProblem(400, `The parameter '${name}' must not contain the NUL character.`);
    }
    parameters.set(name, value);
  }
  return parameters;
}

/** @throws HttpProblem 400 */
export function decodePathSegment(segment: string): string {
  return decode(segment, 'path');
}

function decodeParameter(text: string): string {
  return decode(text.replaceAll('+', ' '), 'query string');
}

function decode(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new HttpProblem(400, `The ${part} is not percent-encoded UTF-8.`);
  }
}
