interface Forked {
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface ForkEvents<Child> {
  readonly pidOf: (child: Child) => number | undefined;
  /** It could not be started, and has no exit. */
  readonly onUnstarted: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** Null: it could not be started. Node.js throws what the system says to a new process, or tells it later (`error`), by what it is. */
export function forkSafely<Child extends Forked>(
  fork: () => Child,
  { pidOf, onUnstarted, onError }: ForkEvents<Child>,
): Child | null {
  try {
    const child = fork();
    child.on('error', (error) => (pidOf(child) === undefined ? onUnstarted(error) : onError(error)));
    return child;
  } catch (error) {
    onUnstarted(error);
    return null;
  }
}
