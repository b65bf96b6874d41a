/**
 * What several requests want of the database at once, in one statement for all of them: what comes while a statement runs waits for the
 * next one. Nobody waits for others to come: the first of them begins at the end of its turn of the event loop.
 *
 * `createSubscription` of 16 clients takes 1.3 (SQLite) to 2 times (PostgreSQL) the processor's time without it (`bench/notebook/writes.md`).
 */
export interface TogetherOptions<Item, Result> {
  /** The results stand in the order of the items. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Whether a failure may be one item's alone: then each is done by itself. Absent: it is all items'. */
  readonly isOfOne?: (error: unknown) => boolean;
  /** Whether it is all one transaction's, which keeps others waiting: it begins as soon as nothing else of it goes on. Absent: it is not. */
  readonly isTransaction?: boolean;
  /**
   * What the next statement waits for, once, since it would wait for it anyhow: more come together then. Null, or absent: nothing; a transaction, which keeps
   * others waiting, waits for nothing.
   */
  readonly waitsFor?: () => Promise<void> | null;
}

/** Of a statement. */
const maxItems = 32;
/** What waits for another statement waits no longer than this: it may be held up. */
const patienceMs = 50;

interface Waiting<Item, Result> extends PromiseWithResolvers<Result> {
  readonly item: Item;
}

export function doTogether<Item, Result>({
  run,
  isOfOne = () => false,
  isTransaction = false,
  waitsFor = () => null,
}: TogetherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | null = null;

  function beginSoon(): void {
    const until = !isTransaction && running === 0 && waiting.length > 0 ? waitsFor() : null;
    if (until) {
      // Once: others may have the next one begin at once.
      void until.then(begin);
      timer ??= setTimeout(beginAnother, patienceMs);
    } else begin();
  }

  function begin(): void {
    if (running === 0 && waiting.length > 0) void runGroup(waiting.splice(0, maxItems));
    if (waiting.length > 0) timer ??= setTimeout(beginAnother, patienceMs);
    else {
      clearTimeout(timer ?? undefined);
      timer = null;
    }
  }

  function beginAnother(): void {
    timer = null;
    if (waiting.length > 0) void runGroup(waiting.splice(0, maxItems));
    begin();
  }

  async function runGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    running += 1;
    await settle(group, { run, isOfOne });
    running -= 1;
    beginSoon();
  }

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (waiting.length === 0) isTransaction ? queueMicrotask(begin) : setImmediate(beginSoon);
    waiting.push({ item, promise, resolve, reject });
    return promise;
  };
}

async function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  how: Required<Pick<TogetherOptions<Item, Result>, 'run' | 'isOfOne'>>,
): Promise<void> {
  try {
    const results = await how.run(group.map(({ item }) => item));
    for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
  } catch (error) {
    if (group.length > 1 && how.isOfOne(error)) await Promise.all(group.map((one) => settle([one], how)));
    else for (const { reject } of group) reject(error);
  }
}
