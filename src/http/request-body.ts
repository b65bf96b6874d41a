import { excerpt } from '../domain/errors.ts';
import { HttpProblem } from './http-problem.ts';

/** RFC 8259: JSON between systems is UTF-8, so a charset may say so, and nothing else. Forms are held to the same. */
const mediaType = /^([a-z]+\/[a-z-]+)(?: *; *charset *= *(?:"utf-?8"|utf-?8))?(?: *;)?$/i;

type BodyType = 'application/json' | 'application/x-www-form-urlencoded';
const namesOfTypes: Record<BodyType, string> = {
  'application/json': 'JSON',
  'application/x-www-form-urlencoded': 'a form',
};

/** Whether a Content-Type says that the body is JSON as we take it. */
export function isJson(contentType: string): boolean {
  return mediaType.exec(contentType)?.[1]?.toLowerCase() === 'application/json';
}

/** `known`: the body's bytes, where they were read already. @throws HttpProblem 400, 413 or 415 */
export async function readJsonBody(request: Request, maxBytes: number, known?: Buffer): Promise<string> {
  return (await readText(request, maxBytes, ['application/json'], known)).text;
}

/**
 * A body as text: of bounded size, whether its length is announced or not, in strict UTF-8, never inflated.
 * @throws HttpProblem 400, 413 or 415
 */
export async function readText(
  request: Request,
  maxBytes: number,
  types: readonly BodyType[],
  known?: Buffer,
): Promise<{ readonly type: BodyType; readonly text: string }> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new HttpProblem(415, `The body must be sent as it is, but its Content-Encoding is '${excerpt(encoding)}'.`);
  }
  const [, sent] = mediaType.exec((request.headers.get('content-type') ?? '').trim()) ?? [];
  const type = types.find((allowed) => allowed === sent?.toLowerCase());
  if (!type) {
    const names = types.map((allowed) => namesOfTypes[allowed]).join(' or ');
    throw new HttpProblem(415, `The body must be ${names} in UTF-8, sent with the Content-Type ${types.join(' or ')}.`);
  }
  const bytes = known ?? (await readBytes(request, maxBytes));
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  try {
    return { type, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) throw new HttpProblem(400, 'The body is not valid UTF-8.');
    throw error;
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    // The client has gone, or was too slow: nobody reads the answer, but it is no bug of ours either.
    if (!isCutOff(error)) throw error;
    throw new HttpProblem(400, 'The body ended before it was complete.', { Connection: 'close' });
  }
  return Buffer.concat(chunks);
}

function isCutOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, `The body must not be larger than ${maxBytes} bytes.`, { Connection: 'close' });
}
