import type { Services } from '../domain/ports.ts';

/**
 * How long a response is valid while nothing is published: for ever, until a moment at which prices or rules change, or not
 * at all. It starts when a query is executed, and whatever is read can only shorten it. A class, since one is made for each request: V8 defines
 * the accessors of an object literal by a call for each.
 */
export class Lifetime {
  #end = 0;

  /** Milliseconds since 1970; 0: the response is for this one request. */
  get end(): number {
    return this.#end;
  }

  start(): void {
    this.#end = Number.POSITIVE_INFINITY;
  }

  endBy(time: number): void {
    this.#end = Math.min(this.#end, time);
  }
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
