/**
 * (e): createSubscription, without an idempotency key and with one of its own each time, beside pgbench sending the same statements, and their insert
 * alone, over as many connections as the gateway's pool has at work.
 */
import type { LoadJob, LoadRequest } from '../load/load-job.ts';
import { measure } from '../load/measure.ts';
import type { Percentiles } from '../load/percentiles.ts';
import { runCommand } from '../servers/command.ts';
import type { Stage } from '../servers/contestants.ts';
import type { StoreEnvironment } from '../servers/gateway.ts';
import { subscribe } from './loads.ts';
import { inTurns, type RoundOptions } from './read-rounds.ts';
import { type CaughtWrite, catchWrite } from './statements-of-write.ts';
import { writeByPgbench } from './write-by-pgbench.ts';

export type GatewayName = 'gateway' | 'gateway-pg';

/** MAX_CONNECTIONS, unless an operator says otherwise. */
const poolSize = 10;

export interface WriteFigures extends Percentiles {
  readonly perSecond: number;
  /** The gateway's process, for one write; absent of pgbench. */
  readonly cpuMs?: number;
}

export interface MeasuredWrites extends WriteFigures {
  readonly name: GatewayName | 'pgbench' | 'pgbench, insert alone';
  readonly hasKey: boolean;
  readonly connections: number;
  readonly round: number;
}

export interface WriteRoundOptions extends RoundOptions {
  /** How long each gateway writes before the first round, of either kind. */
  readonly writeWarmUpMs: number;
}

/** Who writes how. */
interface Writer extends Pick<MeasuredWrites, 'name' | 'hasKey'> {
  write(connections: number, ms: number): Promise<WriteFigures>;
}

/** Whatever else it holds, the answer has a subscription that is in force. */
export const subscribeRequest: LoadRequest = {
  body: JSON.stringify(subscribe),
  expected: { kind: 'text', text: '"status":"ACTIVE"' },
};

export async function runWriteRounds(
  names: readonly GatewayName[],
  options: WriteRoundOptions,
): Promise<MeasuredWrites[]> {
  const { tell, connections: all, rounds, ms, writeWarmUpMs } = options;
  const gateways = await gatewayWriters(names, options);
  tell('(e) createSubscription: warming up');
  for (const gateway of gateways) await gateway.write(Math.max(...all), writeWarmUpMs);
  const writers = [...gateways, ...(names.includes('gateway-pg') ? await pgbenchWriters(options.stage) : [])];
  const measured: MeasuredWrites[] = [];
  for (const connections of all) {
    for (let round = 0; round < rounds; round += 1) {
      tell(`(e) createSubscription: ${connections} connections, round ${round + 1} of ${rounds}`);
      for (const { name, hasKey, write } of inTurns(writers, round)) {
        measured.push({ ...(await write(connections, ms)), name, hasKey, connections, round });
      }
    }
  }
  return measured;
}

async function gatewayWriters(names: readonly GatewayName[], { stage, servers }: RoundOptions): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (const name of names) {
    const headers = await writerHeaders(stage, name);
    const { port, pid } = servers.get(name);
    const write = async (connections: number, ms: number, withKeys: boolean) => {
      const job: LoadJob = {
        ...{ port, pid, path: '/graphql', headers, withKeys, connections, withTimeline: false },
        requests: [subscribeRequest],
        warmUp: { sequence: [0], ms: ms / 4 },
        measured: { sequence: [0], ms },
      };
      const { cpuMs, answered, ...result } = await measure(job, stage.folder);
      return { ...result, cpuMs: cpuMs / answered };
    };
    for (const hasKey of [false, true]) writers.push({ name, hasKey, write: (...of) => write(...of, hasKey) });
  }
  return writers;
}

async function pgbenchWriters({ databaseUrl, folder }: Stage): Promise<Writer[]> {
  const url = databaseUrl ?? '';
  const toWriter = (name: Writer['name'], hasKey: boolean, write: CaughtWrite): Writer => ({
    ...{ name, hasKey },
    write: (connections, ms) =>
      writeByPgbench({ databaseUrl: url, write, clients: Math.min(connections, poolSize), ms, folder }),
  });
  const plain = await catchWrite(url, { hasKey: false });
  const statements = plain.statements.filter(({ sql }) => sql.startsWith('insert '));
  return [
    toWriter('pgbench', false, plain),
    toWriter('pgbench', true, await catchWrite(url, { hasKey: true })),
    toWriter('pgbench, insert alone', false, { ...plain, statements }),
  ];
}

export function environmentOf({ dataDirectory, databaseUrl }: Stage, name: GatewayName): StoreEnvironment {
  return name === 'gateway' ? { DATA_DIR: dataDirectory } : { DATABASE_URL: databaseUrl ?? '' };
}

/** A token is good for an hour. */
export async function writerHeaders(stage: Stage, name: GatewayName): Promise<Readonly<Record<string, string>>> {
  const token = await runCommand('src/cli/token.ts', ['--client', 'bench'], environmentOf(stage, name));
  return { Authorization: `Bearer ${token.trim()}` };
}
