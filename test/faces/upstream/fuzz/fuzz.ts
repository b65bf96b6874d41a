import { openEmbedded } from '../../../support/engines.ts';
import { openGatewayBefore } from '../../../support/gateway-before.ts';
import { distorted, randomOf } from './distort.ts';
import { operationsOf } from './operations.ts';

export interface FuzzOptions {
  /** How many distorted answers each operation gets. */
  readonly answers: number;
  readonly seed: number;
  readonly onOperation?: (name: string, outcomes: ReadonlyMap<string, number>) => void;
}

/** What ended in a fault of ours, which nothing that a platform answers may. */
export async function fuzz({ answers, seed, onOperation }: FuzzOptions): Promise<string[]> {
  let random = randomOf(seed);
  let isDistorting = false;
  let count = 0;
  const gateway = await openGatewayBefore(openEmbedded, {
    distort(answer) {
      if (!isDistorting || random() < 0.5) return answer;
      count += 1;
      return distorted(random, answer);
    },
  });
  const faults: string[] = [];
  try {
    for (const [name, ask] of operationsOf(gateway)) {
      isDistorting = false;
      const whole = await ask();
      const outcomes = new Map<string, number>();
      isDistorting = true;
      count = 0;
      for (let run = 0; count < answers; run += 1) {
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
