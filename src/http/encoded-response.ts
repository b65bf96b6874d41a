import { negotiateEncoding } from './content-encoding.ts';
import type { EncodedBody } from './encoded-body.ts';
import { entityTag, matchesEntityTag } from './entity-tag.ts';
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
  const { plain, length: byteLength } = body;
  const wanted = negotiateEncoding({ contentType, byteLength }, requested.get('accept-encoding'));
  const vary = headers.vary ? `${headers.vary}, Accept-Encoding` : 'Accept-Encoding';
  const common = wanted.isVarying ? { ...headers, vary } : headers;
  const tagged = (etag: string | null) => ({ ...common, ...(etag && { etag }) });
  const etagIn = (encoding: typeof wanted.encoding) =>
    hasValidator ? entityTag(body.hash, contentType, encoding) : null;
  const isKnown = (etag: string | null) => etag !== null && matchesEntityTag(requested.get('if-none-match'), etag);

  const wantedTag = etagIn(wanted.encoding);
  if (isKnown(wantedTag)) return { status: 304, headers: tagged(wantedTag), body: null };
  const encoded = wanted.encoding && (await body.in(wanted.encoding));
  const encoding = encoded ? wanted.encoding : null;
  const etag = etagIn(encoding);
  if (isKnown(etag)) return { status: 304, headers: tagged(etag), body: null };
  const content = { 'content-type': contentType, ...(encoding && { 'content-encoding': encoding }) };
  return { status: 200, headers: { ...content, ...tagged(etag) }, body: encoded ?? plain };
}
