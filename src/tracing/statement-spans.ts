import { SpanKind } from '@opentelemetry/api';
import { attributes } from './attributes.ts';
import { describeStatement } from './describe-statement.ts';
import { errorTypeOf, type Spans } from './spans.ts';

export interface EndedStatement {
  /** With a mark in the place of each value. */
  readonly sql: string;
  readonly durationMs: number;
  /** Absent: it was done. */
  readonly error?: unknown;
}

export type DatabaseSystem = 'postgresql' | 'sqlite';

/** The statements of a request, as a database's client has them: told when they have ended, and without what was looked for. */
export function createStatementSpans({ recordPast }: Pick<Spans, 'recordPast'>, system: DatabaseSystem) {
  return ({ sql, durationMs, error }: EndedStatement): void =>
    recordPast(durationMs, () => {
      const { operation, table, summary, text } = describeStatement(sql);
      const errorType = error === undefined ? null : errorTypeOf(error);
      const described = {
        [attributes.databaseSystem]: system,
        [attributes.databaseOperation]: operation,
        ...(table !== null && { [attributes.databaseTable]: table }),
        [attributes.statementSummary]: summary,
        [attributes.statement]: text,
        ...(errorType !== null && { [attributes.databaseStatus]: errorType }),
      };
      return { name: summary, options: { kind: SpanKind.CLIENT, attributes: described }, errorType };
    });
}
