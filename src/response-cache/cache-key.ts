import type { CatalogDirectory } from '../domain/catalog/catalog.ts';
import { readAccept } from '../http/graphql-media-type.ts';
import type { Query } from './make-response.ts';
import type { ResponseCache } from './response-cache.ts';

interface KeyOptions {
  readonly responseCache: Pick<ResponseCache, 'classOf'>;
  readonly directory: CatalogDirectory;
  /** Of a POST the body's bytes, one a character, whatever they are; of a GET the target. */
  readonly text: string;
}

/**
 * What a response depends on, beside what is published and the time: what the headers come to, not what they are, since many texts of
 * `Accept-Language` and many accounts get the same response. Channel and tag stand as they are, since a response shows them. Only
 * the text may hold line breaks, and it comes last: two requests with one key are the same request.
 */
export function keyOf(
  { request, body, requestContext }: Pick<Query, 'request' | 'body' | 'requestContext'>,
  { responseCache, directory, text }: KeyOptions,
): string {
  const { channel, tag } = requestContext;
  const shopper = responseCache.classOf(directory, requestContext);
  const from = body === null ? 'target' : 'body';
  return `${from} ${formatOf(request.headers.get('accept'))}\n${channel}\n${tag}\n${shopper}\n${text}`;
}

/** The media type of the response; where the client takes no JSON, all that it takes. */
function formatOf(accept: string | null): string {
  const { json, types } = readAccept(accept);
  return json ?? types.join();
}

/** Responses to longer requests are not cached: hardly anybody sends one twice. */
export const maxTextLength = 16_384;

/** NOTE: bytes, not characters: what is not UTF-8 must not be taken for the text that a decoder would make of it. */
export function textOf(body: Buffer): string {
  return body.toString('latin1');
}
