/**
 * `npm run test:overload [-- --engine postgres --workers 2 --peak]`: two workers on PostgreSQL with a replica, each server behind PgBouncer in transaction mode, under
 * an open loop from a quarter of what they can answer to twice as much. What is answered must stay near its peak, the excess be refused with
 * `Retry-After`, those who are answered wait not much longer than at half the load, and all be as before five seconds after it. What is slow at half the load is the median of
 * five windows of it, after a warm-up: one bad moment of the machine would excuse all that comes later. All of it, and the load generator, share this machine's
 * cores. Takes two minutes; with `--peak` it only says how much can be answered, and what of the processors each
 * part took for it.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { figuresOf } from '../../bench/load/process-figures.ts';
import { startGenerator } from './overload/generator.ts';
import type { Outcome } from './overload/open-loop.ts';
import { type Stack, type StackOptions, startStack } from './overload/stack.ts';
import { formatFactor, formatStep, headOfSteps, listFaults, medianP99, type Step, toStep } from './overload/step.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'postgres' },
    workers: { type: 'string', default: '2' },
    peak: { type: 'boolean', default: false },
  },
});
const stepSeconds = 7;
const shares = [0.25, 0.75, 1, 1.25, 1.5, 2];
/** At half of what can be answered, after a warm-up. */
const half = { warmUpSeconds: 5, windows: 5, windowSeconds: 5 };
/** Of what was sent, or the gateway is full. */
const fullBelow = 0.9;

const engine = values.engine as StackOptions['engine'];
const stack = await startStack({ engine, workers: Number(values.workers) });
const generator = startGenerator();
try {
  await send(50, 4);
  const full = await findPeak();
  process.stdout.write(
    `${engine}, ${values.workers} workers, ${availableParallelism()} cores: ${full} requests a second are all that is answered\n`,
  );
  process.stdout.write(await describeWork(full / 2));
  if (!values.peak) process.exitCode = (await ramp(full)) ? 0 : 1;
} finally {
  generator.stop();
  await stack.stop();
}

function send(perSecond: number, seconds: number): Promise<Outcome[]> {
  return generator.send(stack.program, perSecond, seconds);
}

/** More and more, until what is answered falls short of what is sent. */
async function findPeak(): Promise<number> {
  let best = 0;
  for (let perSecond = 200; perSecond < 20_000; perSecond *= 1.5) {
    const { answeredPerSecond } = toStep(perSecond, await send(perSecond, 2));
    best = Math.max(best, answeredPerSecond);
    if (answeredPerSecond < perSecond * fullBelow) break;
  }
  return best;
}

/** What each part takes of a processor for a request, and of memory. */
async function describeWork(perSecond: number): Promise<string> {
  const before = measure(stack);
  const { length } = await send(perSecond, stepSeconds);
  return measure(stack)
    .map(({ name, cpuMs, residentBytes }, place) => {
      const each = (cpuMs - (before[place]?.cpuMs ?? 0)) / length;
      return `${name}: ${each.toFixed(2)} ms of a core each, ${Math.round(residentBytes / 1e6)} MB\n`;
    })
    .join('');
}

function measure({ pids }: Stack) {
  return Object.entries(pids).map(([name, all]) => {
    const figures = all.map(figuresOf);
    const sum = (of: 'cpuMs' | 'residentBytes') => figures.reduce((total, one) => total + one[of], 0);
    return { name, cpuMs: sum('cpuMs'), residentBytes: sum('residentBytes') };
  });
}

async function ramp(full: number): Promise<boolean> {
  const usual = await measureHalf(full / 2);
  process.stdout.write(headOfSteps);
  show(usual);
  const steps: Step[] = [];
  for (const share of shares) steps.push(show(toStep(full * share, await send(full * share, stepSeconds))));
  const after = await send(full / 2, stepSeconds);
  show(toStep(full / 2, after));
  process.stdout.write(formatFactor(steps, usual));
  const faults = listFaults(steps, { half: usual, after });
  process.stdout.write(faults.join('') || 'All of it held.\n');
  return faults.length === 0;
}

async function measureHalf(perSecond: number): Promise<Step> {
  const { warmUpSeconds, windows, windowSeconds } = half;
  await send(perSecond, warmUpSeconds);
  const outcomes = await send(perSecond, windows * windowSeconds);
  const { median, all } = medianP99(outcomes, windowSeconds);
  process.stdout.write(`At half of it, p99 in windows of ${windowSeconds} s: ${all.join(', ')} ms\n`);
  return { ...toStep(perSecond, outcomes), p99Ms: median };
}

function show(step: Step): Step {
  process.stdout.write(formatStep(step));
  return step;
}
