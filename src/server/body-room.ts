/**
 * How much of bodies is at work at once. What is made of a body takes up to 25 times as much memory as the body (an empty object of JSON has two
 * bytes), for as long as its request is answered; and who holds back the end of many bodies decides that all of them come at once.
 */
import type { HttpProblem } from '../http/http-problem.ts';

export interface BodyRoom {
  /** Resolves when there is room for so many bytes; null: at once. @throws HttpProblem where it has waited for too long, or too many wait */
  enter(bytes: number): Promise<void> | null;
  leave(bytes: number): void;
}

export interface BodyRoomOptions {
  /** How long a body waits, at most; 0: as long as it takes. */
  readonly timeoutMs: number;
  /** What all of them may have together; one alone may have more. */
  readonly maxBytes?: number;
  /** And those that wait. */
  readonly maxWaitingBytes?: number;
  readonly refuse: () => HttpProblem;
}

export function createBodyRoom(options: BodyRoomOptions): BodyRoom {
  const { timeoutMs, maxBytes = 4_000_000, maxWaitingBytes = 32_000_000, refuse } = options;
  /** In the order in which they came. */
  const waiting = new Map<() => void, number>();
  let [heldBytes, waitingBytes] = [0, 0];

  const hasRoom = (bytes: number) => heldBytes === 0 || heldBytes + bytes <= maxBytes;

  function endWaiting(begin: () => void, bytes: number): void {
    waiting.delete(begin);
    waitingBytes -= bytes;
  }

  async function wait(bytes: number): Promise<void> {
    if (waitingBytes + bytes > maxWaitingBytes) throw refuse();
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    waiting.set(begin, bytes);
    waitingBytes += bytes;
    const refuseLate = () => {
      if (!waiting.has(begin)) return;
      endWaiting(begin, bytes);
      reject(refuse());
    };
    const timer = timeoutMs > 0 ? setTimeout(refuseLate, timeoutMs) : undefined;
    await promise.finally(() => clearTimeout(timer));
  }

  return {
    enter(bytes) {
      if (!hasRoom(bytes)) return wait(bytes);
      heldBytes += bytes;
      return null;
    },

    /** A small one that came later goes before one that has no room yet. */
    leave(bytes) {
      heldBytes -= bytes;
      for (const [begin, wanted] of waiting) {
        if (!hasRoom(wanted)) continue;
        endWaiting(begin, wanted);
        heldBytes += wanted;
        begin();
      }
    },
  };
}
