/** (e): createSubscription, beside pgbench doing the same inserts over as many connections as the gateway's pool has at work. */

import type { LoadJob, LoadRequest } from '../load/load-job.ts';
import { measure } from '../load/measure.ts';
import type { Percentiles } from '../load/percentiles.ts';
import { runCommand } from '../servers/command.ts';
import type { Stage } from '../servers/contestants.ts';
import type { StoreEnvironment } from '../servers/gateway.ts';
import { ask } from './http-ask.ts';
import { insertByPgbench } from './insert-by-pgbench.ts';
import { subscribe } from './loads.ts';
import { inTurns, type RoundOptions } from './read-rounds.ts';

export type GatewayName = 'gateway' | 'gateway-pg';

/** MAX_CONNECTIONS, unless an operator says otherwise. */
const poolSize = 10;

export interface MeasuredWrites extends Percentiles {
  readonly name: GatewayName | 'pgbench';
  readonly connections: number;
  readonly round: number;
  readonly perSecond: number;
}

/** Whatever else it holds, the answer has a subscription that is in force. */
export const subscribeRequest: LoadRequest = {
  body: JSON.stringify(subscribe),
  expected: { kind: 'text', text: '"status":"ACTIVE"' },
};

export async function runWriteRounds(
  names: readonly GatewayName[],
  { servers, stage, tell, connections: all, rounds, ms }: RoundOptions,
): Promise<MeasuredWrites[]> {
  const headers = new Map<GatewayName, Readonly<Record<string, string>>>();
  for (const name of names) headers.set(name, await writerHeaders(stage, name));
  const measured: MeasuredWrites[] = [];
  for (const connections of all) {
    for (let round = 0; round < rounds; round += 1) {
      tell(`(e) createSubscription: ${connections} connections, round ${round + 1} of ${rounds}`);
      for (const name of inTurns([...names, ...(names.includes('gateway-pg') ? (['pgbench'] as const) : [])], round)) {
        const result = name === 'pgbench' ? await measurePgbench(connections) : await measureGateway(name, connections);
        measured.push({ ...result, name, connections, round });
      }
    }
  }
  return measured;

  async function measureGateway(name: GatewayName, connections: number) {
    const { port, pid } = servers.get(name);
    const job: LoadJob = {
      ...{ port, pid, path: '/graphql', headers: headers.get(name) ?? {}, connections, withTimeline: false },
      requests: [subscribeRequest],
      warmUp: { sequence: [0], ms: ms / 2 },
      measured: { sequence: [0], ms },
    };
    return measure(job, stage.folder);
  }

  async function measurePgbench(connections: number) {
    const { port } = servers.get('gateway-pg');
    const { createSubscription } = await ask(
      `http://127.0.0.1:${port}/graphql`,
      { ...subscribe, query: subscribe.query.replace(' id ', ' id resourceId ') },
      headers.get('gateway-pg'),
    );
    return insertByPgbench({
      databaseUrl: stage.databaseUrl ?? '',
      like: createSubscription.subscription.resourceId,
      clients: Math.min(connections, poolSize),
      ms,
      folder: stage.folder,
    });
  }
}

export function environmentOf({ dataDirectory, databaseUrl }: Stage, name: GatewayName): StoreEnvironment {
  return name === 'gateway' ? { DATA_DIR: dataDirectory } : { DATABASE_URL: databaseUrl ?? '' };
}

/** A token is good for an hour. */
export async function writerHeaders(stage: Stage, name: GatewayName): Promise<Readonly<Record<string, string>>> {
  const token = await runCommand('src/cli/token.ts', ['--client', 'bench'], environmentOf(stage, name));
  return { Authorization: `Bearer ${token.trim()}` };
}
