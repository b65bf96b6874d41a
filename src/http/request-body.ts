import { excerpt } from '../domain/errors.ts';
import { decodeUtf8 } from '../domain/input/decode-utf8.ts';
import type { HttpRequest } from './http-exchange.ts';
import { HttpProblem } from './http-problem.ts';
import { countJsonLevels } from './json-levels.ts';
import type { Limits } from './limits.ts';

/** RFC 8259: JSON between systems is UTF-8, so a charset may say so, and nothing else. Forms are held to the same. */
const mediaType = /^([a-z]+\/[a-z-]+)(?: *; *charset *= *(?:"utf-?8"|utf-?8))?(?: *;)?$/i;

type BodyType = 'application/json' | 'application/x-www-form-urlencoded';
const namesOfTypes: Record<BodyType, string> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'a form',
};

type RequestWithBody = Pick<HttpRequest, 'headers' | 'readBody'>;

export type BodyLimits = Pick<Limits, 'bodyBytes' | 'bodyLevels'>;

/**
 * The bytes of a JSON body: of bounded size, whether its length is announced or not, never inflated, and no deeper than allowed.
 * @throws HttpProblem 400, 408, 413 or 415
 */
export async function readJsonBytes(request: RequestWithBody, limits: BodyLimits): Promise<Buffer> {
  checkType(request, ['application/json']);
  const bytes = await request.readBody(limits.bodyBytes);
  const levels = countJsonLevels(bytes);
  if (levels <= limits.bodyLevels) return bytes;
  throw new HttpProblem(
    400,
    `The body has ${levels} levels of arrays and objects, but at most ${limits.bodyLevels} are allowed (bodyLevels).`,
  );
}

/** @throws HttpProblem 400, 408, 413 or 415 */
export async function readJsonBody(request: RequestWithBody, limits: BodyLimits): Promise<string> {
  return decodeBody(await readJsonBytes(request, limits));
}

/**
 * A body of one of several types, as text.
 * @throws HttpProblem 400, 408, 413 or 415
 */
export async function readText(
  request: RequestWithBody,
  maxBytes: number,
  types: readonly BodyType[],
): Promise<{ readonly type: BodyType; readonly text: string }> {
  const type = checkType(request, types);
  return { type, text: decodeBody(await request.readBody(maxBytes)) };
}

/** Strict UTF-8. @throws HttpProblem 400 */
export function decodeBody(bytes: Buffer): string {
  const text = decodeUtf8(bytes, 'removed');
  if (text === null) throw new HttpProblem(400, 'The body is not valid UTF-8.');
  return text;
}

function checkType({ headers }: RequestWithBody, types: readonly BodyType[]): BodyType {
  refuseCoding('Content-Encoding', headers.get('content-encoding') ?? 'identity', 'identity');
  refuseCoding('Transfer-Encoding', headers.get('transfer-encoding') ?? 'chunked', 'chunked');
  const [, sent] = mediaType.exec((headers.get('content-type') ?? '').trim()) ?? [];
  const type = types.find((allowed) => allowed === sent?.toLowerCase());
  if (type) return type;
  const names = types.map((allowed) => namesOfTypes[allowed]).join(' or ');
  throw new HttpProblem(415, `The body must be ${names} in UTF-8, sent with the Content-Type ${types.join(' or ')}.`);
}

/** NOTE: of several transfer codings, Node.js undoes the chunks and ignores the others. */
function refuseCoding(name: string, sent: string, asItIs: string): void {
  if (sent.toLowerCase() === asItIs) return;
  throw new HttpProblem(415, `The body must be sent as it is, but its ${name} is '${excerpt(sent)}'.`);
}
