/**
 * How many values fell into which bucket, in numbers of our own. The library's histogram makes a text of the labels and several objects for each value; here
 * an observation is an addition, and the library gets the sums when somebody looks.
 */
import type { MetricObjectWithValues, MetricType, MetricValueWithName } from 'prom-client';

export interface Histogram {
  /** `label`: under which it is counted, where the histogram has one. */
  observe(value: number, label?: string): void;
  /** As the library's histogram hands itself on. */
  snapshot(): HistogramSnapshot;
}

export type HistogramSnapshot = Omit<MetricObjectWithValues<MetricValueWithName<string>>, 'collect'>;

export interface HistogramOptions {
  readonly name: string;
  readonly help: string;
  /** The upper bounds, each of which belongs to its bucket. */
  readonly buckets: readonly number[];
  readonly labelName?: string;
}

interface Tally {
  /** By bucket; the last has what exceeds all bounds. */
  readonly counts: number[];
  sum: number;
}

export function createHistogram({ name, help, buckets, labelName }: HistogramOptions): Histogram {
  const tallies = new Map<string, Tally>();
  if (labelName === undefined) add('');

  function add(label: string): Tally {
    const tally = { counts: new Array<number>(buckets.length + 1).fill(0), sum: 0 };
    tallies.set(label, tally);
    return tally;
  }

  return {
    observe(value, label = '') {
      const tally = tallies.get(label) ?? add(label);
      let bucket = 0;
      for (const bound of buckets) {
        if (value <= bound) break;
        bucket += 1;
      }
      tally.counts[bucket] = (tally.counts[bucket] ?? 0) + 1;
      tally.sum += value;
    },

    snapshot() {
      const labelsOf = (label: string) => (labelName === undefined ? {} : { [labelName]: label });
      const values = [...tallies].flatMap(([label, tally]) =>
        valuesOf(tally, { name, buckets, labels: labelsOf(label) }),
      );
      // The library's types have numbers for kinds, where its values are names.
      return { name, help, type: 'histogram' as unknown as MetricType, aggregator: 'sum', values };
    },
  };
}

interface Described extends Pick<HistogramOptions, 'name' | 'buckets'> {
  readonly labels: Readonly<Record<string, string>>;
}

function valuesOf({ counts, sum }: Tally, { name, buckets, labels }: Described): MetricValueWithName<string>[] {
  let count = 0;
  const bounded = counts.map((ofBucket, place) => {
    count += ofBucket;
    return { value: count, labels: { le: buckets[place] ?? '+Inf', ...labels }, metricName: `${name}_bucket` };
  });
  return [
    ...bounded,
    { value: sum, labels, metricName: `${name}_sum` },
    { value: count, labels, metricName: `${name}_count` },
  ];
}
