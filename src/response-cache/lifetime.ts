import type { Services } from '../domain/ports.ts';

/**
 * How long a response is valid while nothing is published: for ever, until a moment at which prices or rules change, or not
 * at all. It starts when a query is executed, and whatever is read can only shorten it.
 */
export interface Lifetime {
  /** Milliseconds since 1970; 0: the response is for this one request. */
  readonly end: number;
  start(): void;
  endBy(time: number): void;
}

export function createLifetime(): Lifetime {
  let end = 0;
  return {
    get end() {
      return end;
    },
    start() {
      end = Number.POSITIVE_INFINITY;
    },
    endBy(time) {
      end = Math.min(end, time);
    },
  };
}

/** The services; using one whose results change without a publish ends the response's lifetime. */
export function endingLifetime(services: Services, lifetime: Lifetime): Services {
  const { catalog, products, files } = services;
  return {
    catalog,
    products,
    files,
    get releases() {
      lifetime.endBy(0);
      return services.releases;
    },
    get subscriptions() {
      lifetime.endBy(0);
      return services.subscriptions;
    },
    get applicationKeys() {
      lifetime.endBy(0);
      return services.applicationKeys;
    },
    get customFields() {
      lifetime.endBy(0);
      return services.customFields;
    },
  };
}
