import { isObject } from '../domain/input/is-object.ts';
import type { HttpRequest } from '../http/http-exchange.ts';
import { HttpProblem } from '../http/http-problem.ts';
import { decodeParameter, splitPairs } from '../http/percent-encoded.ts';
import { readText } from '../http/request-body.ts';
import { expectStrictJson } from '../http/strict-json.ts';

/** Room for the longest client id and secret, percent-encoded. */
const maxBytes = 16_384;

/**
 * The fields of a token request: a form (RFC 6749), or a JSON object for clients that send nothing else. Strict where a
 * form is usually not: what was sent twice, or does not decode, is refused and not guessed at.
 * @throws HttpProblem 400, 408, 413 or 415
 */
export async function readTokenRequest(request: HttpRequest): Promise<Readonly<Record<string, unknown>>> {
  const { type, text } = await readTokenBody(request);
  return type === 'application/json' ? parseObject(text) : parseForm(text);
}

/** @throws HttpProblem 400, 408, 413 or 415 */
export function readTokenBody(request: HttpRequest) {
  return readText(request, maxBytes, ['application/x-www-form-urlencoded', 'application/json']);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = expectStrictJson(text);
  if (isObject(value)) return value;
  throw new HttpProblem(400, 'The body must be a JSON object.');
}

function parseForm(text: string): Record<string, unknown> {
  const fields = new Map<string, string>();
  for (const [name, value] of splitPairs(text)) {
    const decodedName = decodeParameter(name, 'form');
    if (fields.has(decodedName)) throw new HttpProblem(400, 'The form holds a field twice.');
    fields.set(decodedName, decodeParameter(value, 'form'));
  }
  return Object.fromEntries(fields);
}
