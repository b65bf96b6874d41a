import type { z } from 'zod';
import type { Violation } from '../domain/input/violations.ts';
import type { Services } from '../domain/ports.ts';
import type { RequestContext } from '../domain/request-context.ts';
import type { BodyPieces } from '../http/body-pieces.ts';
import type { Addresses } from './links.ts';

/** One operation: what the server needs to run it, and what the OpenAPI document says about it. */
export interface RestRoute {
  readonly operationId: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the base address; `:name` is a parameter. */
  readonly path: string;
  /** Whose answers depend on the shopper; anything else needs a `client_credentials` token, unless it is open. */
  readonly isCatalog: boolean;
  /** Not part of the catalog, but readable by everyone who may read the catalog. */
  readonly isOpen?: true;
  readonly status: 200 | 201;
  /** The query parameters that it knows. */
  readonly query: readonly QueryParameter[];
  /** Makes what the OpenAPI document says that `data` of its body may hold; null: it has no body. */
  readonly request: (() => z.core.JSONSchema.BaseSchema) | null;
  readonly response: z.ZodType;
  /** Beyond those that any operation may answer. */
  readonly errors: readonly (404 | 409 | 422)[];
  /** The body as JSON, as text or in pieces; or as text with headers of its own. */
  readonly answer: (request: RestRequest) => Promise<string | BodyPieces | RestAnswer>;
}

/** What most routes are: they answer administrators, and read nothing but the request's path. */
export const readRoute = {
  isCatalog: false,
  method: 'GET',
  status: 200,
  query: [],
  request: null,
  errors: [],
} as const satisfies Partial<RestRoute>;

/** Clients of such platforms request these paths with and without the version, and with and without `/pcm`. */
export function isOfCatalogs(path: string): boolean {
  return path.startsWith('/pcm/');
}

export interface RestAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type QueryParameter = 'filter' | 'include' | 'page[limit]' | 'page[offset]' | 'since' | 'after';

export interface RestRequest {
  readonly requestContext: RequestContext;
  readonly services: Services;
  readonly addresses: Addresses;
  /** The route's own path with its parameters as they were sent, for links. */
  readonly path: string;
  readonly param: (name: string) => string;
  readonly query: ReadonlyMap<string, string>;
  /** Empty where the route has no body. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Faults of a resource's `type`, which the platform's clients send along. */
export function typeFaults(value: unknown, expected: string, { isRequired }: { isRequired: boolean }): Violation[] {
  if (value === expected) return [];
  if (value != null) return [{ path: ['type'], rule: 'enum', problem: `must be '${expected}'` }];
  return isRequired ? [{ path: ['type'], rule: 'required', problem: 'is required' }] : [];
}
