/** The read loads, in rounds: each round measures every server once, in another order, so that whatever else the machine does meets all. */
import { type Contestant, type ContestantName, contestants, type Stage } from './contestants.ts';
import { askText } from './http-ask.ts';
import type { LoadRequest, LoadResult } from './load-job.ts';
import { loads, type ReadLoad } from './loads.ts';
import { measure } from './measure.ts';
import type { Reference, References } from './reference.ts';
import type { ServerProcess } from './server-process.ts';

export interface RoundOptions {
  readonly names: readonly ContestantName[];
  readonly loads: readonly ReadLoad[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly ms: number;
  readonly stage: Stage;
  /** For files that are gone when the run is over. */
  readonly folder: string;
  readonly references: References;
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
  options: RoundOptions,
  servers: Map<ContestantName, ServerProcess>,
): Promise<Measured[]> {
  const { names, stage, tell, references } = options;
  const measured: Measured[] = [];
  for (const load of options.loads) {
    const reference = references.get(load);
    if (!reference) throw new Error(`Nothing is known of ${load}.`);
    const taking = names.filter((name) => (contestants[name] as Contestant).loads.includes(load));
    const requests = new Map<ContestantName, LoadRequest[]>();
    for (const name of taking)
      requests.set(name, await requestsOf(name, load, [...reference.warmUp, ...reference.asked], portOf(name)));
    for (const connections of options.connections) {
      for (let round = 0; round < options.rounds; round += 1) {
        tell(`${loads[load].title}: ${connections} connections, round ${round + 1} of ${options.rounds}`);
        for (const name of inTurns(taking, round)) {
          const contestant: Contestant = contestants[name];
          if (!loads[load].repeats && contestant.isRestartedForCold) {
            await servers.get(name)?.stop();
            servers.set(name, await contestant.start(stage));
          }
          const result = await measure(jobOf(name, load, connections, requests.get(name) ?? []), options.folder);
          measured.push({ load, name, connections, round, result });
        }
      }
    }
  }
  return measured;

  function portOf(name: ContestantName): number {
    return servers.get(name)?.port ?? 0;
  }

  function jobOf(name: ContestantName, load: ReadLoad, connections: number, all: readonly LoadRequest[]) {
    const warmers = references.get(load)?.warmUp.length ?? 0;
    const places = all.map((_, place) => place);
    const measuredPlaces = places.slice(warmers);
    const { repeats } = loads[load];
    return {
      port: portOf(name),
      pid: servers.get(name)?.pid ?? 0,
      path: contestants[name].path(load),
      headers: {},
      connections,
      requests: all,
      warmUp: {
        sequence: repeats ? measuredPlaces : places.slice(0, warmers),
        ms: repeats ? options.ms / 2 : options.ms,
      },
      measured: { sequence: measuredPlaces, ms: repeats ? options.ms : null },
      withTimeline: false,
    };
  }
}

/**
 * Each answer is compared with the gateway's by value, once and outside of the measurement; in it the body must be these very
 * bytes. What is to be asked just once can't be looked at before: there the data must be the same text as the gateway's.
 */
async function requestsOf(
  name: ContestantName,
  load: ReadLoad,
  references: readonly Reference[],
  port: number,
): Promise<LoadRequest[]> {
  const contestant: Contestant = contestants[name];
  const requests: LoadRequest[] = [];
  for (const { asked, text } of references) {
    const translated = contestant.translate(asked, load);
    const body = JSON.stringify(translated);
    if (!loads[load].repeats) {
      const data = JSON.stringify(JSON.parse(text).data);
      requests.push({ body, expected: { kind: 'start', text: `{"data":${data}` } });
      continue;
    }
    const answer = await askText(`http://127.0.0.1:${port}${contestant.path(load)}`, translated);
    if (!contestant.isRight(answer, text, load)) {
      throw new Error(
        `${name} answers otherwise to ${body.slice(0, 300)}: ${answer.slice(0, 600)} instead of ${text.slice(0, 600)}`,
      );
    }
    requests.push({ body, expected: { kind: 'whole', text: answer } });
  }
  return requests;
}

/** Another one begins each round, and every other round goes the other way. */
function inTurns<Name>(names: readonly Name[], round: number): Name[] {
  const from = round % Math.max(1, names.length);
  const turned = [...names.slice(from), ...names.slice(0, from)];
  return round % 2 === 0 ? turned : turned.reverse();
}
