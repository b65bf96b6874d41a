/** What a soak has shown: the figures of its rounds, and whether they are good. */
import type { ProcessSample } from './watch-process.ts';

export interface SoakRound {
  readonly asked: number;
  /** Under load. */
  readonly delayMs: ProcessSample['delayMs'];
  /** When all is quiet again. */
  readonly calm: ProcessSample;
}

const mostDelayMs = 50;
/** What memory may grow by from the second round to the last, as a share and in bytes, whichever is more. */
const tolerances = {
  'memory after collection': { share: 0.05, bytes: 5_000_000, of: heldBytes },
  'resident memory': { share: 0.1, bytes: 50_000_000, of: ({ calm }: SoakRound) => calm.residentBytes },
};

export function formatRounds(engine: string, rounds: readonly SoakRound[]): string {
  const rows = rounds.map(({ asked, delayMs: { p50, p99, max }, calm }, index) => {
    const cells = [index + 1, asked, toMegabytes(heldBytes({ calm })), toMegabytes(calm.residentBytes), p50, p99, max];
    return `| ${[engine, ...cells, sum(calm.handles), calm.openFiles].join(' | ')} |\n`;
  });
  return rows.join('');
}

export const tableHead =
  '| engine | round | requests | memory after collection, MB | resident, MB | delay p50, ms | p99 | max | handles | open files |\n' +
  `|${'---|'.repeat(10)}\n`;

/** One sentence for each thing that is not as it should be. */
export function listFaults(rounds: readonly SoakRound[]): string[] {
  const faults = rounds.flatMap(({ delayMs: { p99 } }, index) =>
    p99 < mostDelayMs ? [] : [`Round ${index + 1}: the event loop's delay is ${p99} ms at the 99th percentile.`],
  );
  for (const [name, { share, bytes, of }] of Object.entries(tolerances)) {
    const settled = rounds.slice(1).map((round) => of(round));
    const growth = slope(settled) * (settled.length - 1);
    const tolerated = Math.max(bytes, share * (settled[0] ?? 0));
    if (growth > tolerated) {
      faults.push(`The ${name} grew by ${toMegabytes(growth)} MB; ${toMegabytes(tolerated)} MB are tolerated.`);
    }
  }
  const [first, last] = [rounds[0]?.calm, rounds.at(-1)?.calm];
  if (!first || !last) return ['There was no round.'];
  for (const [kind, count] of Object.entries(last.handles)) {
    const before = first.handles[kind] ?? 0;
    if (count > before)
      faults.push(`There are ${count} handles of the kind ${kind}; after the first round: ${before}.`);
  }
  if (last.openFiles > first.openFiles)
    faults.push(`${last.openFiles} files are open; after the first round: ${first.openFiles}.`);
  return faults;
}

function heldBytes({ calm }: Pick<SoakRound, 'calm'>): number {
  return calm.heapBytes + calm.externalBytes;
}

/** Of the straight line that is nearest to the values. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const over = values.reduce((total, value, x) => total + (x - middle) * (value - mean), 0);
  const under = values.reduce((total, _, x) => total + (x - middle) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
