/**
 * Requests whose document is known to be valid, sent or named, and whose `Accept` has been answered before: they are executed at once. Anything else
 * goes through yoga, errors too, so that they are reported the same way on both paths. A page of 100 takes 1.2 to 1.4 times the processor's
 * time without it (`bench/notebook/fast-paths.md`).
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isObject } from '../../domain/input/is-object.ts';
import type { HttpRequest, HttpResponse } from '../../http/http-exchange.ts';
import type { Named, PersistedDocuments } from '../documents/persisted-documents.ts';
import type { ValidDocuments } from '../limits/validate-within-limits.ts';
import type { OperationArgs } from './operations.ts';

export interface KnownRequest {
  readonly args: Pick<OperationArgs, 'document' | 'variableValues' | 'operationName'>;
  /** Of the response, where there are no errors. */
  readonly headers: HttpResponse['headers'];
}

export interface KnownRequests {
  /** `sent`: a POST's JSON, or what a GET says. Null: yoga has to read it. */
  find(request: Pick<HttpRequest, 'method' | 'headers'>, sent: unknown): KnownRequest | null;
  /** From what yoga answered. */
  learn(request: Pick<HttpRequest, 'headers'>, response: HttpResponse): void;
}

export interface KnownRequestsOptions {
  readonly documentCache: { readonly get: (text: string) => DocumentNode | undefined };
  readonly validDocuments: Pick<ValidDocuments, 'has'>;
  readonly persistedDocuments: Pick<PersistedDocuments, 'findText'>;
}

const maxAccepts = 100;

export function createKnownRequests({
  documentCache,
  validDocuments,
  persistedDocuments,
}: KnownRequestsOptions): KnownRequests {
  /** The media type that each `Accept` was answered with. */
  const contentTypes = new LRUCache<string, HttpResponse['headers']>({ max: maxAccepts });

  return {
    find({ method, headers }, sent) {
      const known = contentTypes.get(headers.get('accept') ?? '');
      const params = known && readParams(sent);
      const text = params && persistedDocuments.findText(params.named);
      const document = text && documentCache.get(text);
      if (!document || !validDocuments.has(document) || !isAnswered(document, method)) return null;
      const { variables: variableValues, operationName } = params;
      return { args: { document, variableValues, operationName }, headers: known };
    },

    learn({ headers }, response) {
      const { 'content-type': contentType, ...others } = response.headers;
      if (response.status !== 200 || !contentType?.includes('json') || Object.keys(others).length > 0) return;
      contentTypes.set(headers.get('accept') ?? '', { 'content-type': contentType });
    },
  };
}

interface Params {
  readonly named: Named;
  readonly variables: OperationArgs['variableValues'];
  /** Null: none is named, or an empty one. */
  readonly operationName: string | null;
}

/** Null: it is faulty. */
function readParams(sent: unknown): Params | null {
  if (!isObject(sent)) return null;
  const { variables, operationName, extensions } = sent;
  if (!(variables == null || isObject(variables)) || !(extensions == null || isObject(extensions))) return null;
  if (operationName != null && typeof operationName !== 'string') return null;
  return { named: sent, variables: variables as Params['variables'], operationName: operationName || null };
}

/** Subscriptions are answered in another way, and a GET changes nothing. */
function isAnswered({ definitions }: DocumentNode, method: string): boolean {
  return definitions.every((definition) => {
    if (definition.kind !== 'OperationDefinition') return true;
    return definition.operation === 'query' || (definition.operation === 'mutation' && method === 'POST');
  });
}
