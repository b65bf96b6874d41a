/** What the gateway is to reach beside the others, and what it did. */
import { median } from '../load/percentiles.ts';
import type { Start } from '../servers/servers.ts';
import type { MeasuredMix } from './mix.ts';
import type { Measured } from './read-rounds.ts';
import { ratioOf, shown, tableLines, unique } from './report.ts';
import { hitRateOf, ofF2 } from './report-of-shoppers.ts';
import { ofPgbench } from './report-of-writes.ts';
import type { MeasuredShoppers } from './shoppers.ts';
import type { GatewayName, MeasuredWrites } from './write-rounds.ts';

export interface Findings {
  readonly reads: readonly Measured[];
  readonly writes: readonly MeasuredWrites[];
  readonly mixes: readonly MeasuredMix[];
  readonly shoppers: readonly MeasuredShoppers[];
  readonly starts: readonly Start[];
}

/** Whose targets there are. */
type Aimed = GatewayName | 'gateway-uncached' | 'live' | 'live-uncached' | 'mirror';

interface Target {
  readonly text: string;
  /** Absent: of both engines. */
  readonly of?: Aimed;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** NaN where it was not measured. */
  readonly found: (name: Aimed, findings: Findings, connections: number) => number;
}

type Load = Measured['load'];
type Name = Measured['name'];

/** As much: two equal servers in one round differ by as much. */
const about = { atLeast: 0.9, atMost: 1.1 } as const;

const targets: readonly Target[] = [
  { text: '(a) hot, throughput of F1', atLeast: 0.6, found: throughput('a', 'F1') },
  { text: '(a) hot, of the best of P1, P2, P3', atLeast: 5, found: ofBest('a', ['P1', 'P2', 'P3']) },
  { text: '(a) new to the server, of F2', atLeast: 0.6, found: throughput('cold', 'F2') },
  { text: '(a) new to the server, of P2', atLeast: 1.2, found: throughput('cold', 'P2') },
  { text: '(a) uncached, of F2', of: 'gateway-uncached', atLeast: 0.6, found: throughput('cold', 'F2') },
  { text: '(a) uncached, of P2', of: 'gateway-uncached', atLeast: 1.2, found: throughput('cold', 'P2') },
  {
    text: '(b) uncached, of the best peer',
    of: 'gateway-uncached',
    atLeast: 1,
    found: ofBest('b', ['P1', 'P2', 'P3']),
  },
  {
    text: '(d) uncached, of the best peer',
    of: 'gateway-uncached',
    atLeast: 1,
    found: ofBest('d', ['P1', 'P2', 'P3']),
  },
  { text: '(b) of the best peer', atLeast: 1, found: ofBest('b') },
  { text: '(c) of the best peer', atLeast: 1, found: ofBest('c') },
  { text: '(d) of the best peer', atLeast: 1, found: ofBest('d') },
  { text: "(d) time, of (a)'s for as many products", atMost: 3, found: timeOfAliased },
  { text: '(e) of pgbench with the same statements', of: 'gateway-pg', atLeast: 0.3, found: writesOfPgbench(false) },
  { text: '(e) with a key each, of pgbench so', of: 'gateway-pg', atLeast: 0.2, found: writesOfPgbench(true) },
  { text: "(e) processor's ms a write", of: 'gateway', atMost: 0.45, found: timeOfWrite },
  { text: "(f) p99, of that of F2's reads", atMost: 2, found: mixed(({ result, bare }) => result.p99 / bare.p99) },
  { text: '(f) p99, of p50', atMost: 5, found: mixed(({ result }) => result.p99 / result.p50) },
  {
    text: '(f) p99 in the second after a publication, of p99 otherwise',
    atMost: 1.2,
    found: mixed(({ firstSecond, others }) => firstSecond.p99 / others.p99),
  },
  { text: '(g) with a token and an account each, of F2', atLeast: 0.5, found: shoppersOfF2 },
  { text: '(g) hit rate with accounts, points less than without', atMost: 2, found: pointsOfAccounts },
  ...(['a', 'b', 'c', 'd'] as const).flatMap((load): Target[] => [
    { text: `(${load}) throughput of P4`, atLeast: 5, found: throughput(load, 'P4') },
    { text: `(${load}) p99 of P4`, atMost: 0.2, found: part(load, 'P4', ({ p99 }) => p99) },
    { text: `(${load}) memory of P4`, atMost: 0.2, found: part(load, 'P4', ({ residentBytes }) => residentBytes) },
  ]),
  ...(['a', 'b', 'c', 'd'] as const).flatMap((load): Target[] => [
    { text: `(${load}) warm, throughput of P4`, of: 'live', atLeast: 10, found: throughput(load, 'P4') },
    { text: `(${load}) cold, throughput of P4`, of: 'live-uncached', atLeast: 1, found: throughput(load, 'P4') },
    {
      text: `(${load}) throughput of the gateway with the same data`,
      of: 'mirror',
      ...about,
      found: throughput(load, 'gateway'),
    },
  ]),
  { text: '(a) new to the server, of P4', of: 'live', atLeast: 1, found: throughput('cold', 'P4') },
  { text: 'idle, MB resident', atMost: 100, found: idleMegabytes },
  { text: 'start to ready, ms', atMost: 400, found: readyMs },
];

