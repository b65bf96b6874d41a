import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createHistogram } from '../../src/metrics/histogram.ts';

const described = { name: 'a_histogram', help: 'Some values.', buckets: [0.001, 0.5, 1, 20] };
const textOf = (snapshots: object[]) => AggregatorRegistry.aggregate([snapshots]).metrics();

describe('a histogram', () => {
  it.each<[string, [value: number, label?: string][], string?]>([
    ['without values', []],
    ['of values below, at, between and beyond its bounds', [[0], [0.001], [0.0011], [0.5], [3], [20], [20.5], [9000]]],
    [
      'with a label',
      [
        [0.2, 'graphql'],
        [7, 'rest'],
        [0.2, 'graphql'],
        [100, 'rest'],
      ],
      'face',
    ],
    ['with a label and no values', [], 'face'],
  ])("%s is shown as the library's is", async (_, values, labelName) => {
    const registry = new Registry();
    const labels = labelName === undefined ? {} : { labelNames: [labelName] };
    const theirs = new Histogram({ ...described, ...labels, registers: [registry] });
    const own = createHistogram({ ...described, ...(labelName !== undefined && { labelName }) });
    for (const [value, label] of values) {
      own.observe(value, label);
      theirs.observe(labelName === undefined ? {} : { [labelName]: label ?? '' }, value);
    }
    expect(await textOf([own.snapshot()])).toBe(await textOf(await registry.getMetricsAsJSON()));
  });
});
