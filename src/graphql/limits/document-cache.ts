import { hash } from 'node:crypto';
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { bytesInMemory } from '../../lib/bytes-in-memory.ts';
import { conditionsOf, maxChoices } from './choices.ts';

/** What all parsed documents may take of V8's heap together, with their plans; more than a quarter of it is too much for one. */
const maxBytes = 48_000_000;
/**
 * Measured on Node.js 24: a token takes 90 bytes, and with its node, its place and the lists around it up to 450. What its selections
 * cost is kept with it (`work-plan.ts`), in 90 bytes for a token, and how it is written (`write-query.ts`), in 1,450 for a field, of which
 * there are no more than tokens: both once more for each other choice of what variables leave out.
 */
const tokenBytes = 2000;
const planBytes = 1540;
/** The document itself, and what its caches know of it. */
const documentBytes = 2000;

/** How many texts are remembered that were seen once. */
const maxSeenOnce = 10_000;

/**
 * Parsed documents by their text, the last used ones: small queries are answered 1.2 to 1.8 times as often
 * (`bench/notebook/fast-paths.md`). A text is cached when it is seen again: one that is sent once, as by a client that makes up a new one each
 * time, would only age there, and fill V8's heap until a full collection.
 */
export function createDocumentCache() {
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (document, text) => documentBytes + 2 * text.length + bytesOfTokens(document),
  });
  const seenOnce = new LRUCache<string, true>({ maxSize: maxSeenOnce, sizeCalculation: () => 1 });
  return {
    documents,
    get: (text: string) => documents.get(text),
    set(text: string, document: DocumentNode): void {
      const name = hash('sha1', text, 'base64');
      if (seenOnce.delete(name)) documents.set(text, document);
      else seenOnce.set(name, true);
    },
  };
}

function bytesOfToken(document: DocumentNode): number {
  return tokenBytes + (conditionsOf(document).length > 0 ? (maxChoices - 1) * planBytes : 0);
}

/**
 * Comments too: the parser keeps them in its chain of tokens, and does not count them. What a token says may be a copy of the document's text. One with
 * escapes is read in pieces, of which V8 keeps 64 bytes for each escape until the whole is looked through, as it is here.
 */
function bytesOfTokens(document: DocumentNode): number {
  const ofEach = bytesOfToken(document);
  let bytes = 0;
  for (let token = document.loc?.startToken ?? null; token; token = token.next) {
    bytes += ofEach + bytesInMemory(token.value ?? '');
  }
  return bytes;
}
