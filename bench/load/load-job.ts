/** What the load generator is told, and what it answers. */
export interface LoadJob {
  readonly port: number;
  readonly path: string;
  /** Absent: POST. Of a GET, the requests' bodies are not sent. */
  readonly method?: 'GET';
  readonly headers: Readonly<Record<string, string>>;
  /** Whether each request has an idempotency key that no other had; absent: none has one. */
  readonly withKeys?: boolean;
  readonly connections: number;
  readonly requests: readonly LoadRequest[];
  readonly warmUp: Phase;
  readonly measured: Phase;
  /** Whose time and memory are looked at. */
  readonly pid: number;
  /** Whether every request is told apart in the result. */
  readonly withTimeline: boolean;
}

export interface LoadRequest {
  readonly body: string;
  /** Beside those of the job. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly expected: Expected;
}

export type Expected =
  | { readonly kind: 'whole' | 'start'; readonly text: string }
  /** One of these, whole. */
  | { readonly kind: 'either'; readonly texts: readonly string[] }
  | { readonly kind: 'text'; readonly text: string }
  /** SHA-1 of all of it, in hexadecimal digits. */
  | { readonly kind: 'digest'; readonly text: string };

/** Requests by their places: again and again for a time, or each once with `ms: null`. */
export interface Phase {
  readonly sequence: readonly number[];
  readonly ms: number | null;
}

export interface LoadResult {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** The server's. */
  readonly cpuMs: number;
  readonly residentBytes: number;
  /** Of a core, by the load generator: near 1 it was the one that was measured. */
  readonly generatorShare: number;
  readonly timeline: readonly Answered[];
}

export interface Answered {
  /** Of the request among the job's. */
  readonly place: number;
  /** In milliseconds since 1970, as other processes count them. */
  readonly endedAt: number;
  readonly ms: number;
}
