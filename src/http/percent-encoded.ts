import { HttpProblem } from './http-problem.ts';

/** The pairs of a query or a form, as they were sent; empty ones (a trailing `&`) are left out. */
export function splitPairs(text: string): [name: string, value: string][] {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    return [name, value];
  });
}

/** Of a pair, where a raw `+` is a space. @throws HttpProblem 400 */
export function decodeParameter(text: string, part: string): string {
  return decodePercent(text.replaceAll('+', ' '), part);
}

/** Strict UTF-8. `part`: of the request. @throws HttpProblem 400 */
export function decodePercent(text: string, part: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new HttpProblem(400, `The ${part} is not percent-encoded UTF-8.`);
  }
}
