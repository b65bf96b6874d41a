import { SpanKind } from '@opentelemetry/api';
import { attributes } from './attributes.ts';
import { createIsKnown } from './known-names.ts';
import type { Spans } from './spans.ts';

export interface OperationStep {
  /** As `parse`. */
  readonly name: string;
  /** That is executed; absent: nothing is yet. */
  readonly operation?: TracedOperation;
}

export interface TracedOperation {
  readonly type: string;
  /** As the client calls it; null: not at all. */
  readonly name: string | null;
  readonly isRegistered: boolean;
}

export type WatchStep = <Result>(step: OperationStep, run: () => Result) => Result;

/**
 * The steps of an operation of GraphQL, as `graphql.parse`; the span of its execution has the type's name alone, as the conventions say. Of
 * names of operations all are recorded that an operator has registered, and a number of those that clients make up.
 */
export function createOperationSpans({ record }: Pick<Spans, 'record'>): WatchStep {
  const isKnown = createIsKnown();
  return ({ name: step, operation }, run) =>
    record(operation?.type ?? `graphql.${step}`, operation ? { kind: SpanKind.SERVER } : {}, (span) => {
      if (!span || !operation) return run();
      const { type, name, isRegistered } = operation;
      span.setAttribute(attributes.operationType, type);
      if (name !== null && (isRegistered || isKnown(name))) span.setAttribute(attributes.operationName, name);
      return run();
    });
}
