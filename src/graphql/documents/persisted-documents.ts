/**
 * Requests that name their document instead of sending it: by `documentId`, as Apollo's `extensions.persistedQuery`, or as Relay's
 * `doc_id`. Trusted documents are known from the start; others are kept when a client registers them (automatic persisted queries),
 * and forgotten, the least used first.
 */
import type { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { isObject } from '../../domain/input/is-object.ts';
import type { ClientErrorCode } from '../../http/error-outcomes.ts';
import { refusalBy } from '../errors/refusal.ts';
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

export interface PersistedDocuments {
  /** The text of the document that a request sends or names; null: it is refused, or registers one. */
  findText(params: Named): string | null;
  readonly plugin: Plugin;
}

export type Named = Partial<Readonly<Record<'query' | 'documentId' | 'doc_id' | 'extensions', unknown>>>;

export function createPersistedDocuments(options: PersistedDocumentsOptions): PersistedDocuments {
  const { trustedDocuments, trustedDocumentsOnly } = options;
  const texts = createTextsById(options);

  const onParams: Plugin['onParams'] = ({ params, request, setParams }) => {
    // What is no request at all is refused after this.
    if (!isObject(params)) return;
    const { documentId, doc_id: relayId, ...others } = params as GraphQLParams & Named;
    const { query } = others;
    const search = request.method === 'GET' ? new URL(request.url).searchParams : null;
    const id = documentIdOf({
      ...others,
      documentId: documentId ?? search?.get('documentId'),
      doc_id: relayId ?? search?.get('doc_id'),
    });
    if (id === undefined) refuseFaulty();
    if (id === null) {
      if (trustedDocumentsOnly) refuseUntrusted(query, trustedDocuments);
    } else if (isNoText(query)) {
      setParams({ ...others, query: texts.find(id) ?? refuseUnknown(trustedDocumentsOnly) });
    } else {
      if (typeof query === 'string' && trustedDocuments?.findText(id) !== query) texts.register(id, query);
      setParams(others);
    }
  };

  return {
    plugin: { onParams },

    findText(params) {
      const { query } = params;
      const id = documentIdOf(params);
      if (typeof id === 'string') return isNoText(query) ? texts.find(id) : null;
      const isNone = id === null && !('documentId' in params) && !('doc_id' in params);
      if (!isNone || typeof query !== 'string') return null;
      return trustedDocumentsOnly && !trustedDocuments?.hasText(query) ? null : query;
    },
  };
}

function createTextsById({ trustedDocuments, trustedDocumentsOnly, maxDocumentBytes }: PersistedDocumentsOptions) {
  const registered = new LRUCache<string, string>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (text, hash) => entryBytes + 2 * (text.length + hash.length),
  });
  return {
    find(id: string): string | null {
      return trustedDocuments?.findText(id) ?? (trustedDocumentsOnly ? null : (registered.get(hashIn(id)) ?? null));
    },

    register(id: string, query: string): void {
      if (trustedDocumentsOnly) {
        refuseUntrusted(query, trustedDocuments);
        return;
      }
      const hash = hashIn(id);
      if (sha256(query) !== hash) throw refusal('PERSISTED_QUERY_MISMATCH', 'The hash is that of another document.');
      // What is longer is refused by the parser.
      if (query.length <= maxDocumentBytes) registered.set(hash, query);
    },
  };
}

/** An empty text beside a name is none: clients whose types want a text send it, such as graphql-sse's. */
function isNoText(query: unknown): boolean {
  return query == null || query === '';
}

function hashIn(id: string): string {
  return withoutPrefix(id).toLowerCase();
}

/** Null: the request names none; undefined: it can't be told which. */
function documentIdOf({ documentId, doc_id: relayId, extensions }: Named): string | null | undefined {
  const { persistedQuery } = Object(extensions) as { readonly persistedQuery?: unknown };
  const { sha256Hash } = Object(persistedQuery) as { readonly sha256Hash?: unknown };
  const named = [documentId, relayId, sha256Hash].filter((id) => id != null);
  const [id] = named;
  if (id === undefined) return null;
  if (typeof id !== 'string' || id === '' || id.length > maxIdLength) return undefined;
  return named.every((other) => other === id) ? id : undefined;
}

function refuseFaulty(): never {
  throw refusal('BAD_REQUEST', `A document is named once, by a text of 1 to ${maxIdLength} characters.`);
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
  return refusalBy(code, message, { spec: true });
}
