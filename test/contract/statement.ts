/** What the contract says, as facts that can be asked: each on the faces that show it, of each store, on each engine. */
import type { World } from './world.ts';

export type Face = 'rest' | 'graphql';

export interface Statement {
  /** A fact in the present tense. */
  readonly says: string;
  readonly rest?: Check;
  readonly graphql?: Check;
}

/** Throws where the statement does not hold. */
export type Check = (world: World) => Promise<void> | void;

export interface Topic {
  readonly title: string;
  readonly statements: readonly Statement[];
}

export function facesOf({ rest, graphql }: Statement): Face[] {
  return [...(rest ? (['rest'] as const) : []), ...(graphql ? (['graphql'] as const) : [])];
}
