/** One attack, on a gateway of its own that has answered ordinary requests before. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestAttack } from './attack.ts';
import { type AttackedGateway, startAttackedGateway } from './attacked-gateway.ts';
import type { AttackedStore } from './attacked-store.ts';
import { startProber } from './prober.ts';
import { markMemory, peakMemory } from './process-memory.ts';
import { mainThreadTime } from './process-time.ts';

export interface Measured {
  /** What `/health/live` took at most meanwhile. */
  readonly blockMs: number;
  /** How long the gateway's main thread was at work: on a busy machine a health check also waits for a core. */
  readonly workMs: number;
  readonly grownBytes: number;
  readonly answered: string;
  readonly isAlive: boolean;
  /** What the gateway logged as a bug. */
  readonly bugs: readonly string[];
}

/** What an answer leaves to do (writing it, collecting garbage) belongs to it. */
const aftermathMs = 500;

export async function measureAttack(attack: RequestAttack, store: AttackedStore): Promise<Measured> {
  const gateway = await startAttackedGateway(store, attack.settings);
  try {
    await askOrdinarily(gateway);
    await attack.prepare?.(gateway);
    const { pid } = gateway.program;
    const prober = await startProber(gateway.port);
    // Long enough for the first probes to be over: what they load is no part of the attack.
    await sleep(100);
    const before = markMemory(pid);
    const timeBefore = mainThreadTime(pid);
    const answered = await attack.send(gateway).catch((error: Error) => `broken: ${error.cause ?? error.message}`);
    await sleep(aftermathMs);
    const probes = await prober.stop();
    const isAlive = gateway.isAlive();
    return {
      blockMs: probes.longestMs,
      workMs: isAlive ? mainThreadTime(pid) - timeBefore : Number.NaN,
      grownBytes: isAlive ? peakMemory(pid) - before : Number.NaN,
      answered,
      isAlive,
      bugs: listBugs(gateway.program.output()),
    };
  } finally {
    await gateway.stop('SIGKILL');
  }
}

/** How long an idle gateway's health takes at most on this machine now: what of a block is the machine's. */
export async function measureIdle(store: AttackedStore): Promise<number> {
  const gateway = await startAttackedGateway(store);
  await askOrdinarily(gateway);
  const prober = await startProber(gateway.port);
  await sleep(3000);
  const { longestMs } = await prober.stop();
  await gateway.stop('SIGKILL');
  return longestMs;
}

/** Code and connections that any running gateway has loaded by then. */
async function askOrdinarily(gateway: AttackedGateway): Promise<void> {
  const query = `query($id: ID!) { products(first: 20) { totalCount nodes { name prices { money { formatted } } } } product(id: $id) { name } }`;
  for (let round = 0; round < 3; round += 1) {
    const { summary, text } = await gateway.post({ query, variables: { id: gateway.store.parent } });
    if (summary !== '200') throw new Error(`An ordinary request was answered by ${summary}: ${text.slice(0, 1000)}`);
    await gateway.fetch('/v2/pcm/catalog/products?page[limit]=5');
  }
}

/** Also what some library printed instead of us: a stack that is no log. */
function listBugs(output: string): string[] {
  return output.split('\n').filter((line) => /"level":[56]0|^\s+at /.test(line));
}
