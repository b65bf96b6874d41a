/** What the platform says where it is not an error. */
export interface UpstreamAnswer {
  readonly status: number;
  /** Parsed JSON, whole numbers exact; null where a write has none. */
  readonly body: unknown;
}
