/** What the GraphQL face is made of, and what it knows of a request. */
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { Capabilities } from '../../domain/capabilities.ts';
import type { Services } from '../../domain/ports.ts';
import type { WhileReading } from '../../domain/product/shown-product.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { ContextSource } from '../../domain/shopper-context.ts';
import type { TakeMemory } from '../../http/body-memory.ts';
import type { IsForeignPage } from '../../http/cors.ts';
import type { Limits } from '../../http/limits.ts';
import type { ReadRequestContext } from '../../http/request-context.ts';
import type { RequestNotes } from '../../http/request-notes.ts';
import type { ConsultedHeaders } from '../../response-cache/consulted-headers.ts';
import type { Lifetime } from '../../response-cache/lifetime.ts';
import type { ResponseCache } from '../../response-cache/response-cache.ts';
import type { TrustedDocuments } from '../documents/trusted-documents.ts';
import type { LiveConnections } from '../live/live-connections.ts';
import type { WatchStep } from './watch-step.ts';

export interface GraphQLHandlerOptions {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  readonly limits: Limits;
  /** What the services can answer; absent: everything. */
  readonly capabilities?: Capabilities;
  readonly responseCache: ResponseCache;
  /** How long HTTP caches may answer a GET without asking here, in seconds. */
  readonly httpCacheSeconds: number;
  /** Who may name the context of an answer; absent: arguments and ids over headers. */
  readonly contextFrom?: ContextSource;
  /** Whether queries are written as bytes while they are executed; absent: they are. */
  readonly writesQueries?: boolean;
  /** Documents that requests may name; absent: none. */
  readonly trustedDocuments?: TrustedDocuments | null;
  /** Whether no others are executed. */
  readonly trustedDocumentsOnly?: boolean;
  /** Whether the schema may be introspected, and messages may suggest names of it. */
  readonly hasIntrospection: boolean;
  /** Whether a request comes from a page that may not read its answer; absent: none does. */
  readonly isForeignPage?: IsForeignPage;
  /** Those of subscriptions; absent: as many as the limits allow. */
  readonly liveConnections?: LiveConnections;
  /** Runs each step of an operation, which it may watch; absent: nobody does. */
  readonly watchStep?: WatchStep;
  /** Runs what reads products, and may read their memory until it ends; absent: nobody wants to know. */
  readonly whileReading?: WhileReading;
  /** Reads the request context. Throws a DomainError where the request's headers are faulty, or its token is not valid. */
  readonly readRequestContext: ReadRequestContext;
  /** Told of each bug, and of each failure of the store, once. */
  readonly reportBug: (error: unknown, requestId: string) => void;
}

export interface ServerContext {
  readonly requestContext: RequestContext;
  /** The same, now. Throws a DomainError where its token is not valid any more. */
  readonly renewContext: () => Promise<RequestContext>;
  readonly lifetime: Lifetime;
  readonly consulted: ConsultedHeaders;
  /** The length of a POST's body, or of the target's query. */
  readonly sentBytes: number;
  /** Of the request. */
  readonly notes: RequestNotes;
  /** Aborted when the client has gone. */
  readonly clientSignal: () => AbortSignal;
  readonly takeMemory: TakeMemory;
  /** What came of the operation, where it was executed before yoga got it: then yoga tells of its errors. */
  readonly executed?: Promise<ExecutionResult>;
  /** What goes out past yoga, which writes texts only. */
  readonly written: {
    /** Null: what yoga wrote goes out. */
    body: Uint8Array | null;
  };
}
