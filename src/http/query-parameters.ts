import { HttpProblem } from './http-problem.ts';
import { decodeParameter, splitPairs } from './percent-encoded.ts';

/**
 * The parameters that are known, from the query as it was sent: `?filter=eq(name,x)&page[limit]=5`. Brackets may be literal or
 * percent-encoded, a raw `+` is a space, empty pairs (a trailing `&`) and unknown parameters are ignored. Strict where URLSearchParams
 * guesses: what is no percent-encoded UTF-8, or was sent twice, is refused.
 * @throws HttpProblem 400
 */
export function readParameters(search: string, known: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [sentName, sentValue] of splitPairs(search.slice(1))) {
    const name = decodeParameter(sentName, 'query string');
    const value = decodeParameter(sentValue, 'query string');
    if (!known.includes(name)) continue;
    if (parameters.has(name)) throw new HttpProblem(400, `The parameter '${name}' must be sent once.`);
    parameters.set(name, value);
  }
  return parameters;
}
