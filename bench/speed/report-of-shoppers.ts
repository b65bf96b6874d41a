import { median } from '../load/percentiles.ts';
import { ratioInRounds, shown, tableLines, unique } from './report.ts';
import type { MeasuredShoppers } from './shoppers.ts';

export function shopperTables(measured: readonly MeasuredShoppers[]): string[] {
  if (measured.length === 0) return [];
  const head = ['connections', 'shoppers', 'requests/s', 'of F2', 'from the cache', 'p50 ms', 'p99 ms', 'CPU ms', 'MB'];
  const rows = unique(measured, ({ connections }) => connections).flatMap((connections) => {
    const at = measured.filter((one) => one.connections === connections);
    return unique(at, ({ name }) => name).map((name) => {
      const own = at.filter((one) => one.name === name);
      const middle = (digits: number, value: (one: MeasuredShoppers) => number) =>
        shown(median(own.map(value)), digits);
      return [
        ...[connections, name, middle(0, ({ result }) => result.perSecond), shown(ofF2(at, name), 2)],
        name === 'F2' ? '–' : `${shown(100 * hitRateOf(at, name), 1)} %`,
        middle(2, ({ result }) => result.p50),
        middle(2, ({ result }) => result.p99),
        middle(3, ({ result }) => result.cpuMs / result.answered),
        middle(0, ({ result }) => result.residentBytes / 1e6),
      ];
    });
  });
  const title = '### (g) 5,000 shoppers, 3 languages, 3 currencies, parents by Zipf, a fifth of the pages filtered';
  return [title, '', ...tableLines(head, rows), ''];
}

export function hitRateOf(measured: readonly MeasuredShoppers[], name: MeasuredShoppers['name']): number {
  return median(measured.filter((one) => one.name === name).map(({ hitRate }) => hitRate));
}

/** The median over the rounds of the throughput by F2's in the same round. */
export function ofF2(measured: readonly MeasuredShoppers[], name: MeasuredShoppers['name']): number {
  const of = (wanted: MeasuredShoppers['name']) => measured.filter((one) => one.name === wanted);
  return ratioInRounds(of(name), of('F2'), ({ result }) => result.perSecond);
}
