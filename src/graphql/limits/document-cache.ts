import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';

/** What all parsed documents may take of V8's heap together; more than a quarter of it is too much for one. */
const maxBytes = 32_000_000;
/** Measured on Node.js 24: a token takes 90 bytes, and with its node, its place and the lists around it up to 450. */
const tokenBytes = 450;
/** The document itself, and what its caches know of it. */
const documentBytes = 2000;

/** Parsed documents by their text, the last used ones: a client that sends a new long one each time must not fill the memory. */
export function createDocumentCache() {
  return new LRUCache<string, DocumentNode>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (document, text) => documentBytes + 2 * text.length + tokenBytes * countTokens(document),
  });
}

/** Comments too: the parser keeps them in its chain of tokens, and does not count them. */
function countTokens({ loc }: DocumentNode): number {
  let count = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) count += 1;
  return count;
}
