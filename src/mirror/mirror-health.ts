import type { MirrorState, MirrorStore } from '../domain/mirror/ports.ts';
import { oneAtATime } from '../lib/one-at-a-time.ts';
import { MirrorProblem } from './mirror-problem.ts';

export interface MirrorHealth {
  /** A mirror that is old shows what it has. @throws MirrorProblem when it has nothing yet */
  expectFilled(): Promise<void>;
  /** For who asks whether the gateway is ready. */
  describe(): Promise<{ readonly mirror?: MirrorAge }>;
}

export interface MirrorAge extends Pick<MirrorState, 'currentAt' | 'problem'> {
  readonly ageSeconds: number | null;
}

export function createMirrorHealth(mirror: Pick<MirrorStore, 'getState'>, now: () => Date): MirrorHealth {
  /** Once for all who check at once. */
  const getState = oneAtATime(() => mirror.getState());
  return {
    async expectFilled() {
      if ((await getState()).currentAt === null) throw new MirrorProblem('Nothing has been copied yet.');
    },

    async describe() {
      // Who asks is told that the database can't be reached by other means.
      const state = await getState().catch(() => null);
      if (!state) return {};
      const { currentAt, problem } = state;
      const ageMs = currentAt === null ? null : now().getTime() - Date.parse(currentAt);
      return {
        mirror: { currentAt, ageSeconds: ageMs === null ? null : Math.max(0, Math.round(ageMs / 1000)), problem },
      };
    },
  };
}
