import { expect, it, onTestFinished } from 'vitest';
import { createRequestNotes } from '../../src/http/request-notes.ts';
import { addUp } from '../../src/metrics/add-up.ts';
import { createNameBound } from '../../src/metrics/bound-names.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { readMetrics } from '../support/read-metrics.ts';

/** Of a process that answered each of these operations once, and refused it once. */
async function snapshotOf(operations: readonly string[]) {
  const metrics = createMetrics();
  onTestFinished(() => metrics.close());
  for (const operation of operations) {
    const answered = { path: '/graphql', status: 200, durationMs: 7 };
    metrics.onAnswered(answered, Object.assign(createRequestNotes(), { operation }));
    metrics.onAnswered(answered, Object.assign(createRequestNotes(), { operation, code: 'NOT_FOUND' }));
  }
  return metrics.snapshot();
}

it('workers that each have other names have as many together as one process, and count all the same', async () => {
  const boundNames = createNameBound();
  const snapshots = await Promise.all(
    Array.from({ length: 8 }, (_, worker) =>
      snapshotOf(Array.from({ length: 30 }, (_, at) => `Op${30 * worker + at}`)),
    ),
  );
  const { samples, sum } = readMetrics(await addUp(snapshots.map(boundNames)));
  expect(sum('gateway_requests_total', { code: 'OK' })).toBe(240);
  expect(sum('gateway_requests_total', { code: 'NOT_FOUND' })).toBe(240);
  const named = samples.filter(({ labels }) => labels.operation?.startsWith('Op'));
  expect(named.filter(({ labels }) => labels.code === 'OK')).toHaveLength(30);
  expect(named.filter(({ labels }) => labels.code !== 'OK')).toHaveLength(10);
});

it('a name that found room keeps it', async () => {
  const boundNames = createNameBound();
  const first = await addUp([boundNames(await snapshotOf(['First']))]);
  boundNames(await snapshotOf(Array.from({ length: 30 }, (_, at) => `Op${at}`)));
  expect(
    await addUp([boundNames(await snapshotOf(['First']))]).then((text) =>
      readMetrics(text).sum('gateway_requests_total', { operation: 'First' }),
    ),
  ).toBe(2);
  expect(readMetrics(first).sum('gateway_requests_total', { operation: 'First' })).toBe(2);
});
