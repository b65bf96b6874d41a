import type { Secret } from '../../domain/secret.ts';

/** Which of the two spellings of the contract a platform speaks. */
export const dialects = ['contract', 'elasticpath'] as const;
export type Dialect = (typeof dialects)[number];

/** Whether the catalog is read from the platform at each request, or from a copy of its releases. */
export const upstreamCatalogs = ['live', 'mirror'] as const;
export type UpstreamCatalog = (typeof upstreamCatalogs)[number];

export interface UpstreamConfig {
  /** Its root, where the platform's paths begin. Without the version, and a slash at its end. */
  readonly url: string;
  /** For the gateway's own tokens; null: requests without a token are refused. */
  readonly clientId: string | null;
  /** Used to copy releases, and for nothing that a client requests. */
  readonly clientSecret: Secret | null;
  readonly dialect: Dialect;
  readonly catalog: UpstreamCatalog;
  /** Calls that are begun in any second, of all processes together. */
  readonly requestsPerSecond: number;
  /** Calls that run at once, of all processes together. */
  readonly concurrency: number;
  /** For all of one call: its turn, its attempts and its answer. */
  readonly timeoutMs: number;
  /** How long an answer counts as new; 0: none is cached. */
  readonly cacheSeconds: number;
  /** Whether it bills plans by pricing options, which are records of their own. */
  readonly hasPricingOptions: boolean;
  /** Whether new subscriptions are said to be paid by hand; null: nothing is said of it. */
  readonly manualPayments: boolean | null;
  /** Certificates (PEM) that vouch for the platform, in the place of the public ones; null: those. */
  readonly caFile: string | null;
}