/** A row for each target and gateway; a column for each number of connections. */
export function targetTable(findings: Findings): string[] {
  const all = unique(
    [...findings.reads, ...findings.writes, ...findings.mixes, ...findings.shoppers],
    ({ connections }) => connections,
  );
  const head = ['target', 'wanted', 'server', ...all.map((connections) => `${connections} connections`)];
  const rows = targets.flatMap((target) =>
    (target.of ? [target.of] : (['gateway', 'gateway-pg'] as const)).flatMap((name) => {
      const cells = all.map((connections) => toCell(target, target.found(name, findings, connections)));
      const wanted = [target.atLeast && `≥ ${target.atLeast}`, target.atMost && `≤ ${target.atMost}`]
        .filter(Boolean)
        .join(', ');
      return cells.every((cell) => cell === '–') ? [] : [[target.text, wanted, name, ...cells]];
    }),
  );
  return rows.length === 0 ? [] : ['### Targets', '', ...tableLines(head, rows), ''];
}

function toCell(
  { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY }: Target,
  value: number,
): string {
  if (!Number.isFinite(value)) return '–';
  return `${shown(value, 2)} ${value >= atLeast && value <= atMost ? 'met' : '**missed**'}`;
}

function throughput(load: Load, base: Name): Target['found'] {
  return (name, { reads }, connections) => ratioOf(rowsOf(reads, load, connections), name, base);
}

function ofBest(load: Load, peers: readonly Name[] = ['P1', 'P2', 'P3', 'P4', 'P5']): Target['found'] {
  return (name, findings, connections) => {
    const ratios = peers.map((peer) => throughput(load, peer)(name, findings, connections));
    return Math.min(...ratios.filter(Number.isFinite));
  };
}

/** The median over the rounds of one figure by the other's. */
function part(load: Load, base: Name, figure: (result: Measured['result']) => number): Target['found'] {
  return (name, { reads }, connections) => {
    const rows = rowsOf(reads, load, connections);
    const of = (wanted: Name) => median(rows.filter((row) => row.name === wanted).map(({ result }) => figure(result)));
    return of(name) / of(base);
  };
}

/** Both loads have 100 children in an answer. */
function timeOfAliased(name: Aimed, { reads }: Findings, connections: number): number {
  const of = (load: Load) => {
    const own = rowsOf(reads, load, connections).filter((row) => row.name === name);
    return median(own.map(({ result }) => 1 / result.perSecond));
  };
  return of('d') / of('a');
}

function writesOfPgbench(hasKey: boolean): Target['found'] {
  return (name, { writes }, connections) => {
    const alike = writes.filter((one) => one.connections === connections && one.hasKey === hasKey);
    return ofPgbench(
      alike.filter((one) => one.name === name),
      alike,
    );
  };
}

function timeOfWrite(name: Aimed, { writes }: Findings, connections: number): number {
  const own = writes.filter((one) => one.name === name && one.connections === connections && !one.hasKey);
  return median(own.map(({ cpuMs }) => cpuMs ?? Number.NaN));
}

const withAccounts = 'a token each, with an account';

function shoppersOfF2(name: Aimed, { shoppers }: Findings, connections: number): number {
  if (name !== 'gateway') return Number.NaN;
  return ofF2(
    shoppers.filter((one) => one.connections === connections),
    withAccounts,
  );
}

function pointsOfAccounts(name: Aimed, { shoppers }: Findings, connections: number): number {
  if (name !== 'gateway') return Number.NaN;
  const at = shoppers.filter((one) => one.connections === connections);
  return 100 * (hitRateOf(at, 'a token each') - hitRateOf(at, withAccounts));
}

function mixed(figure: (mix: MeasuredMix) => number): Target['found'] {
  return (name, { mixes }, connections) => {
    const mix = mixes.find((one) => one.name === name && one.connections === connections);
    return mix ? figure(mix) : Number.NaN;
  };
}

function idleMegabytes(name: Aimed, { starts }: Findings): number {
  const own = starts.filter((start) => start.name === name);
  return median(own.map(({ idleResidentBytes }) => idleResidentBytes / 1e6));
}

function readyMs(name: Aimed, { starts }: Findings): number {
  return median(starts.filter((start) => start.name === name).map((start) => start.readyMs));
}

function rowsOf(reads: readonly Measured[], load: Load, connections: number): Measured[] {
  return reads.filter((row) => row.load === load && row.connections === connections);
}
