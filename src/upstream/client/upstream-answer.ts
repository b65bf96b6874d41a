/** What the platform says where it is not an error. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Parsed JSON, whole numbers exact; null where a write has none. */
  readonly body: unknown;
  /** Present when the platform did not answer, and this is older than it should be. */
  readonly isStale?: true;
}
