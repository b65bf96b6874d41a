/**
 * Statements that may walk more rows than a page has, beside the requests: SQLite runs in the thread that calls it, and can't be
 * interrupted, so that one count over a large catalog would hold everybody up. They run one at a time in a thread of their own,
 * which is started by the first of them and ends when none has come for a while.
 *
 * A request's statements together may take as long as one statement may. Clients take turns; a statement that keeps another
 * client waiting is ended after a short time, and sooner when its client has sent several: one that sends many statements must not
 * shorten the time of one that sends a single one.
 */
import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';
import { DomainError } from '../../domain/errors.ts';
import { type AnsweringThread, createAnsweringThread } from '../../lib/answering-thread.ts';
import { createFairQueue, type Waiting } from './fair-queue.ts';
import type { ReaderThreadData, ThreadAnswer, ThreadQuery } from './reader-thread-worker.ts';

export interface ReaderThreadOptions {
  readonly file: string;
  /** How long a request's statements may run altogether, and how long each may wait. */
  readonly timeoutMs: number;
}

export interface ReaderThread {
  /** @throws DomainError UNAVAILABLE when it took too long, or too many wait */
  run<Row>(query: CompiledQuery<Row>, requester: Waiting): Promise<readonly Row[]>;
  /** Ends what runs for the request, and refuses what waits. */
  endRequest(request: object): void;
  close(): Promise<void>;
}

/** How long a statement may run while other clients wait: one of many that its client has sent, and the only one. */
const turnMs = { ofMany: 1000, only: 3000 };
/** How often it is looked whether somebody waits. */
const lookMs = 100;
const idleMs = 30_000;
/** In which a statement has ended that is told to: it looks at each row. */
const endMs = 20;
/** Most statements take less than a millisecond, and all who send no secret from one address are one client: a burst of them is answered. */
const queueLimits = { maxWaiting: 1024, maxWaitingOfClient: 512 };
/** A page of large documents fits; whatever does not ends the thread, and not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

interface Job extends Waiting {
  readonly query: CompiledQuery;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
  readonly waitTimer: NodeJS.Timeout;
}

interface Reader {
  readonly worker: Worker;
  readonly thread: AnsweringThread<ThreadQuery, ThreadAnswer>;
}

export function createReaderThread({ file, timeoutMs }: ReaderThreadOptions): ReaderThread {
  const queue = createFairQueue<Job>(queueLimits);
  const used = new WeakMap<object, number>();
  const stop = new Int32Array(new SharedArrayBuffer(4));
  let reader: Reader | null = null;
  let running: Job | null = null;
  let answering: Promise<void> | undefined;
  let isClosed = false;
  let turnTimer: NodeJS.Timeout | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  function startNext(): void {
    if (running) return;
    clearTimeout(idleTimer);
    running = nextJob();
    if (running) {
      answering = run(running);
      return;
    }
    reader?.worker.unref();
    idleTimer = setTimeout(endReader, idleMs).unref();
  }

  async function run(job: Job): Promise<void> {
    Atomics.store(stop, 0, 0);
    turnTimer = setTimeout(endTurn, turnMs.ofMany, performance.now()).unref();
    process.on('exit', endStatement);
    const { sql, parameters } = job.query;
    await read({ sql, parameters, ms: msLeft(job) }).then(
      (answer) => answerJob(job, answer),
      (error: Error) => job.reject(threadDied(error.cause ?? error)),
    );
    process.off('exit', endStatement);
    clearTimeout(turnTimer);
    running = null;
    startNext();
  }

  async function read(query: ThreadQuery): Promise<ThreadAnswer> {
    reader ??= start();
    const reading = reader;
    reading.worker.ref();
    try {
      return await reading.thread.run(query);
    } catch (error) {
      forget(reading);
      throw error;
    }
  }

  function start(): Reader {
    const started = startReader({ file, stop: stop.buffer as SharedArrayBuffer });
    // It may die with nothing to do.
    started.worker.on('exit', () => forget(started));
    return started;
  }

  /** The process ends its threads next, and waits for them: see `close`. */
  function endStatement(): void {
    Atomics.store(stop, 0, 1);
    Atomics.wait(stop, 0, 1, endMs);
  }

  /** The next statement gets another one. */
  function forget(ended: Reader): void {
    if (reader === ended) reader = null;
  }

  function answerJob({ request, resolve, reject }: Job, answer: ThreadAnswer): void {
    used.set(request, (used.get(request) ?? 0) + answer.ms);
    if ('rows' in answer) resolve(answer.rows);
    else if ('error' in answer) reject(Object.assign(new Error(answer.error.message), answer.error));
    else reject(whyEnded());
  }

  function whyEnded(): DomainError {
    return isClosed ? threadDied() : tookTooLong();
  }

  function nextJob(): Job | null {
    for (let job = queue.next(); job; job = queue.next()) {
      clearTimeout(job.waitTimer);
      if (msLeft(job) > 0 && !isClosed) return job;
      job.reject(whyEnded());
    }
    return null;
  }

  function msLeft({ request }: Job): number {
    return timeoutMs - (used.get(request) ?? 0);
  }

  /** Looks again and again, for another client may come at any time. */
  function endTurn(startedAt: number): void {
    const mayRunMs = running && queue.has(running.client) ? turnMs.ofMany : turnMs.only;
    const isOver = performance.now() - startedAt >= mayRunMs;
    if (running && isOver && queue.hasOthers(running.client)) Atomics.store(stop, 0, 1);
    else turnTimer = setTimeout(endTurn, lookMs, startedAt).unref();
  }

  async function endReader(): Promise<void> {
    const ending = reader;
    reader = null;
    await ending?.thread.close();
  }

  return {
    run: <Row>(query: CompiledQuery<Row>, { client, request }: Waiting) =>
      new Promise<readonly Row[]>((resolveRows, reject) => {
        const resolve = (rows: readonly unknown[]) => resolveRows(rows as readonly Row[]);
        const waitTimer = setTimeout(() => {
          queue.remove(job);
          reject(tooManyWait());
        }, timeoutMs).unref();
        const job: Job = { client, request, query, resolve, reject, waitTimer };
        const displaced = queue.add(job);
        if (displaced) clearTimeout(displaced.waitTimer);
        displaced?.reject(tooManyWait());
        if (displaced !== job) startNext();
      }),

    endRequest(request) {
      used.set(request, Number.POSITIVE_INFINITY);
      if (running?.request === request) Atomics.store(stop, 0, 1);
    },

    async close() {
      isClosed = true;
      Atomics.store(stop, 0, 1);
      // A thread that is told to end calls none of our functions any more (better-sqlite3 13), so that nothing would end its statement.
      await answering;
      await endReader();
      clearTimeout(idleTimer);
    },
  };
}

function startReader(workerData: ReaderThreadData): Reader {
  const worker = new Worker(new URL('./reader-thread-worker.ts', import.meta.url), { workerData, resourceLimits });
  return { worker, thread: createAnsweringThread(worker, 'reads rows') };
}

function tooManyWait(): DomainError {
  return new DomainError('UNAVAILABLE', 'Too many requests look through lists at the moment. Try again.');
}

function threadDied(cause?: unknown): DomainError {
  return new DomainError('UNAVAILABLE', 'The store broke off. Try again, or request less.', [], { cause });
}

/** Of a statement that was ended: the same request may be answered when there is less to do, and a smaller one sooner. */
function tookTooLong(): DomainError {
  const message =
    'Looking through so many records took too long. Try again, or request less: no total, or fewer filters.';
  return new DomainError('UNAVAILABLE', message);
}
