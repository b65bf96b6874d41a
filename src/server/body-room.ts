/**
 * How much of bodies is at work at once. What is made of a body takes up to 25 times as much memory as the body (an empty object of JSON has two
 * bytes), for as long as its request is answered; and who holds back the end of many bodies decides that all of them come at once.
 */
import type { HttpProblem } from '../http/http-problem.ts';

export interface BodyAtWork {
  readonly bytes: number;
  /** Whom it comes from. */
  readonly client: string;
}

export interface BodyRoom {
  /** Resolves when there is room for it; null: at once. @throws HttpProblem where it has waited for too long, or too many wait */
  enter(body: BodyAtWork): Promise<void> | null;
  leave(body: BodyAtWork): void;
}

export interface BodyRoomOptions {
  /** How long a body waits, at most; 0: as long as it takes. */
  readonly timeoutMs: number;
  /** What all of them may have together; one alone may have more. */
  readonly maxBytes?: number;
  /**
   * What may be at work of each client in any case, and beyond `maxBytes` of all of them together: four bodies of a megabyte, in requests that wait
   * for a platform, kept everybody's out for as long.
   */
  readonly ofEach?: { readonly bytes: number; readonly maxBytes: number };
  /** And those that wait. */
  readonly maxWaitingBytes?: number;
  readonly refuse: () => HttpProblem;
}

export function createBodyRoom(options: BodyRoomOptions): BodyRoom {
  const { timeoutMs, maxBytes = 4_000_000, ofEach = usualOfEach, maxWaitingBytes = 32_000_000, refuse } = options;
  /** In the order in which they came. */
  const waiting = new Map<() => void, BodyAtWork>();
  const { hasRoom, hold, letGo } = createHeld(maxBytes, ofEach);
  let waitingBytes = 0;

  function endWaiting(begin: () => void, { bytes }: BodyAtWork): void {
    waiting.delete(begin);
    waitingBytes -= bytes;
  }

  async function wait(body: BodyAtWork): Promise<void> {
    if (waitingBytes + body.bytes > maxWaitingBytes) throw refuse();
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
    waiting.set(begin, body);
    waitingBytes += body.bytes;
    const refuseLate = () => {
      endWaiting(begin, body);
      reject(refuse());
    };
    const timer = timeoutMs > 0 ? setTimeout(refuseLate, timeoutMs) : undefined;
    await promise.finally(() => clearTimeout(timer));
  }

  return {
    enter(body) {
      if (!hasRoom(body)) return wait(body);
      hold(body);
      return null;
    },

    /** A small one that came later goes before one that has no room yet. */
    leave(body) {
      letGo(body);
      for (const [begin, wanted] of waiting) {
        if (!hasRoom(wanted)) continue;
        endWaiting(begin, wanted);
        hold(wanted);
        begin();
      }
    },
  };
}

/** What is at work, in all and of each client. */
function createHeld(maxBytes: number, ofEach: NonNullable<BodyRoomOptions['ofEach']>) {
  const heldBytesOf = new Map<string, number>();
  let heldBytes = 0;

  function add(client: string, bytes: number): void {
    heldBytes += bytes;
    const ofClient = (heldBytesOf.get(client) ?? 0) + bytes;
    if (ofClient > 0) heldBytesOf.set(client, ofClient);
    else heldBytesOf.delete(client);
  }

  return {
    hasRoom({ bytes, client }: BodyAtWork): boolean {
      if (heldBytes === 0 || heldBytes + bytes <= maxBytes) return true;
      const ofClient = (heldBytesOf.get(client) ?? 0) + bytes;
      return ofClient <= ofEach.bytes && heldBytes + bytes <= maxBytes + ofEach.maxBytes;
    },
    hold: ({ bytes, client }: BodyAtWork) => add(client, bytes),
    letGo: ({ bytes, client }: BodyAtWork) => add(client, -bytes),
  };
}

/** Longer documents than most, and as many clients as may come at once. */
const usualOfEach = { bytes: 64_000, maxBytes: 1_000_000 } as const;
