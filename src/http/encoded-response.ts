import { type Encoding, entityTag, matchesEntityTag, negotiateEncoding } from './content-encoding.ts';
import type { EncodedBody } from './encoded-body.ts';
import type { HttpResponse, RequestHeaders } from './http-exchange.ts';

export interface Representation {
  readonly body: EncodedBody;
  readonly contentType: string;
  /** Whether HTTP caches may keep it, and ask later whether it still holds: by a strong validator, the same of all instances. */
  readonly hasValidator: boolean;
  /** Others, which a 304 has, too. */
  readonly headers: Readonly<Record<string, string>>;
}

/** In the encoding that the client likes best; 304 where the client has it in that encoding. */
export async function respondEncoded(
  { body, contentType, hasValidator, headers }: Representation,
  requested: Pick<RequestHeaders, 'get'>,
): Promise<HttpResponse> {
  const { length: byteLength } = body.plain;
  const wanted = negotiateEncoding({ contentType, byteLength }, requested.get('accept-encoding'));
  const own: Record<string, string> = { ...headers };
  if (wanted.isVarying) own.vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  const isKnownIn = (encoding: Encoding | null) => {
    if (!hasValidator) return false;
    own.etag = entityTag(body.hash, encoding);
    return matchesEntityTag(requested.get('if-none-match'), own.etag);
  };

  if (isKnownIn(wanted.encoding)) return { status: 304, headers: own, body: null };
  const encoded = wanted.encoding && (await body.in(wanted.encoding));
  const encoding = encoded ? wanted.encoding : null;
  if (encoding !== wanted.encoding && isKnownIn(encoding)) return { status: 304, headers: own, body: null };
  own['content-type'] = contentType;
  if (encoding) own['content-encoding'] = encoding;
  return { status: 200, headers: own, body: encoded ?? body.plain };
}
