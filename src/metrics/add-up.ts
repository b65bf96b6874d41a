import { AggregatorRegistry } from 'prom-client';
import type { MetricSnapshot } from './metrics.ts';

/** The values of several processes as Prometheus' text: added up, or as the series says. */
export function addUp(snapshots: readonly MetricSnapshot[]): Promise<string> {
  return AggregatorRegistry.aggregate([...snapshots]).metrics();
}

/** The same, to be added up again. */
export function sumOf(snapshots: readonly MetricSnapshot[]): Promise<MetricSnapshot> {
  return AggregatorRegistry.aggregate([...snapshots]).getMetricsAsJSON();
}

/** What goes on counting when the process has ended: without it, a sum would go down, and be read as counted anew. */
export function whatStays(snapshot: MetricSnapshot): MetricSnapshot {
  // The library's types have names for kinds, and values that are their numbers' place; what is sent has the names.
  return snapshot.filter(({ type }) => ['counter', 'histogram'].includes(String(type)));
}
