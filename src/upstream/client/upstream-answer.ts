/** What the platform says where it is not an error. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Parsed JSON, whole numbers exact; null where a write has none. */
  readonly body: unknown;
  /** Present where it is older than `UPSTREAM_CACHE_SECONDS`: it is being renewed, or the platform is away. */
  readonly isStale?: true;
}
