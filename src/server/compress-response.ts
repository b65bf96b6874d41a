/**
 * Compresses what is made for one request. Not what may hold a secret beside something that the request brought along: from the
 * length of such responses the secret can be guessed, letter by letter (BREACH). So a response to who sent credentials stays as it
 * is, and so does what must not be stored, as a token. What was published is compressed where it is cached, for everybody.
 */
import { isWhole, toBytes } from '../http/body-pieces.ts';
import { compress } from '../http/compress.ts';
import { type Encoding, negotiateEncoding } from '../http/content-encoding.ts';
import type { HttpRequest, HttpResponse } from '../http/http-exchange.ts';

/** Null: it stays as it is. */
export function compressResponse(response: HttpResponse, { headers: sent }: HttpRequest): Promise<HttpResponse> | null {
  const { headers, body } = response;
  if (!isWhole(body) || isNegotiated(headers) || mayHoldSecrets(headers, sent)) return null;
  const plain = toBytes(body);
  const of = { contentType: headers['content-type'] ?? '', byteLength: plain.length };
  const { encoding, isVarying } = negotiateEncoding(of, sent.get('accept-encoding'));
  return isVarying ? compressed(response, plain, encoding) : null;
}

async function compressed(
  { status, headers }: HttpResponse,
  plain: Uint8Array,
  encoding: Encoding | null,
): Promise<HttpResponse> {
  const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const encoded = encoding && (await compress(plain, encoding));
  if (!encoded) return { status, headers: { ...headers, vary }, body: plain };
  return { status, headers: { ...headers, vary, 'content-encoding': encoding }, body: encoded };
}

/** By whoever made it; a validator is of the bytes that it came with. */
function isNegotiated(headers: HttpResponse['headers']): boolean {
  return 'content-encoding' in headers || 'etag' in headers || /\baccept-encoding\b/i.test(headers.vary ?? '');
}

function mayHoldSecrets(headers: HttpResponse['headers'], sent: HttpRequest['headers']): boolean {
  if (sent.get('authorization') !== null || sent.get('cookie') !== null) return true;
  return 'set-cookie' in headers || /\bno-store\b/i.test(headers['cache-control'] ?? '');
}
