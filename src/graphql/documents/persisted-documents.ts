/**
 * Requests that name their document instead of sending it: by `documentId`, as Apollo's `extensions.persistedQuery`, or as Relay's
 * `doc_id`. Trusted documents are known from the start; others are kept when a client registers them (automatic persisted queries),
 * and forgotten, the least used first.
 */
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { ClientErrorCode } from '../../http/error-outcomes.ts';
import { sha256, type TrustedDocuments, withoutPrefix } from './trusted-documents.ts';

export interface PersistedDocumentsOptions {
  /** Null: there are none. */
  readonly trustedDocuments: TrustedDocuments | null;
  /** Whether nothing else is executed. */
  readonly trustedDocumentsOnly: boolean;
  readonly maxDocumentBytes: number;
}

/** What registered texts may take together, at two bytes a character; more than a quarter of it is too much for one. */
const maxBytes = 16_000_000;
const entryBytes = 400;

const maxIdLength = 256;

type Find = (id: string) => string | null;

export function usePersistedDocuments(options: PersistedDocumentsOptions): Plugin {
  const { trustedDocuments, trustedDocumentsOnly, maxDocumentBytes } = options;
  const registered = new LRUCache<string, string>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (text, hash) => entryBytes + 2 * (text.length + hash.length),
  });
  const find: Find = (id) =>
    trustedDocuments?.findText(id) ?? (trustedDocumentsOnly ? null : (registered.get(hashIn(id)) ?? null));

  return {
    onParams({ params, request, setParams }) {
      // What is no request at all is refused after this.
      if (typeof params !== 'object' || params === null || Array.isArray(params)) return;
      const { documentId, doc_id: relayId, ...others } = params as Named;
      const { query } = others;
      const id = documentIdOf({ documentId, relayId, ...others }, request);
      if (id === null) {
        if (trustedDocumentsOnly) refuseUntrusted(query, trustedDocuments);
      } else if (query == null) {
        setParams({ ...others, query: find(id) ?? refuseUnknown(trustedDocumentsOnly) });
      } else {
        if (typeof query === 'string' && trustedDocuments?.findText(id) !== query) register(id, query);
        setParams(others);
      }
    },
  };

  function register(id: string, query: string): void {
    if (trustedDocumentsOnly) {
      refuseUntrusted(query, trustedDocuments);
      return;
    }
    const hash = hashIn(id);
    if (sha256(query) !== hash) throw refusal('PERSISTED_QUERY_MISMATCH', 'The hash is that of another document.');
    // What is longer is refused by the parser.
    if (query.length <= maxDocumentBytes) registered.set(hash, query);
  }
}

type Named = GraphQLParams & { readonly documentId?: unknown; readonly doc_id?: unknown };

function hashIn(id: string): string {
  return withoutPrefix(id).toLowerCase();
}

/** Null: the request names none. */
function documentIdOf(
  { documentId, relayId, extensions }: GraphQLParams & { readonly documentId?: unknown; readonly relayId?: unknown },
  request: Request,
): string | null {
  const search = request.method === 'GET' ? new URL(request.url).searchParams : null;
  const { persistedQuery } = Object(extensions) as { readonly persistedQuery?: unknown };
  const named = [
    documentId ?? search?.get('documentId'),
    relayId ?? search?.get('doc_id'),
    (Object(persistedQuery) as { readonly sha256Hash?: unknown }).sha256Hash,
  ].filter((id) => id != null);
  const [id] = named;
  if (id === undefined) return null;
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength || named.some((other) => other !== id)) {
    throw refusal('BAD_REQUEST', `A document is named once, by a text of at most ${maxIdLength} characters.`);
  }
  return id;
}

function refuseUntrusted(query: unknown, trusted: TrustedDocuments | null): void {
  if (typeof query !== 'string' || trusted?.hasText(query)) return;
  throw refusal('DOCUMENT_NOT_TRUSTED', 'Only documents that were registered with the gateway are executed.');
}

/** The messages are what Apollo's and urql's clients know: they send the text then. */
function refuseUnknown(trustedDocumentsOnly: boolean): never {
  throw trustedDocumentsOnly
    ? refusal('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported')
    : refusal('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
}

/** As any other request that is refused before it is executed: 400 to clients that know the media type of GraphQL, 200 to others. */
function refusal(code: ClientErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { spec: true, status: 400 } } });
}
