/** What goes over HTTP, as plain data: cheap to make, and all that the faces need of either side. */
import type { WholeBody } from './body-pieces.ts';
import type { RequestNotes } from './request-notes.ts';

export interface HttpRequest {
  /** The client's own, or a new one; what logs and errors name the request by. */
  readonly id: string;
  readonly method: string;
  /** As it was sent: nothing is decoded or resolved. */
  readonly path: string;
  /** The target's query, from its `?` on; or nothing. */
  readonly search: string;
  /** Host and port, as the client knows the gateway; null where it did not say. */
  readonly host: string | null;
  /** What is wrong with its target or its Host, as a sentence; null: nothing. */
  readonly fault: string | null;
  readonly headers: RequestHeaders;
  /** Whom it comes from, as far as our own proxies say. */
  readonly clientAddress: string;
  /** Aborted when the client goes away before the response is complete. */
  readonly signal: AbortSignal;
  /** For whoever counts requests. */
  readonly notes: RequestNotes;
  /** Calls it once the whole response has gone, and nothing of it is read any more; never where it does not go. */
  onSent(run: () => void): void;
  /** Resolves when the body has come, or something is wrong with it, as `readBody` will tell. To be called once, and before that. */
  awaitBody(maxBytes: number): Promise<void>;
  /** To be called once. @throws HttpProblem 400, 408 or 413 */
  readBody(maxBytes: number): Promise<Buffer>;
}

export type Respond = (request: HttpRequest) => Promise<HttpResponse>;

/** Runs what answers a request, which it may watch. */
export type WatchRequest = (request: HttpRequest, respond: () => Promise<HttpResponse>) => Promise<HttpResponse>;

export interface RequestHeaders {
  /** By its name in lower case. A header that was sent several times is one, joined by commas; an empty `Authorization` is none. */
  get(name: Lowercase<string>): string | null;
  entries(): Iterable<[name: string, value: string]>;
}

export interface HttpResponse {
  readonly status: number;
  /** With names in lower case; none says how the body is framed. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whole, or a stream that is sent as it comes. */
  readonly body: WholeBody | ReadableStream<Uint8Array> | null;
}
