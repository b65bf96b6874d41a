/** A thread that answers tasks one after the other, in their order. */

/** What is needed of a `Worker` of Node.js. Its first message says that it is there, each other one is the next answer. */
export interface Thread {
  on(event: 'message' | 'error', listener: (value: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  terminate(): Promise<unknown>;
}

export interface AnsweringThread<Task, Answer> {
  /** How many tasks are not answered yet. */
  readonly waiting: number;
  /** Whether it is there: until then tasks wait for its start, too. @throws Error when it has ended */
  isReady(): boolean;
  /** Rejects with an Error when it has ended. `transfer`: is gone here. */
  run(task: Task, transfer?: readonly ArrayBuffer[]): Promise<Answer>;
  /** What it works at is lost. */
  close(): Promise<void>;
}

/** `purpose`: of the thread, in the message of its end. */
export function createAnsweringThread<Task, Answer>(thread: Thread, purpose: string): AnsweringThread<Task, Answer> {
  const waiting: PromiseWithResolvers<Answer>[] = [];
  let isReady = false;
  let ended: Error | null = null;

  thread.on('message', (answer) => {
    if (isReady) waiting.shift()?.resolve(answer as Answer);
    isReady = true;
  });
  thread.on('error', (cause) => end(cause));
  thread.on('exit', () => end());

  function end(cause?: unknown): void {
    ended ??= new Error(`The thread that ${purpose} has ended.`, { cause });
    for (const { reject } of waiting.splice(0)) reject(ended);
  }

  return {
    get waiting() {
      return waiting.length;
    },

    isReady() {
      if (ended) throw ended;
      return isReady;
    },

    run(task, transfer = []) {
      const answer = Promise.withResolvers<Answer>();
      // It is awaited in its turn. Should something else fail before, that failure is the one to tell.
      answer.promise.catch(() => undefined);
      if (ended) answer.reject(ended);
      else {
        // What can't be sent throws, and no answer comes to it.
        thread.postMessage(task, transfer);
        waiting.push(answer);
      }
      return answer.promise;
    },

    async close() {
      await thread.terminate();
    },
  };
}
