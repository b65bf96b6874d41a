export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
}

/** NaN, all of them, of nothing. */
export function percentilesOf(times: readonly number[]): Percentiles {
  const at = quantilesOf(times);
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) };
}

/** The one that such a share of them is less than. */
export function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [below, above] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}
