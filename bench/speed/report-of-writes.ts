import { median, type Percentiles } from '../load/percentiles.ts';
import type { MeasuredMix } from './mix.ts';
import { ratioInRounds, shown, tableLines, unique } from './report.ts';
import type { MeasuredWrites } from './write-rounds.ts';

export function writeTables(measured: readonly MeasuredWrites[]): string[] {
  if (measured.length === 0) return [];
  const head = ['connections', 'key', 'server', 'writes/s', 'of pgbench, same statements', 'of its insert alone'];
  const rows = unique(measured, ({ connections }) => connections).flatMap((connections) => {
    const at = measured.filter((one) => one.connections === connections);
    return [false, true].flatMap((hasKey) => {
      const alike = at.filter((one) => one.hasKey === hasKey);
      return unique(alike, ({ name }) => name).map((name) => {
        const own = alike.filter((one) => one.name === name);
        const middle = (digits: number, value: (one: MeasuredWrites) => number) =>
          shown(median(own.map(value)), digits);
        const isOfServer = name !== 'gateway';
        return [
          ...[connections, hasKey ? 'one each' : 'none', name],
          middle(0, ({ perSecond }) => perSecond),
          isOfServer ? shown(ofPgbench(own, alike), 2) : '–',
          isOfServer ? shown(ofPgbench(own, at, 'pgbench, insert alone'), 2) : '–',
          ...[middle(2, ({ p50 }) => p50), middle(2, ({ p99 }) => p99), middle(2, ({ p999 }) => p999)],
          middle(3, ({ cpuMs }) => cpuMs ?? Number.NaN),
        ];
      });
    });
  });
  const pool =
    'pgbench has as many connections as the gateway has requests, but 10 at most, as many as its pool. What it sends was caught from the ' +
    "gateway's own stores, doing one such write alone.";
  const times = ['p50 ms', 'p99 ms', 'p99.9 ms', 'CPU ms'];
  return ['### (e) createSubscription', '', ...tableLines([...head, ...times], rows), '', pool, ''];
}

/** The median over the rounds of the throughput by pgbench's in the same round; NaN where it was not measured. */
export function ofPgbench(
  own: readonly MeasuredWrites[],
  all: readonly MeasuredWrites[],
  base: MeasuredWrites['name'] = 'pgbench',
): number {
  return ratioInRounds(
    own,
    all.filter(({ name }) => name === base),
    ({ perSecond }) => perSecond,
  );
}

export function mixTables(measured: readonly MeasuredMix[], how: string): string[] {
  if (measured.length === 0) return [];
  const head = ['connections', 'server', 'requests/s', 'publications', 'all', 'reads', 'writes'];
  const seconds = ['1st second after a publication', '2nd second', 'before it, while it is announced', 'all others'];
  const rows = measured.map(({ connections, name, result, publications, ...one }) => [
    ...[connections, name, shown(result.perSecond, 0), publications],
    ...[result, one.reads, one.writes, one.firstSecond, one.secondSecond, one.publishing, one.others].map(
      formatPercentiles,
    ),
  ]);
  const ofBare = measured.map(({ connections, name, bare }) => {
    const reads = formatPercentiles(bare);
    return [
      connections,
      `F2, the reads of ${name}`,
      shown(bare.perSecond, 0),
      0,
      reads,
      reads,
      '–',
      '–',
      '–',
      '–',
      reads,
    ];
  });
  const title = '### (f) 95 % reads of 100 children by Zipf, 5 % createSubscription; p50 / p99 / p99.9 in ms';
  return [title, '', ...tableLines([...head, ...seconds], [...rows, ...ofBare]), '', how, ''];
}

function formatPercentiles({ p50, p99, p999 }: Percentiles): string {
  return [p50, p99, p999].map((ms) => shown(ms, 2)).join(' / ');
}
