/** Heads or bodies of requests of which something is here, and not yet all: whoever sends them decides for how long. */
export interface PendingParts {
  /** `refuse`: told that there is no room for it any more. */
  begin(refuse: () => void): PendingPart;
}

export interface PendingPart {
  /** So many bytes more are here. */
  add(bytes: number): void;
  /** All of it is here, or nobody waits for it any more. */
  end(): void;
}

/**
 * `maxBytes`: what all of them may have together. Beyond it those that began first go first: a client that means well is soon done, and who sends
 * many that never end makes room for the others.
 */
export function createPendingParts(maxBytes: number): PendingParts {
  const pending = new Set<{ bytes: number; readonly refuse: () => void }>();
  let heldBytes = 0;

  function makeRoom(): void {
    for (const first of pending) {
      if (heldBytes <= maxBytes) return;
      pending.delete(first);
      heldBytes -= first.bytes;
      first.refuse();
    }
  }

  return {
    begin(refuse) {
      const part = { bytes: 0, refuse };
      pending.add(part);
      return {
        add(bytes) {
          if (!pending.has(part)) return;
          part.bytes += bytes;
          heldBytes += bytes;
          makeRoom();
        },
        end() {
          if (pending.delete(part)) heldBytes -= part.bytes;
        },
      };
    },
  };
}
