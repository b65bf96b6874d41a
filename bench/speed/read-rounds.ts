/** The read loads, in rounds: each round measures every server once, in another order, so that whatever else the machine does meets all. */
import type { LoadJob, LoadResult } from '../load/load-job.ts';
import { measure } from '../load/measure.ts';
import { type ContestantName, contestants, type Stage } from '../servers/contestants.ts';
import type { Servers } from '../servers/servers.ts';
import { loads, type ReadLoad } from './loads.ts';
import type { LoadReferences } from './reference.ts';
import type { Requests } from './requests.ts';

export interface RoundOptions {
  readonly connections: readonly number[];
  readonly rounds: number;
  /** Of one measurement. */
  readonly ms: number;
  readonly stage: Stage;
  readonly servers: Servers;
  readonly tell: (text: string) => void;
}

export interface Measured {
  readonly load: ReadLoad;
  readonly name: ContestantName;
  readonly connections: number;
  readonly round: number;
  readonly result: LoadResult;
}

export async function runRounds(
  load: ReadLoad,
  reference: LoadReferences,
  requests: Requests,
  options: RoundOptions,
): Promise<Measured[]> {
  const { servers, stage, tell } = options;
  const measured: Measured[] = [];
  for (const connections of options.connections) {
    for (let round = 0; round < options.rounds; round += 1) {
      tell(`${loads[load].title}: ${connections} connections, round ${round + 1} of ${options.rounds}`);
      for (const name of inTurns([...requests.keys()], round)) {
        if (!loads[load].repeats && contestants[name].isRestartedForCold) await servers.restart(name);
        const { port, pid } = servers.get(name);
        const job: LoadJob = {
          ...{ port, pid, path: contestants[name].path(load), headers: {}, connections, withTimeline: false },
          ...{ requests: requests.get(name) ?? [], ...toPhases(load, reference, options.ms) },
        };
        const result = await measure(job, stage.folder).catch((cause) => {
          throw new Error(`${name} was not measured to the end.`, { cause });
        });
        measured.push({ load, name, connections, round, result });
      }
    }
  }
  return measured;
}

function toPhases(load: ReadLoad, { warmUp, asked }: LoadReferences, ms: number): Pick<LoadJob, 'warmUp' | 'measured'> {
  const measured = asked.map((_, place) => warmUp.length + place);
  if (loads[load].repeats) return { warmUp: { sequence: measured, ms: ms / 2 }, measured: { sequence: measured, ms } };
  return { warmUp: { sequence: warmUp.map((_, place) => place), ms }, measured: { sequence: measured, ms: null } };
}

/** Another one begins each round, and every other round goes the other way. */
export function inTurns<Name>(names: readonly Name[], round: number): Name[] {
  const from = round % Math.max(1, names.length);
  const turned = [...names.slice(from), ...names.slice(0, from)];
  return round % 2 === 0 ? turned : turned.reverse();
}
