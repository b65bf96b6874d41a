import type { RequestContext } from '../domain/request-context.ts';

/** What a response depends on, beside what is published and the time. */
export interface CacheKeyParts {
  readonly requestContext: Pick<RequestContext, 'actor' | 'channel' | 'tag' | 'language'>;
  readonly accept: string | null;
  /** Of a POST the body's bytes, one a character; of a GET the target's query, from its `?` on. */
  readonly text: string;
}

/** Only the text may hold line breaks, and it comes last: two requests with one key are the same request. */
export function cacheKey({ requestContext: { actor, channel, tag, language }, accept, text }: CacheKeyParts): string {
  const who =
    actor === null
      ? ''
      : `${actor.grant} ${JSON.stringify([actor.clientId, actor.accountId, actor.customerId, actor.accountTagIds])}`;
  return `${accept ?? ''}\n${channel}\n${tag}\n${language}\n${who}\n${text}`;
}

/** Responses to longer requests are not cached: hardly anybody sends one twice. */
export const maxTextLength = 16_384;

/** NOTE: bytes, not characters: what is not UTF-8 must not be taken for the text that a decoder would make of it. */
export function textOf(body: Buffer): string {
  return body.toString('latin1');
}
