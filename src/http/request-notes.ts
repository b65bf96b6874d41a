import type { ClientErrorCode } from './error-outcomes.ts';

/** What those who answer a request note of it on the way, for whoever counts or traces requests. */
export interface RequestNotes {
  /** As an operator registered it, or as the REST interface is described; null: any other. */
  operation: string | null;
  /** Its path as the route table has it; null: it is none of those that are counted. */
  route: string | null;
  /** Of the first error; null: there is none, or the status says all. */
  code: ClientErrorCode | null;
  /** Of an operation of GraphQL that was executed; null: none was. */
  work: OperationFigures | null;
  /** Whether the response was made for an earlier request; null: none was looked for. */
  isCached: boolean | null;
  /** That were sent to the database, where somebody counts them. */
  statements: number;
  /** Of the trace that records it; null: none does. */
  traceId: string | null;
}

export interface OperationFigures {
  /** In units of cost: what was estimated before, and what it came to. */
  readonly requested: number;
  readonly actual: number;
  /** How often the loaders went to a service. */
  readonly batches: number;
}

export function createRequestNotes(): RequestNotes {
  return { operation: null, route: null, code: null, work: null, isCached: null, statements: 0, traceId: null };
}
