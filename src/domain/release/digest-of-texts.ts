import { createHash } from 'node:crypto';

/** SHA-256, as base64url, of texts without line breaks, a line each; null: an empty one. They are not joined, for each may have megabytes. */
export function digestOfTexts(texts: readonly (string | null)[]): string {
  const digest = createHash('sha256');
  for (const [index, text] of texts.entries()) {
    if (index > 0) digest.update('\n');
    if (text !== null) digest.update(text);
  }
  return digest.digest('base64url');
}
