/** The same as the objects of the Fetch standard, which the libraries of both faces work with. */
import { isWhole, toBytes } from './body-pieces.ts';
import type { HttpRequest, HttpResponse } from './http-exchange.ts';

/** A client that does not name its host gets a name that is nobody's: nothing may be allowed by it. */
const nameless = 'nameless.invalid';

/**
 * Without its signal: a Request holds on to one by weak references, and so to itself until the heap is collected in full. `json`: its body,
 * where it was read as JSON; its media type is written in one way, since GraphQL's server knows no other.
 */
export function toFetchRequest(
  request: HttpRequest,
  json: string | null = null,
  { Request, Headers }: Pick<typeof globalThis, 'Request' | 'Headers'> = globalThis,
): Request {
  const { method, host, path, search } = request;
  const headers = new Headers();
  for (const [name, value] of request.headers.entries()) headers.append(name, value);
  if (json !== null) headers.set('content-type', 'application/json');
  const url = `http://${host ?? nameless}${path}${search}`;
  if (method !== 'TRACE') return new Request(url, { method, headers, body: json });
  // The standard's constructor refuses it.
  return Object.defineProperty(new Request(url, { headers }), 'method', { value: method });
}

/** RFC 9110, section 7.6.1, and what frames a body: the server alone decides on these for its connection. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'te',
  'trailer',
  'upgrade',
]);

/** Parts of a body that comes in its own time: events, and results that follow. */
const streamed = /^(text\/event-stream|multipart\/mixed)\b/i;

export async function toHttpResponse(response: Response): Promise<HttpResponse> {
  const headers: Record<string, string> = {};
  for (const [written, value] of response.headers) {
    // NOTE: the Response of GraphQL's server keeps names as they were written.
    const name = written.toLowerCase();
    if (!ofConnection.has(name) || (name === 'connection' && value === 'close')) headers[name] = value;
  }
  const { status } = response;
  if (streamed.test(headers['content-type'] ?? '')) return toStream({ status, headers, body: response.body });
  // GraphQL's server has a Response of its own, which gives bytes.
  const bytes: ArrayBuffer | Uint8Array = await response.arrayBuffer();
  return { status, headers, body: bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes) };
}

/**
 * NOTE: GraphQL's server says `none` for no encoding, which is none that HTTP knows. nginx would hold events back until there are many, and
 * HAProxy the end of each one, where it compresses them.
 */
function toStream({ status, headers, body }: HttpResponse): HttpResponse {
  const { 'content-encoding': _none, ...others } = headers;
  const passedOn = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };
  return { status, headers: { ...others, ...passedOn }, body };
}

/** What has its body whole. */
export function toFetchResponse({ body, ...init }: HttpResponse): Response {
  return new Response(init.status === 204 || !isWhole(body) ? null : (toBytes(body) as BodyInit), init);
}
