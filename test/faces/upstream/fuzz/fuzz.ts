import { openEmbedded } from '../../../support/engines.ts';
import { openGatewayBefore } from '../../../support/gateway-before.ts';
import { distorted, randomOf } from './distort.ts';
import { operationsOf } from './operations.ts';

export interface FuzzOptions {
  /** Of each operation. */
  readonly runs: number;
  readonly seed: number;
  readonly onOperation?: (name: string, outcomes: ReadonlyMap<string, number>) => void;
}

/** What ended in a fault of ours, which nothing that a platform answers may. */
export async function fuzz({ runs, seed, onOperation }: FuzzOptions): Promise<string[]> {
  let random = randomOf(seed);
  let isDistorting = false;
  const gateway = await openGatewayBefore(openEmbedded, {
    distort: (answer) => (isDistorting && random() < 0.5 ? distorted(random, answer) : answer),
  });
  const faults: string[] = [];
  try {
    for (const [name, ask] of operationsOf(gateway)) {
      isDistorting = false;
      const whole = await ask();
      const outcomes = new Map<string, number>();
      isDistorting = true;
      for (let run = 0; run < runs; run += 1) {
        random = randomOf(seed + run);
        const { isInternal, text } = await ask();
        const bugs = gateway.bugs.splice(0).filter((bug) => !isOutage(bug));
        if (isInternal || bugs.length > 0) {
          faults.push(
            `${name}, seed ${seed + run}: ${text.slice(0, 300)} ${bugs.map((bug) => (bug as Error).stack).join('\n')}`,
          );
        }
        const outcome =
          text === whole.text ? 'as without' : (/"(?:code|title)":"([^"]+)"/.exec(text)?.[1] ?? 'other data');
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
      onOperation?.(name, outcomes);
    }
  } finally {
    await gateway.drop();
  }
  return faults;
}

/** What is told to the log of a platform that does not answer by its contract is no bug of ours. */
function isOutage(bug: unknown): boolean {
  return bug instanceof Error && bug.name !== 'TypeError' && bug.name !== 'RangeError' && bug.name !== 'ZodError';
}
