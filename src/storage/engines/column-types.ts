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
}
