/**
 * Where requests wait for their turn when more come than can be answered. Sockets are read in any case, so that how long each has waited is known here,
 * and not only in the kernel. They begin in the order in which they came, for a millisecond in each turn of the event loop; what is at work already,
 * and health checks, have the rest of it. Whoever has waited for too long is refused: more come than can be answered, and those that are shall be
 * answered soon (B. Maurer, Fail at Scale, ACM Queue 13.8, 2015). While clients connect, none begins for a moment: one connection is accepted in a turn
 * (libuv), so that who comes after twenty others would wait for as many turns of work.
 */
import { HttpProblem } from '../http/http-problem.ts';
import { type BodyAtWork, type BodyRoom, type BodyRoomOptions, createBodyRoom } from './body-room.ts';

/** Of requests with bodies. */
export interface BodyTurns {
  /**
   * Resolves when the request may go on with its body; null: at once. One that is late, after its head, takes its turn again: whoever held back the
   * ends of many would have them all begin together. @throws HttpProblem 503 where it has waited for too long
   */
  enter(body: BodyAtWork, isLate: boolean): Promise<void> | null;
  /** The response is made. */
  leave(body: BodyAtWork): void;
}

export interface RequestQueue {
  /** Resolves when the request may begin; null: at once. @throws HttpProblem 503 where it has waited for too long */
  enter(): Promise<void> | null;
  readonly bodies: BodyTurns;
  /** A client has connected. */
  noteConnection(): void;
  /** How long the one has waited that came first of those who wait. */
  waitMs(): number;
  countRefused(): number;
}

export interface RequestQueueOptions {
  /** How long a request waits, at most; 0: as long as it takes. */
  readonly timeoutMs: number;
  readonly monotonicNow: () => number;
}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * In which requests begin, of each turn of the event loop. What they go on with takes several times as long, and in a turn one new connection is
 * accepted: with 5 ms, turns took 20 ms, and clients that connected anew waited for seconds where half as many requests again came as could be answered.
 */
const turnMs = 1;

/** For how long, at most, no request begins because clients connect; then there is a turn of work. */
const connectingMs = 10;
/** And for how many turns in all, and how many come back in a second: whoever only connects, again and again, takes little from the others. */
const connectingTurns = { most: 100, aSecond: 100 } as const;

/** Made once: an error with its stack costs more than refusing a request. */
const tooMany = new HttpProblem(503, 'More requests come than can be answered. Try again in a moment.', {
  'Retry-After': '1',
});

export function createRequestQueue(options: RequestQueueOptions): RequestQueue {
  let refused = 0;
  const refuse = () => {
    refused += 1;
    return tooMany;
  };
  const turns = createTurns({ ...options, refuse });
  const room = createBodyRoom({ timeoutMs: options.timeoutMs, refuse });
  return { ...turns, bodies: createBodyTurns(room, turns.enter), countRefused: () => refused };
}

type TurnsOptions = RequestQueueOptions & Pick<BodyRoomOptions, 'refuse'>;

function createTurns({ timeoutMs, monotonicNow, refuse }: TurnsOptions): Omit<RequestQueue, 'bodies' | 'countRefused'> {
  const waiting: Waiting[] = [];
  let isInTurn = false;
  const turn = createTurn(monotonicNow);
  const connecting = createConnecting(monotonicNow);

  function startTurn(): void {
    if (!isInTurn) turn.start();
    isInTurn = true;
    setImmediate(() => {
      const wasFull = turn.start();
      if (connecting.goesOn() || wasFull) startTurn();
      else beginNext();
    });
  }

  function beginNext(): void {
    if (timeoutMs > 0) refuseLate(waiting, monotonicNow() - timeoutMs);
    if (waiting.length === 0) isInTurn = false;
    else if (turn.isOver()) startTurn();
    else {
      waiting.shift()?.begin();
      // When all is done that the request does without waiting for something: after the microtasks, and what they have queued.
      queueMicrotask(beginNextLater);
    }
  }

  function beginNextLater(): void {
    process.nextTick(beginNext);
  }

  return {
    enter() {
      const since = monotonicNow();
      if (!isInTurn) startTurn();
      if (!connecting.isNow() && waiting.length === 0 && turn.begin()) return null;
      const { promise, resolve: begin, reject } = Promise.withResolvers<void>();
      waiting.push({ since, begin, refuse: () => reject(refuse()) });
      return promise;
    },
    noteConnection() {
      connecting.note();
      if (!isInTurn) startTurn();
    },
    waitMs: () => (waiting[0] ? monotonicNow() - waiting[0].since : 0),
  };
}

function createTurn(monotonicNow: () => number) {
  let startedAt = 0;
  let hasBegun = false;
  const isOver = () => monotonicNow() - startedAt >= turnMs;
  return {
    isOver,
    /** Whether one may begin in it without waiting. */
    begin(): boolean {
      if (isOver()) return false;
      hasBegun = true;
      return true;
    },
    /** Returns whether one has begun so in the turn before, and took longer than that: who waits since then has his in the next one. */
    start(): boolean {
      const wasFull = hasBegun && isOver();
      startedAt = monotonicNow();
      hasBegun = false;
      return wasFull;
    },
  };
}

function createBodyTurns(room: BodyRoom, enter: RequestQueue['enter']): BodyTurns {
  async function waitFor(body: BodyAtWork, place: Promise<void> | null): Promise<void> {
    if (place) await place;
    try {
      await enter();
    } catch (error) {
      room.leave(body);
      throw error;
    }
  }

  return {
    enter(body, isLate) {
      const place = room.enter(body);
      return place || isLate ? waitFor(body, place) : null;
    },
    leave: room.leave,
  };
}

/** Whether clients connect now, one in each turn. */
function createConnecting(monotonicNow: () => number) {
  /** Null: nobody connects, or requests have waited for it enough. */
  let since: number | null = null;
  let leftTurns: number = connectingTurns.most;
  let countedAt = monotonicNow();
  let hasConnected = false;
  return {
    isNow: () => since !== null,
    note() {
      hasConnected = true;
      if (since !== null) return;
      const now = monotonicNow();
      leftTurns = Math.min(connectingTurns.most, leftTurns + ((now - countedAt) / 1000) * connectingTurns.aSecond);
      countedAt = now;
      if (leftTurns >= 1) since = now;
    },
    /** To be called once in each turn: whether somebody has connected in it, and requests are to wait for another one. */
    goesOn(): boolean {
      if (since === null) return false;
      leftTurns -= 1;
      if (!hasConnected || leftTurns < 1 || monotonicNow() - since >= connectingMs) since = null;
      hasConnected = false;
      return since !== null;
    },
  };
}

/** Those who came before that moment; all are in the order in which they came. */
function refuseLate(waiting: Waiting[], before: number): void {
  const inTime = waiting.findIndex(({ since }) => since >= before);
  for (const { refuse } of waiting.splice(0, inTime < 0 ? waiting.length : inTime)) refuse();
}
