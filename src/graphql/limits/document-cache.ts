import type { DocumentNode } from 'graphql';

/** What a token weighs in characters: its node, its place and its link in the parser's list. */
const tokenWeight = 20;
const maxWeight = 2_000_000;

/**
 * Parsed documents by their text, the last used ones. Bounded by what they weigh, not by their number: a client that sends
 * a new long document each time must not fill the memory.
 */
export function createDocumentCache() {
  const documents = new Map<string, DocumentNode>();
  let weight = 0;
  return {
    get(text: string): DocumentNode | undefined {
      const document = documents.get(text);
      if (!document) return undefined;
      documents.delete(text);
      documents.set(text, document);
      return document;
    },
    set(text: string, document: DocumentNode): void {
      documents.set(text, document);
      weight += weigh(text, document);
      for (const [oldText, old] of documents) {
        if (weight <= maxWeight) return;
        documents.delete(oldText);
        weight -= weigh(oldText, old);
      }
    },
  };
}

function weigh(text: string, { tokenCount = text.length }: DocumentNode): number {
  return text.length + tokenWeight * tokenCount;
}
