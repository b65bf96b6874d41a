import { HttpProblem } from '../http/http-problem.ts';
import { readParameters } from '../http/query-parameters.ts';

/** The parameters that the route knows, none with the NUL character. @throws HttpProblem 400 */
export function parseQuery(search: string, known: readonly string[]): ReadonlyMap<string, string> {
  const parameters = readParameters(search, known);
  for (const [name, value] of parameters) {
    if (value.includes('\0')) {
      throw new HttpProblem(400, `The parameter '${name}' must not contain the NUL character.`);
    }
  }
  return parameters;
}
