/** A place that one instance at a time holds, as all see it. */
export interface HeldPlace {
  /** Null: nobody. */
  readonly holder: string | null;
  /** Counts up as long as the holder is at work. */
  readonly beat: number;
}

export interface HeldPlaceStore {
  /** Takes the place, or stays in it, if nobody did so since. False: somebody did. */
  take(holder: string, since: HeldPlace): Promise<boolean>;
  /** Leaves it to others. */
  leave(holder: string): Promise<void>;
}
