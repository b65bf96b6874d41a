import { pageLimits } from '../domain/paging/page.ts';

/** How much a request may hold, and how fast requests may come: settable (`config.ts`), and published by `Query.limits`. */
export interface Limits {
  /** A GraphQL document's length in UTF-8. */
  readonly documentBytes: number;
  /** Lexical tokens of a document. */
  readonly tokens: number;
  /** Fields within fields, fragments expanded; introspection has a rule of its own. */
  readonly depth: number;
  /** Aliased fields of an operation, fragments expanded. */
  readonly aliases: number;
  /** Contexts that one operation shows: each reads its own batches. */
  readonly contexts: number;
  /** Root fields of a mutation: each is a transaction of its own, one after the other. */
  readonly mutationFields: number;
  /** Directives at one place. */
  readonly directives: number;
  /** Fragments that a document defines: validation compares them in pairs. */
  readonly fragments: number;
  /** Of a request: estimated before (`query-cost.ts`), and charged while it runs (`domain/work-budget.ts`). */
  readonly cost: number;
  /** That one response returns, of validation and execution; then comes one that says how many more there are. */
  readonly errors: number;
  /** That one error tells; then comes one that says how many more there are. */
  readonly violations: number;
  /** How many records a page has that names no size. */
  readonly pageLength: number;
  readonly bodyBytes: number;
  /** Arrays and objects of a JSON body within each other. */
  readonly bodyLevels: number;
  readonly headerBytes: number;
  readonly answerBytes: number;
  readonly headersMs: number;
  readonly requestMs: number;
  /** A connection whose client takes nothing of a response for so long is closed. */
  readonly writeMs: number;
  readonly executionMs: number;
  /** Connections for events, of one instance. */
  readonly liveConnections: number;
  /** The same, of one client's tokens, or of one address. */
  readonly liveConnectionsPerClient: number;
  /** Calls of the platform behind the gateway, where there is one. */
  readonly upstreamCalls: number;
  /** Of one client's tokens; 0: no limit. */
  readonly clientRequestsPerSecond: number;
  /** Of one address; 0: no limit. */
  readonly addressRequestsPerSecond: number;
  /** Of one address; 0: no limit. */
  readonly failedLoginsPerMinute: number;
}

/** Where they come from: `bench/notebook/attacks.md`. */
export const defaultLimits: Limits = {
  documentBytes: 65_536,
  tokens: 4000,
  depth: 15,
  aliases: 200,
  contexts: 10,
  mutationFields: 10,
  directives: 20,
  fragments: 200,
  cost: 200_000,
  errors: 100,
  violations: 50,
  pageLength: pageLimits.unset,
  bodyBytes: 1_000_000,
  bodyLevels: 100,
  headerBytes: 65_536,
  answerBytes: 10_000_000,
  headersMs: 10_000,
  requestMs: 30_000,
  writeMs: 30_000,
  executionMs: 10_000,
  liveConnections: 1000,
  liveConnectionsPerClient: 100,
  upstreamCalls: 100,
  clientRequestsPerSecond: 500,
  addressRequestsPerSecond: 1000,
  failedLoginsPerMinute: 300,
};
