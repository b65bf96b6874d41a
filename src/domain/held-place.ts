/** A place that one instance at a time holds, as all see it. */
export interface HeldPlace {
  /** Null: nobody. */
  readonly holder: string | null;
  /** Counts up as long as the holder is at work. */
  readonly beat: number;
}
