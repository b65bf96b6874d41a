/**
 * Each worker names the operations that come to it first: of all of them together there would be as many times the series, and more with each
 * worker that is replaced. So the process that adds them up has room for as many names as one process has.
 */
import type { MetricSnapshot } from './metrics.ts';
import { kindOf, maxNamed, otherOperation } from './request-counter.ts';

type Labels = MetricSnapshot[number]['values'][number]['labels'];

/** Returns what makes a snapshot have the names that came first among all that it was given, and `other` in the place of the rest. */
export function createNameBound(): (snapshot: MetricSnapshot) => MetricSnapshot {
  const named = { answered: new Set<string>(), refused: new Set<string>() };

  function isNamed({ face, operation, code, status }: Labels): boolean {
    const kind = kindOf(String(code));
    const key = `${face} ${status} ${code} ${operation}`;
    if (named[kind].size < maxNamed[kind]) named[kind].add(key);
    return named[kind].has(key);
  }

  function bound(labels: Labels): Labels {
    const isBound = labels.operation === undefined || labels.operation === otherOperation || isNamed(labels);
    return isBound ? labels : { ...labels, operation: otherOperation };
  }

  return (snapshot) =>
    snapshot.map((metric) => ({
      ...metric,
      values: metric.values.map((value) => ({ ...value, labels: bound(value.labels) })),
    })) as MetricSnapshot;
}
