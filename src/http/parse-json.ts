import { HttpProblem } from './http-problem.ts';

/** Undefined: it is no JSON. The parser's own message quotes the text, which may hold a secret. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `part`: of the request. @throws HttpProblem 400 */
export function expectJson(text: string, part: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new HttpProblem(400, `The ${part} is not valid JSON.`);
  return value;
}
