import type { RawBuilder } from 'kysely';

/** What the engines write differently in a table's definition. */
export interface ColumnTypes {
  /** Text that compares by code point. */
  readonly text: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** An integer primary key that the database counts up. */
  readonly serial: RawBuilder<unknown>;
  /** Before `table`: for what need not survive a crash, and is not worth a write-ahead log. */
  readonly unlogged: RawBuilder<unknown>;
  /** Statements, where the engine would move long values out of a table's rows: those of up to half a page stay whole. */
  keepRowsWhole(table: string): readonly RawBuilder<unknown>[];
  /** Statements, where the engine would try to compress the values of a column. */
  leaveUncompressed(table: string, column: string): readonly RawBuilder<unknown>[];
}
