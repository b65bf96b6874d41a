/**
 * Requests whose document is known to be valid, and whose `Accept` has been answered before: they are executed at once. Anything else
 * goes through yoga, errors too, so that they are reported the same way on both paths. A page of 100 takes 1.2 to 1.4 times the processor's
 * time without it (`bench/baseline.md`, fast paths).
 */
import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { HttpRequest, HttpResponse } from '../../http/http-exchange.ts';
import { parseJson } from '../../http/parse-json.ts';
import type { ValidDocuments } from '../limits/validate-within-limits.ts';
import type { OperationArgs } from './operations.ts';

export interface KnownRequest {
  readonly args: Pick<OperationArgs, 'document' | 'variableValues' | 'operationName'>;
  /** Of the response, where there are no errors. */
  readonly headers: HttpResponse['headers'];
}

export interface KnownRequests {
  /** Null: yoga has to read it. */
  find(request: Pick<HttpRequest, 'headers'>, body: string): KnownRequest | null;
  /** From what yoga answered. */
  learn(request: Pick<HttpRequest, 'headers'>, response: HttpResponse): void;
}

export interface KnownRequestsOptions {
  readonly documentCache: { readonly get: (text: string) => DocumentNode | undefined };
  readonly validDocuments: Pick<ValidDocuments, 'has'>;
  readonly trustedDocumentsOnly: boolean;
}

const maxAccepts = 100;

export function createKnownRequests({
  documentCache,
  validDocuments,
  trustedDocumentsOnly,
}: KnownRequestsOptions): KnownRequests {
  /** The media type that each `Accept` was answered with. */
  const contentTypes = new LRUCache<string, HttpResponse['headers']>({ max: maxAccepts });

  return {
    find({ headers }, body) {
      if (trustedDocumentsOnly) return null;
      const known = contentTypes.get(headers.get('accept') ?? '');
      const params = known && readParams(body);
      const document = params && documentCache.get(params.query);
      if (!document || !validDocuments.has(document) || hasSubscription(document)) return null;
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
  readonly query: string;
  readonly variables: OperationArgs['variableValues'];
  readonly operationName: string | null | undefined;
}

const members = new Set(['query', 'variables', 'operationName', 'extensions']);

/** Null: it has other members than a plain request, or is faulty. */
function readParams(body: string): Params | null {
  const value = parseJson(body);
  if (!isObject(value) || !Object.keys(value).every((name) => members.has(name))) return null;
  const { query, variables, operationName, extensions } = value;
  if (typeof query !== 'string' || !(variables == null || isObject(variables))) return null;
  // One that names its document may be registering it.
  if (extensions != null && (!isObject(extensions) || 'persistedQuery' in extensions)) return null;
  if (operationName != null && typeof operationName !== 'string') return null;
  return { query, variables: variables as Params['variables'], operationName };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Subscriptions are answered in another way. */
function hasSubscription({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) => definition.kind === 'OperationDefinition' && definition.operation === 'subscription',
  );
}
