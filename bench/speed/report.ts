import { median } from '../load/percentiles.ts';
import { contestants } from '../servers/contestants.ts';
import type { Start } from '../servers/servers.ts';
import { loads } from './loads.ts';
import type { Measured } from './read-rounds.ts';

/** A table for each load and number of connections: medians of the rounds, and ratios within each round. */
export function readTables(measured: readonly Measured[]): string[] {
  const lines: string[] = [];
  for (const load of unique(measured, ({ load }) => load)) {
    for (const connections of unique(measured, ({ connections }) => connections)) {
      const rows = measured.filter((one) => one.load === load && one.connections === connections);
      if (rows.length > 0) lines.push(`### ${loads[load].title}; ${connections} connections`, '', ...tableOf(rows), '');
    }
  }
  return lines;
}

function tableOf(rows: readonly Measured[]): string[] {
  const head = [
    'server',
    'requests/s',
    'of F1',
    'of F2',
    'of P2',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'CPU ms',
    'MB',
    'generator',
  ];
  const lines = unique(rows, ({ name }) => name).map((name) => {
    const own = rows.filter((row) => row.name === name);
    const results = own.map(({ result }) => result);
    const middle = (digits: number, value: (result: Measured['result']) => number) =>
      shown(median(results.map(value)), digits);
    return [
      `${name}: ${contestants[name].title}`,
      middle(0, ({ perSecond }) => perSecond),
      ...(['F1', 'F2', 'P2'] as const).map((base) => shown(ratioOf(rows, name, base), 2)),
      ...[middle(2, ({ p50 }) => p50), middle(2, ({ p99 }) => p99), middle(2, ({ p999 }) => p999)],
      middle(3, ({ cpuMs, answered }) => cpuMs / answered),
      middle(0, ({ residentBytes }) => residentBytes / 1e6),
      middle(2, ({ generatorShare }) => generatorShare),
    ];
  });
  return tableLines(head, lines);
}

/** The median over the rounds of one server's throughput by another's in the same round; NaN where the other was not measured. */
export function ratioOf(rows: readonly Measured[], name: Measured['name'], base: Measured['name']): number {
  const of = (wanted: Measured['name']) => rows.filter((row) => row.name === wanted);
  return ratioInRounds(of(name), of(base), ({ result }) => result.perSecond);
}

interface InRound {
  readonly connections: number;
  readonly round: number;
}

/** The median over the rounds of a figure by that of the others in the same round; NaN where they were not measured. */
export function ratioInRounds<Row extends InRound>(
  own: readonly Row[],
  others: readonly Row[],
  figure: (row: Row) => number,
): number {
  const ratios = own.flatMap((row) => {
    const other = others.find(({ round, connections }) => round === row.round && connections === row.connections);
    return other ? [figure(row) / figure(other)] : [];
  });
  return median(ratios);
}

export function startTable(starts: readonly Start[]): string[] {
  const head = ['server', 'start to ready, ms', 'idle, MB resident', 'idle, MB proportional'];
  const rows = unique(starts, ({ name }) => name).map((name) => {
    const own = starts.filter((start) => start.name === name);
    const middle = (value: (start: Start) => number) => shown(median(own.map(value)), 0);
    return [
      `${name}: ${contestants[name].title}`,
      middle(({ readyMs }) => readyMs),
      middle(({ idleResidentBytes }) => idleResidentBytes / 1e6),
      middle(({ idleProportionalBytes }) => idleProportionalBytes / 1e6),
    ];
  });
  return ['### Start and idle memory', '', ...tableLines(head, rows), ''];
}

export function tableLines(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}

export function shown(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}

export function unique<Item, Value>(items: readonly Item[], value: (item: Item) => Value): Value[] {
  return [...new Set(items.map(value))];
}
