/** A fixed number of requests a second, whatever the answers take: a gateway that gets slow is not spared. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SoakAction } from './soak-action.ts';

export interface LoadOptions {
  readonly actions: Readonly<Record<string, SoakAction>>;
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadTally {
  asked: number;
  /** What was not expected, and how often: `a variant: INTERNAL`. */
  readonly unexpected: Map<string, number>;
}

const tickMs = 20;
const mostAtOnce = 2000;

/** Resolves when every request has been answered. */
export async function runLoad({ actions, perSecond, seconds }: LoadOptions, tally: LoadTally): Promise<void> {
  const choose = createChoice(actions);
  const underWay = new Set<Promise<void>>();
  const start = performance.now();
  for (let asked = 0; asked < perSecond * seconds; ) {
    const due = Math.min(perSecond * seconds, ((performance.now() - start) / 1000) * perSecond);
    for (; asked < due; asked += 1) {
      const one = runOne(choose(), tally).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    if (underWay.size > mostAtOnce) throw new Error(`${mostAtOnce} requests wait for their answers.`);
    await sleep(tickMs);
  }
  await Promise.all(underWay);
}

async function runOne([name, { run, expected }]: [string, SoakAction], tally: LoadTally): Promise<void> {
  tally.asked += 1;
  const outcome = await run().catch((error: Error) => `broken (${error.message})`);
  if (expected.includes(outcome)) return;
  const fault = `${name}: ${outcome}`;
  tally.unexpected.set(fault, (tally.unexpected.get(fault) ?? 0) + 1);
}

function createChoice(actions: LoadOptions['actions']): () => [string, SoakAction] {
  const entries = Object.entries(actions);
  const sum = entries.reduce((total, [, { weight }]) => total + weight, 0);
  return () => {
    let at = Math.random() * sum;
    const found = entries.find(([, { weight }]) => {
      at -= weight;
      return at < 0;
    });
    return found ?? (entries[0] as [string, SoakAction]);
  };
}
