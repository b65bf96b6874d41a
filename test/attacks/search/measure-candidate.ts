/** What one request takes of the gateway. */
import { markMemory, peakMemory } from '../process-memory.ts';
import { type Candidate, toWireRequest } from './candidate.ts';
import type { WatchedGateway } from './watched-gateway.ts';

export interface Taken {
  /** How long nothing else was done, without what the thread waited for a core. */
  readonly blockMs: number;
  readonly grownBytes: number;
  readonly cpuMs: number;
  /** Null: the request did not get as far as being estimated. */
  readonly cost: number | null;
  readonly summary: string;
  readonly bytes: number;
}

/** Null: the request is longer than one may be. */
export async function measureCandidate(candidate: Candidate, gateway: WatchedGateway): Promise<Taken | null> {
  const { program, tokens } = gateway;
  const authorization = candidate.grant ? { Authorization: `Bearer ${tokens[candidate.grant]}` } : {};
  let worst: Taken | null = null;
  for (let turn = 0; turn < candidate.repeats; turn += 1) {
    const request = toWireRequest(candidate, turn);
    if (request === null) return worst;
    const { method, target, body } = request;
    const headers = { ...request.headers, ...authorization };
    await gateway.sample();
    const before = markMemory(program.pid);
    const { summary, bytes, text } = await gateway.fetch(target, { method, headers, body });
    const { delayMs, cpuMs } = await gateway.sample();
    const taken: Taken = {
      blockMs: Math.min(delayMs, cpuMs),
      grownBytes: peakMemory(program.pid) - before,
      cpuMs,
      cost: readCost(text),
      summary,
      bytes,
    };
    if (worst === null || weigh(taken) > weigh(worst)) worst = taken;
  }
  return worst;
}

function weigh({ blockMs, grownBytes }: Taken): number {
  return blockMs + grownBytes / 1e6;
}

/** Without parsing what may be ten megabytes. */
function readCost(text: string): number | null {
  const [, requested] =
    /"cost":\{"requested":(\d+)/.exec(text.slice(-500)) ?? /"cost":\{"requested":(\d+)/.exec(text) ?? [];
  return requested === undefined ? null : Number(requested);
}
