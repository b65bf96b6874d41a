/** What is done to the gateway, and what a good one answers. */
import type { AttackedGateway } from './attacked-gateway.ts';
import type { AttackedStore, EngineName, StoreName } from './attacked-store.ts';

export interface Attack {
  readonly name: string;
  /** Of the table in docs/attacks.md; null: it has none there. */
  readonly row: number | null;
  /** What `send` or `run` must return. */
  readonly expected: RegExp;
  /** Where it means something; unset: on the two that are shops. */
  readonly stores?: readonly StoreName[];
  /** Unset: on both. */
  readonly engines?: readonly EngineName[];
}

/** Sent to a gateway of its own, whose health, memory and log are watched meanwhile. */
export interface RequestAttack extends Attack {
  /** Beside the defaults, where an attack is about another setting. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Many requests: what is promised of one's block does not hold for their sum, which is shown and not judged; they may fill the caches. */
  readonly isFlood?: true;
  /** Done before the watch begins. */
  prepare?(gateway: AttackedGateway): Promise<void>;
  /** Returns what was answered, in short: `Answer.summary`, or a sentence. */
  send(gateway: AttackedGateway): Promise<string>;
}

/** About the process itself: it starts and ends its own. */
export interface ProcessAttack extends Attack {
  run(store: AttackedStore): Promise<string>;
}

export function isProcessAttack(attack: RequestAttack | ProcessAttack): attack is ProcessAttack {
  return 'run' in attack;
}
