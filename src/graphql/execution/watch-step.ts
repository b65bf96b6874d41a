import type { OperationTypeNode } from 'graphql';
import type { RequestNotes } from '../../http/request-notes.ts';

/** What is done of an operation, one after the other; what a cache knows is not done. */
export interface OperationStep {
  readonly name: 'parse' | 'validate' | 'plan' | 'execute';
  /** That is executed; absent before. */
  readonly operation?: {
    readonly type: `${OperationTypeNode}`;
    readonly name: string | null;
    /** Whether an operator has registered it: a client may call its own whatever it likes. */
    readonly isRegistered: boolean;
    /** Of its request, for what it takes. */
    readonly notes: RequestNotes;
  };
}

export type WatchStep = <Result>(step: OperationStep, run: () => Result) => Result;

export const unwatched: WatchStep = (_step, run) => run();
