import type { PoolClient } from 'pg';
import { describe, expect, it } from 'vitest';
import { connectPatiently } from '../../../src/storage/engines/connect-patiently.ts';
import { BusyServer } from '../../../src/storage/engines/postgres-errors.ts';

/** A pool of one connection, by a clock of its own. */
function createTestPool(maxConnectionWaitMs = 100) {
  let now = 1000;
  let isInUse = false;
  const waiting: (() => void)[] = [];
  const pool = {
    get waitingCount() {
      return waiting.length;
    },
    async connect() {
      if (isInUse) await new Promise<void>((resolve) => waiting.push(resolve));
      isInUse = true;
      return {} as PoolClient;
    },
  };
  const connect = connectPatiently({ pool, maxConnectionWaitMs, monotonicNow: () => now });
  /** The statement that has the connection is done after so long, and the next one gets it. */
  async function pass(ms: number): Promise<void> {
    now += ms;
    isInUse = false;
    waiting.shift()?.();
    for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
  }
  return { connect, pass, waiting };
}

describe('who waits for a connection', () => {
  it('gets it, however long the queue of a burst is', async () => {
    const { connect, pass } = createTestPool();
    const burst = Array.from({ length: 40 }, () => connect());
    for (let done = 0; done < 40; done += 1) await pass(12);
    await expect(Promise.all(burst)).resolves.toHaveLength(40);
  });

  it('is refused at once where there has been a queue for half a second, and the last one waited for too long', async () => {
    const { connect, pass, waiting } = createTestPool();
    const queue = Array.from({ length: 60 }, () => connect());
    for (let done = 0; done < 50; done += 1) await pass(12);
    await expect(connect()).rejects.toBeInstanceOf(BusyServer);
    while (waiting.length > 0) await pass(12);
    await Promise.all(queue);
    await pass(12);
    await expect(connect()).resolves.toBeDefined();
  });

  it('waits where nobody has waited for long, though the queue is never empty', async () => {
    const { connect, pass } = createTestPool();
    const queue = [connect(), connect(), connect()];
    for (let done = 0; done < 100; done += 1) {
      queue.push(connect());
      await pass(12);
    }
    for (let done = 0; done < 3; done += 1) await pass(12);
    await expect(Promise.all(queue)).resolves.toHaveLength(103);
  });

  it('is never refused where nothing is said of how long it may wait', async () => {
    const { connect, pass } = createTestPool(0);
    const queue = Array.from({ length: 100 }, () => connect());
    for (let done = 0; done < 60; done += 1) await pass(12);
    queue.push(connect());
    for (let done = 0; done < 41; done += 1) await pass(12);
    await expect(Promise.all(queue)).resolves.toHaveLength(101);
  });
});
