import { HttpProblem } from './http-problem.ts';

/**
 * A JSON body as text: of bounded size, whether its length is announced or not, in strict UTF-8, never inflated.
 * @throws HttpProblem 400, 413 or 415
 */
export async function readJsonBody(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    throw new HttpProblem(415, `The body must be sent as it is, but its Content-Encoding is '${encoding}'.`);
  }
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    throw new HttpProblem(415, 'The body must be JSON, sent with the Content-Type application/json.');
  }
  const bytes = await readBytes(request, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new HttpProblem(400, 'The body is not valid UTF-8.');
    throw error;
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): HttpProblem {
  return new HttpProblem(413, `The body must not be larger than ${maxBytes} bytes.`, { Connection: 'close' });
}
