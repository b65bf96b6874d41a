import { afterEach, expect, it } from 'vitest';
import { createRequestNotes } from '../../src/http/request-notes.ts';
import { addUp, sumOf, whatStays } from '../../src/metrics/add-up.ts';
import { createMetrics, type Metrics } from '../../src/metrics/metrics.ts';
import { readMetrics } from '../support/read-metrics.ts';

const open: Metrics[] = [];
afterEach(() => {
  for (const metrics of open.splice(0)) metrics.close();
});

async function snapshotOf(requests: number) {
  const metrics = createMetrics();
  open.push(metrics);
  metrics.addGauge({ name: 'gateway_test', help: 'A test.', read: () => requests });
  for (let count = 0; count < requests; count += 1) {
    metrics.onAnswered({ path: '/graphql', status: 200, durationMs: 7 }, createRequestNotes());
  }
  return metrics.snapshot();
}

it('the values of several processes are added up', async () => {
  const { sum } = readMetrics(await addUp([await snapshotOf(2), await snapshotOf(3)]));
  expect(sum('gateway_requests_total', { face: 'graphql', status: '200' })).toBe(5);
  expect(sum('gateway_request_duration_seconds_count')).toBe(5);
  expect(sum('gateway_request_duration_seconds_bucket', { le: '0.005' })).toBe(0);
  expect(sum('gateway_request_duration_seconds_bucket', { le: '0.01' })).toBe(5);
  expect([sum('gateway_processes'), sum('gateway_test')]).toEqual([2, 5]);
});

it('of a process that has ended, what it counted stays, and what it was is gone', async () => {
  const { sum } = readMetrics(await addUp([whatStays(await snapshotOf(2)), await snapshotOf(3)]));
  expect([sum('gateway_requests_total'), sum('gateway_request_duration_seconds_count')]).toEqual([5, 5]);
  expect([sum('gateway_processes'), sum('gateway_test')]).toEqual([1, 3]);
});

it('sums of those that have ended may be added up again', async () => {
  const first = await sumOf([[], whatStays(await snapshotOf(2))]);
  const { sum } = readMetrics(await addUp([await sumOf([first, whatStays(await snapshotOf(4))]), await snapshotOf(3)]));
  expect(sum('gateway_requests_total', { face: 'graphql', status: '200' })).toBe(9);
  expect(sum('gateway_request_duration_seconds_bucket', { le: '0.01' })).toBe(9);
  expect([sum('gateway_processes'), sum('gateway_test')]).toEqual([1, 3]);
});
