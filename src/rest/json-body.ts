import { isObject } from '../domain/input/is-object.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { expectStrictJson } from '../http/strict-json.ts';

/**
 * The `data` of a request's body. Nothing of the body is quoted in a fault: it may hold payment data.
 * @throws HttpProblem 400
 */
export function parseData(text: string): Readonly<Record<string, unknown>> {
  const body = expectStrictJson(text);
  if (!isObject(body)) throw new HttpProblem(400, "The body must be a JSON object with the member 'data'.");
  const { data } = body;
  if (data == null) throw new HttpProblem(400, "The field 'data' is required.");
  if (!isObject(data)) throw new HttpProblem(400, "The field 'data' must be an object.");
  return data;
}
