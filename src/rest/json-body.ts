import { isObject } from '../contract/building-blocks.ts';
import { excerpt } from '../domain/errors.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { expectJson } from '../http/parse-json.ts';

const maxDepth = 64;

/**
 * The `data` of a request's body. Nothing of the body is quoted in a fault: it may hold payment data.
 * @throws HttpProblem 400
 */
export function parseData(text: string): Readonly<Record<string, unknown>> {
  const body = expectJson(text, 'body');
  checkNesting(text);
  if (!isObject(body)) throw new HttpProblem(400, "The body must be a JSON object with the member 'data'.");
  const { data } = body;
  if (data == null) throw new HttpProblem(400, "The field 'data' is required.");
  if (!isObject(data)) throw new HttpProblem(400, "The field 'data' must be an object.");
  return data;
}

/** A string, with the colon that makes it a key, or a bracket. What begins like a string is one: in valid JSON each ends. */
const token = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|[[\]{}]/gs;

/** Stricter than JSON.parse, which takes the last of two equal keys, and any depth. */
function checkNesting(validJson: string): void {
  const open: Set<string>[] = [];
  for (const [found, string = '', colon] of validJson.matchAll(token)) {
    if (colon) checkKey(string, open.at(-1));
    else if (found === '{' || found === '[') open.push(new Set());
    else if (string === '') open.pop();
    if (open.length > maxDepth)
      throw new HttpProblem(400, `The body must not be nested deeper than ${maxDepth} levels.`);
  }
}

/** Keys are compared as they are meant: `"a"` is `"\u0061"`. */
function checkKey(string: string, keys: Set<string> | undefined): void {
  const key: string = string.includes('\\') ? JSON.parse(string) : string.slice(1, -1);
  if (keys?.has(key)) throw new HttpProblem(400, `The body must not name a member twice: '${excerpt(key, 40)}'.`);
  keys?.add(key);
}
