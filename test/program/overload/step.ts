import type { Outcome } from './open-loop.ts';

/** What became of the requests of one rate. */
export interface Step {
  readonly perSecond: number;
  readonly answeredPerSecond: number;
  readonly refusedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** How long refused ones waited. */
  readonly refusedP99Ms: number;
  /** What else came, and how often. */
  readonly others: readonly (readonly [string, number])[];
}

export const headOfSteps =
  '| sent a second | answered | refused | p50, ms | p99, ms | p99 of refusals, ms |\n|---|---|---|---|---|---|\n';

export function toStep(perSecond: number, outcomes: readonly Outcome[]): Step {
  const of = (wanted: string) => outcomes.filter(({ what }) => what === wanted).map(({ tookMs }) => tookMs);
  const [answered, refused] = [of('answered'), of('refused')];
  const others = new Map<string, number>();
  for (const { what } of outcomes) {
    if (what !== 'answered' && what !== 'refused') others.set(what, (others.get(what) ?? 0) + 1);
  }
  const seconds = outcomes.length / perSecond;
  return {
    perSecond: Math.round(perSecond),
    answeredPerSecond: Math.round(answered.length / seconds),
    refusedPerSecond: Math.round(refused.length / seconds),
    ...{ p50Ms: rankOf(answered, 0.5), p99Ms: rankOf(answered, 0.99), refusedP99Ms: rankOf(refused, 0.99) },
    others: [...others],
  };
}

export function formatStep({ perSecond, answeredPerSecond, refusedPerSecond, ...step }: Step): string {
  return `| ${[perSecond, answeredPerSecond, refusedPerSecond, step.p50Ms, step.p99Ms, step.refusedP99Ms].join(' | ')} |\n`;
}

const goodputShare = 0.9;
const slowerTimes = 5;
const recoversWithinMs = 5000;

export interface Around {
  /** At half of what can be answered, before. */
  readonly half: Step;
  /** At the same rate, right after the most. */
  readonly after: readonly Outcome[];
}

/** What does not hold, in sentences. */
export function listFaults(steps: readonly Step[], { half, after }: Around): string[] {
  const peak = Math.max(...steps.map(({ answeredPerSecond }) => answeredPerSecond));
  const faults: string[] = [];
  for (const { perSecond, answeredPerSecond, p99Ms, others } of steps) {
    const at = `At ${perSecond} a second`;
    if (answeredPerSecond < Math.min(perSecond, peak) * goodputShare) {
      faults.push(`${at} ${answeredPerSecond} are answered, of ${peak} at the peak.\n`);
    }
    if (p99Ms > slowerTimes * half.p99Ms) faults.push(`${at} the slowest take ${p99Ms} ms, ${half.p99Ms} at half.\n`);
    for (const [what, count] of others) faults.push(`${at}, ${count} times: ${what}\n`);
  }
  const recovered = after.filter(({ dueMs }) => dueMs > recoversWithinMs);
  const refused = recovered.filter(({ what }) => what !== 'answered').length;
  const { p99Ms } = toStep(half.perSecond, recovered);
  if (refused > 0) faults.push(`${refused} are not answered longer than 5 s after it.\n`);
  if (p99Ms > 2 * half.p99Ms) faults.push(`5 s after it, the slowest still take ${p99Ms} ms, ${half.p99Ms} before.\n`);
  return faults;
}

/** How many times as long the slowest take under the most that was sent. */
export function formatFactor(steps: readonly Step[], half: Step): string {
  const [most] = steps.toSorted((a, b) => b.perSecond - a.perSecond);
  const times = ((most?.p99Ms ?? Number.NaN) / half.p99Ms).toFixed(1);
  return `p99 at ${most?.perSecond} a second: ${times} times that at ${half.perSecond}.\n`;
}

/** Of p99 in each window of so many seconds. */
export function medianP99(outcomes: readonly Outcome[], windowSeconds: number) {
  const windows = Object.groupBy(outcomes, ({ dueMs }) => Math.floor(dueMs / 1000 / windowSeconds));
  const all = Object.values(windows).map((ofWindow = []) => toStep(ofWindow.length / windowSeconds, ofWindow).p99Ms);
  return { median: rankOf(all, 0.5), all };
}

/** In whole milliseconds; 0 of nothing. */
function rankOf(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
