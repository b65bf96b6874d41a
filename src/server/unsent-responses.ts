/** Responses of which the kernel has not taken all yet: their clients decide for how long. */
export interface UnsentResponses {
  /** Until what is returned is called. `cutOff`: told that there is no room for it any more. */
  hold(pieces: readonly Uint8Array[], cutOff: () => void): () => void;
}

interface Unsent {
  readonly memory: ReadonlySet<ArrayBufferLike>;
  readonly cutOff: () => void;
}

/**
 * `maxBytes`: what all of them may hold together; one alone may hold more. Memory that several share, as those of the response cache do, counts
 * once. Beyond it whoever holds most is cut off: a client on a slow line that takes a page stays when others leave megabytes unread.
 */
export function createUnsentResponses(maxBytes: number): UnsentResponses {
  const unsent = new Set<Unsent>();
  const holders = new Map<ArrayBufferLike, number>();
  let heldBytes = 0;

  function letGo(response: Unsent): void {
    if (!unsent.delete(response)) return;
    for (const memory of response.memory) {
      const others = (holders.get(memory) ?? 1) - 1;
      if (others > 0) holders.set(memory, others);
      else {
        holders.delete(memory);
        heldBytes -= memory.byteLength;
      }
    }
  }

  function shareOf({ memory }: Unsent): number {
    return [...memory].reduce((sum, one) => sum + one.byteLength / (holders.get(one) ?? 1), 0);
  }

  function makeRoom(): void {
    while (heldBytes > maxBytes && unsent.size > 1) {
      let [most, bytes]: [Unsent | null, number] = [null, 0];
      for (const response of unsent) {
        const share = shareOf(response);
        if (share > bytes) [most, bytes] = [response, share];
      }
      if (!most) return;
      letGo(most);
      most.cutOff();
    }
  }

  return {
    hold(pieces, cutOff) {
      const response = { memory: new Set(pieces.map(({ buffer }) => buffer)), cutOff };
      unsent.add(response);
      for (const memory of response.memory) {
        const others = holders.get(memory) ?? 0;
        if (others === 0) heldBytes += memory.byteLength;
        holders.set(memory, others + 1);
      }
      makeRoom();
      return () => letGo(response);
    },
  };
}
