/** A small state that several processes change, one after the other. */
export interface SharedState<State> {
  /**
   * Gives the state to `change`, which alters it, and keeps what it has become. The time is the same for all who share it, in
   * milliseconds. `change` may be called several times; only the last counts.
   */
  change<Result>(change: (state: State, now: number) => Result): Promise<Result>;
}
