import type { RequestContext } from '../request-context.ts';
import type { KeyedWrite } from './keyed-write.ts';

/** What a write answered: now, or when the same key was first sent. */
export interface Written<Value> {
  readonly value: Value;
  readonly isReplayed: boolean;
}

/** A service as faces call it: its writes say whether they were answered from an earlier request. */
export type Idempotent<Service, Writes extends keyof Service> = Omit<Service, Writes> & {
  readonly [Write in Writes]: Service[Write] extends (
    requestContext: RequestContext,
    input: infer Input,
  ) => Promise<infer Value>
    ? (requestContext: RequestContext, input: Input) => Promise<Written<NonNullable<Value>> | null>
    : never;
};

export interface IdempotencyKeyStore {
  /** What the key was answered with; null: nothing, or too long ago. */
  find(write: KeyedWrite): Promise<StoredOutcome | null>;
  /** Locks the key until the transaction ends; false: another transaction has it. */
  tryLock(write: KeyedWrite): Promise<boolean>;
  insert(write: KeyedWrite, outcome: string): Promise<void>;
  /** Stores the key, unless it is stored already; false: it is. */
  claim(write: KeyedWrite, outcome: string): Promise<boolean>;
  /** As if it had never been sent. */
  release(write: KeyedWrite): Promise<void>;
  /** Removes those that were stored before the moment, however many, in small steps. */
  removeBefore(moment: string): Promise<void>;
}

export interface StoredOutcome {
  /** Of the input that was sent first. */
  readonly fingerprint: string;
  /** JSON text. */
  readonly outcome: string;
  readonly storedAt: string;
}
