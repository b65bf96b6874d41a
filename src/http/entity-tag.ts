/** Validators of what is sent (RFC 9110, section 8.8). */
import type { Encoding } from './content-encoding.ts';
import { graphqlResponseType } from './graphql-media-type.ts';

/**
 * Of the same body: each encoding of it is other bytes, and needs a validator of its own (RFC 9110, section 8.8.3.3), and so does each media
 * type that it is sent as (section 8.8.1).
 */
export function entityTag(hash: string, contentType: string, encoding: Encoding | null): string {
  const name = contentType.startsWith(graphqlResponseType) ? `${hash}-graphql` : hash;
  return encoding ? `"${name}-${encoding}"` : `"${name}"`;
}

/** RFC 9110, section 13.1.2: the weak comparison. */
export function matchesEntityTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes('*') || tags.includes(etag);
}
