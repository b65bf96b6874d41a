/** Whether what was measured is what is promised. */
import { type Attack, isProcessAttack, type ProcessAttack, type RequestAttack } from './attack.ts';
import type { AttackedStore } from './attacked-store.ts';
import { type Measured, measureAttack } from './measure-attack.ts';

/** Many requests also fill the caches, to the bytes that these are given: of responses, documents and what products show. */
export const bounds = { blockMs: 250, grownBytes: 150_000_000, cachedBytes: 240_000_000 } as const;
const runs = 3;

export interface Verdict {
  readonly attack: Attack;
  readonly store: AttackedStore;
  /** Of the best run; null: an attack of the process, which nothing is measured of. */
  readonly measured: Measured | null;
  readonly answered: string;
  readonly runs: number;
  /** None: passed. */
  readonly faults: readonly string[];
}

/** The machine may be at something else: only what is beyond a bound in each of three runs is the gateway's doing. */
export async function judge(attack: RequestAttack | ProcessAttack, store: AttackedStore): Promise<Verdict> {
  if (isProcessAttack(attack)) return judgeProcess(attack, store);
  const tried: Verdict[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const measured = await measureAttack(attack, store);
    const { answered } = measured;
    const verdict: Verdict = { attack, store, measured, answered, runs: run, faults: listFaults(attack, measured) };
    if (verdict.faults.length === 0) return verdict;
    tried.push(verdict);
  }
  const blockOf = ({ measured }: Verdict) => measured?.blockMs ?? 0;
  return { ...(tried.sort((a, b) => blockOf(a) - blockOf(b))[0] as Verdict), runs };
}

async function judgeProcess(attack: ProcessAttack, store: AttackedStore): Promise<Verdict> {
  const answered = await attack.run(store).catch((error: Error) => `broken: ${error.message}`);
  return { attack, store, measured: null, answered, runs: 1, faults: listAnswerFaults(attack, answered) };
}

function listFaults(
  attack: RequestAttack,
  { blockMs, workMs, grownBytes, answered, isAlive, bugs }: Measured,
): string[] {
  if (!isAlive) return ['the process died'];
  return [
    ...(Math.min(blockMs, workMs) > bounds.blockMs && !attack.isFlood ? ['blocked for too long'] : []),
    ...(grownBytes > bounds.grownBytes + (attack.isFlood ? bounds.cachedBytes : 0) ? ['took too much memory'] : []),
    ...listAnswerFaults(attack, answered),
    ...(bugs.length > 0 ? [`logged ${bugs.length} bugs: ${bugs[0]?.slice(0, 500)}`] : []),
  ];
}

function listAnswerFaults({ expected }: Attack, answered: string): string[] {
  return expected.test(answered) ? [] : [`was answered otherwise than ${expected}`];
}
