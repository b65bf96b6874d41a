/** Who copies, when, and what is told of how it went. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FollowOptions, followPlatform } from '../../src/mirror/follow-platform.ts';
import { createMirrorHealth } from '../../src/mirror/mirror-health.ts';
import { MirrorProblem } from '../../src/mirror/mirror-problem.ts';
import type { SyncReport } from '../../src/mirror/sync-mirror.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';

const same: SyncReport = { releases: [], changes: [], hasOtherDirectory: false, remarks: [] };

describeEachEngine('following a platform', (open) => {
  let opened: TestEngine;
  let stores: ReturnType<typeof createStores>;
  let ending: AbortController;
  const followers: Promise<void>[] = [];
  beforeEach(async () => {
    opened = await open();
    stores = createStores(opened.engine);
    ending = new AbortController();
  });
  afterEach(async () => {
    ending.abort();
    await Promise.all(followers.splice(0));
    await opened.drop();
  });

  function follow(sync: FollowOptions['sync'], options: Partial<FollowOptions> = {}) {
    const failures: unknown[] = [];
    const problems: string[] = [];
    followers.push(
      followPlatform({
        ...{ stores, sync, everyMs: 3_600_000, signal: ending.signal },
        monotonicNow: () => performance.now(),
        now: () => new Date(),
        events: {
          onSynced: () => undefined,
          onProblem: (problem) => void problems.push(problem),
          onFailed: (error) => void failures.push(error),
        },
        ...options,
      }),
    );
    return { failures, problems };
  }

  /** The same stores, of which it is known how often who copies was looked up. */
  function countLooks() {
    let [looks, isAway] = [0, false];
    const getState = async () => {
      looks += 1;
      return isAway ? Promise.reject(new Error('The database is away.')) : stores.mirror.getState();
    };
    return {
      stores: { mirror: { ...stores.mirror, getState } },
      fail(fails: boolean): void {
        isAway = fails;
      },
      /** Resolves when so many more have ended. */
      pass(count: number): Promise<void> {
        const last = looks + count;
        return until(() => looks > last);
      },
    };
  }

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await holds())) await sleep(20);
  }

  it('compares at once, and again when somebody says that there is something new', async () => {
    let syncs = 0;
    follow(async () => {
      syncs += 1;
      return same;
    });
    await until(() => syncs === 1);
    await until(async () => (await stores.mirror.getState()).holder === null);
    // Doubled: one sync answers both.
    await Promise.all([stores.mirror.requestSync(), stores.mirror.requestSync()]);
    await until(async () => (await stores.mirror.getState()).answered === 2 && syncs === 2);
    await until(async () => (await stores.mirror.getState()).holder === null);
    expect(syncs).toBe(2);
  });

  it('what is said while it copies is looked at after that', async () => {
    const begun: number[] = [];
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    follow(async () => {
      begun.push(begun.length);
      if (begun.length === 1) await held;
      return same;
    });
    await until(() => begun.length === 1);
    await stores.mirror.requestSync();
    release();
    await until(() => begun.length === 2);
    expect((await stores.mirror.getState()).answered).toBe(1);
  });

  it('compares again after a while, where nobody says anything', async () => {
    let syncs = 0;
    follow(
      async () => {
        syncs += 1;
        return same;
      },
      { everyMs: 100 },
    );
    await until(() => syncs >= 3);
  });

  it('what failed is tried again after half a minute, however seldom it is compared', async () => {
    let [now, syncs] = [0, 0];
    const looks = countLooks();
    const sync = async () => {
      syncs += 1;
      if (syncs === 1) throw new MirrorProblem('away');
      return same;
    };
    follow(sync, { stores: looks.stores, monotonicNow: () => now });
    await until(async () => (await stores.mirror.getState()).problem === 'away');
    await until(async () => (await stores.mirror.getState()).holder === null);
    // It has seen that one was begun.
    await looks.pass(2);
    expect(syncs).toBe(1);
    now = 30_000;
    await until(() => syncs === 2);
    await until(async () => (await stores.mirror.getState()).holder === null);
    await looks.pass(2);
    // What has succeeded is compared again in its time.
    now = 90_000;
    await looks.pass(2);
    expect(syncs).toBe(2);
  });

  it('what was said is not forgotten where who answers it is stopped', async () => {
    const first = new AbortController();
    let begun = 0;
    const hold = async (_: string, signal: AbortSignal) => {
      begun += 1;
      await sleep(60_000, undefined, { signal });
      return same;
    };
    follow(hold, { signal: first.signal });
    await until(() => begun === 1);
    first.abort();
    await until(async () => (await stores.mirror.getState()).holder === null);
    const { requests, answered } = await stores.mirror.getState();
    expect(requests).toBeGreaterThan(answered);
  });

  it('of several instances one copies at a time', async () => {
    let running = 0;
    let most = 0;
    let syncs = 0;
    const sync = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(50);
      running -= 1;
      syncs += 1;
      return same;
    };
    for (let count = 0; count < 4; count += 1) follow(sync, { everyMs: 50 });
    await until(() => syncs >= 6);
    expect(most).toBe(1);
  });

  it('who is gone in the middle is replaced, and does not come back', async () => {
    await stores.mirror.take('gone', await stores.mirror.getState());
    let clock = 0;
    let syncs = 0;
    const looks = countLooks();
    const sync = async () => {
      syncs += 1;
      return same;
    };
    follow(sync, { stores: looks.stores, monotonicNow: () => clock });
    await looks.pass(2);
    expect(syncs).toBe(0);
    clock = 10_000;
    await until(() => syncs === 1);
    expect((await stores.mirror.getState()).holder).not.toBe('gone');
  });

  it('who is gone in the middle is replaced long before it is time to compare again', async () => {
    let [clock, syncs] = [0, 0];
    const looks = countLooks();
    const sync = async () => {
      syncs += 1;
      return same;
    };
    follow(sync, { stores: looks.stores, monotonicNow: () => clock });
    await until(async () => syncs === 1 && (await stores.mirror.getState()).holder === null);
    const state = await stores.mirror.getState();
    await stores.mirror.take('gone', state);
    await stores.mirror.noteBegun(state.requests);
    await looks.pass(2);
    expect(syncs).toBe(1);
    clock = 10_000;
    await until(() => syncs === 2);
  });

  it('who loses the place is told to stop, and that is no problem of the mirror', async () => {
    let reason: unknown = null;
    const looks = countLooks();
    const sync = async (_holder: string, signal: AbortSignal) => {
      await stores.mirror.take('another', await stores.mirror.getState());
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reason = signal.reason;
      throw signal.reason;
    };
    const { problems } = follow(sync, { stores: looks.stores });
    await until(() => reason !== null);
    expect(reason).toMatchObject({ message: 'Another instance copies now.' });
    await looks.pass(1);
    expect(await stores.mirror.getState()).toMatchObject({ holder: 'another', problem: null });
    expect(problems).toEqual([]);
  });

  it('a copy goes on where the database is away for a moment, and ends where others may have the place by then', async () => {
    let clock = 0;
    const looks = countLooks();
    const copying = Promise.withResolvers<AbortSignal>();
    const sync = async (_holder: string, signal: AbortSignal) => {
      copying.resolve(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw signal.reason;
    };
    follow(sync, { stores: looks.stores, monotonicNow: () => clock });
    const signal = await copying.promise;
    // However long it takes.
    clock = 60_000;
    await looks.pass(2);
    looks.fail(true);
    clock = 69_000;
    await looks.pass(2);
    expect(signal.aborted).toBe(false);
    clock = 80_000;
    await until(() => signal.aborted);
    expect(signal.reason).toMatchObject({ message: 'The database could not be reached.' });
    looks.fail(false);
  });

  it('a mirror is as old as the beginning of what it shows', async () => {
    let time = '2026-01-01T00:00:00.000Z';
    const sync = async () => {
      time = '2026-01-01T00:10:00.000Z';
      return same;
    };
    follow(sync, { now: () => new Date(time) });
    await until(async () => (await stores.mirror.getState()).currentAt !== null);
    expect((await stores.mirror.getState()).currentAt).toBe('2026-01-01T00:00:00.000Z');
  });

  it('what the store never answers does not hold up the next look', async () => {
    let [looks, syncs] = [0, 0];
    const getState = async () => {
      looks += 1;
      // As over a connection to a server that has vanished.
      return looks === 1 ? new Promise<never>(() => undefined) : stores.mirror.getState();
    };
    const sync = async () => {
      syncs += 1;
      return same;
    };
    const mirror = { ...stores.mirror, getState };
    const { failures } = follow(sync, { stores: { mirror }, answerWithinMs: 3000 });
    await until(() => syncs === 1);
    expect(failures).toMatchObject([{ code: 'UNAVAILABLE', message: 'The store did not answer in time. Try again.' }]);
  });

  it('why the mirror could not be renewed is known until it is', async () => {
    const health = createMirrorHealth(stores.mirror, () => new Date());
    await expect(health.expectFilled()).rejects.toThrow('Nothing has been copied yet.');
    const outcomes = [
      async () => same,
      () => Promise.reject(new MirrorProblem('The release has 7 products, and 5 of them were found.')),
      () => Promise.reject(new TypeError('a bug with a secret in it')),
      async () => same,
    ];
    const { problems } = follow(async () => (outcomes.shift() ?? (async () => same))());
    await until(async () => (await stores.mirror.getState()).currentAt !== null);
    const first = await stores.mirror.getState();
    await expect(health.expectFilled()).resolves.toBeUndefined();
    for (const problem of [
      'The release has 7 products, and 5 of them were found.',
      /reason that only the log tells/,
      null,
    ]) {
      await stores.mirror.requestSync();
      const known = async () => (await health.describe()).mirror;
      await until(async () => {
        const text = (await known())?.problem ?? null;
        return typeof problem === 'object' && problem !== null ? problem.test(text ?? '') : text === problem;
      });
      if (problem !== null) expect((await known())?.currentAt).toBe(first.currentAt);
    }
    expect(problems).toHaveLength(2);
  });
});
