import { contestants } from './contestants.ts';
import { loads } from './loads.ts';
import type { Measured } from './read-rounds.ts';
import type { Start } from './servers.ts';

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
  const lines = [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`];
  for (const name of unique(rows, ({ name }) => name)) {
    const own = rows.filter((row) => row.name === name);
    const results = own.map(({ result }) => result);
    const middle = (value: (result: Measured['result']) => number) => median(results.map(value));
    const cells = [
      `${name}: ${contestants[name].title}`,
      Math.round(middle(({ perSecond }) => perSecond)),
      ...(['F1', 'F2', 'P2'] as const).map((base) => shown(ratioOf(rows, name, base), 2)),
      ...[middle(({ p50 }) => p50), middle(({ p99 }) => p99), middle(({ p999 }) => p999)].map((ms) => shown(ms, 2)),
      shown(
        middle(({ cpuMs, answered }) => cpuMs / answered),
        3,
      ),
      Math.round(middle(({ residentBytes }) => residentBytes) / 1e6),
      shown(
        middle(({ generatorShare }) => generatorShare),
        2,
      ),
    ];
    lines.push(`| ${cells.join(' | ')} |`);
  }
  return lines;
}

/** The median over the rounds of one server's throughput by another's in the same round; NaN where the other was not measured. */
export function ratioOf(rows: readonly Measured[], name: Measured['name'], base: Measured['name']): number {
  const ratios = rows
    .filter((row) => row.name === name)
    .flatMap(({ round, result }) => {
      const other = rows.find((row) => row.name === base && row.round === round);
      return other ? [result.perSecond / other.result.perSecond] : [];
    });
  return median(ratios);
}

export function startTable(starts: readonly Start[]): string[] {
  const head = ['server', 'start to ready, ms', 'idle, MB resident', 'idle, MB proportional'];
  const lines = ['### Start and idle memory', '', `| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`];
  for (const name of unique(starts, (start) => start.name)) {
    const own = starts.filter((start) => start.name === name);
    const mega = (value: (start: Start) => number) => shown(median(own.map(value)) / 1e6, 0);
    const ready = shown(median(own.map(({ readyMs }) => readyMs)), 0);
    const memory = [mega((start) => start.idleResidentBytes), mega((start) => start.idleProportionalBytes)];
    lines.push(`| ${[`${name}: ${contestants[name].title}`, ready, ...memory].join(' | ')} |`);
  }
  return [...lines, ''];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below, above] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}

export function shown(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}

function unique<Item, Value>(items: readonly Item[], value: (item: Item) => Value): Value[] {
  return [...new Set(items.map(value))];
}
