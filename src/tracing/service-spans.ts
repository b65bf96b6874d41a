import { attributes } from './attributes.ts';
import type { Spans } from './spans.ts';

/** Each request calls them, nearly always to be answered from memory. */
const unwatched: ReadonlySet<string> = new Set([
  'catalog.getDirectory',
  'catalog.findUpcoming',
  'catalog.findKept',
  'catalog.select',
  'catalog.watch',
]);

type Method = (requestContext: unknown, ...rest: readonly unknown[]) => unknown;

/**
 * The same services; each call is a part of its request. Loaders call them with all that a turn needs, so for GraphQL a call is a batch, and
 * `gateway.batch.size` says of how many.
 */
export function watchServices<Services extends object>(services: Services, spans: Pick<Spans, 'record'>): Services {
  const watched = Object.entries(services).map(
    ([name, service]) => [name, watchMethods(name, service, spans)] as const,
  );
  return Object.fromEntries(watched) as Services;
}

function watchMethods(service: string, methods: object, { record }: Pick<Spans, 'record'>): object {
  const watched = Object.entries(methods).map(([name, method]: [string, Method]) => {
    const called = `${service}.${name}`;
    if (unwatched.has(called)) return [name, method] as const;
    const watchedMethod: Method = (...args) =>
      record(called, {}, (span) => {
        const size = args.findLast((arg) => Array.isArray(arg))?.length;
        span?.setAttributes({ [attributes.functionName]: called, ...(size && { [attributes.batchSize]: size }) });
        return method(...args);
      });
    return [name, watchedMethod] as const;
  });
  return Object.fromEntries(watched);
}
