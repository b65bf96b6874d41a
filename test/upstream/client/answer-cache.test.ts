import { describe, expect, it } from 'vitest';
import { DomainError, type ErrorCode } from '../../../src/domain/errors.ts';
import { createAnswerCache } from '../../../src/upstream/client/answer-cache.ts';

function open({ cacheSeconds = 30, maxBytes = 1_000_000 } = {}) {
  let now = 0;
  let calls = 0;
  let counted = 0;
  let failing: ErrorCode | null = null;
  let lastEarlier: unknown;
  const waiting: (() => void)[] = [];
  const cache = createAnswerCache({ cacheSeconds, maxBytes, monotonicNow: () => now });
  return {
    get calls() {
      return calls;
    },
    get counted() {
      return counted;
    },
    /** What the last call was told of an earlier answer. */
    get lastEarlier() {
      return lastEarlier;
    },
    failWith(code: ErrorCode | null) {
      failing = code;
    },
    /** Lets the calls end that wait. */
    release: () => waiting.splice(0).forEach((go) => void go()),
    get(key: string, { at = now, isKept = true, waits = false, bytes = 100, maxCalls = 100 } = {}) {
      now = at;
      return cache.get({
        key,
        isKept,
        onCall() {
          if (counted >= maxCalls) throw new DomainError('LIMIT_EXCEEDED', 'too many');
          counted += 1;
        },
        onWait() {},
        async call(earlier) {
          calls += 1;
          const body = calls;
          lastEarlier = earlier?.answer.body;
          if (waits) await new Promise<void>((resolve) => waiting.push(resolve));
          if (failing) throw new DomainError(failing, 'no');
          return { answer: { status: 200, body }, bytes, digest: `${body}` };
        },
      });
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));
const second = 1000;

describe('answers', () => {
  it('are shown again while they are new, without a call', async () => {
    const cache = open();
    const first = await cache.get('a');
    expect(first.newForMs).toBe(30_000);
    expect(await cache.get('a', { at: 29_999 })).toEqual({ ...first, newForMs: 1 });
    expect([cache.calls, cache.counted]).toEqual([1, 1]);
  });

  it('for another key are others', async () => {
    const cache = open();
    expect([(await cache.get('a')).body, (await cache.get('b')).body]).toEqual([1, 2]);
  });

  it('that are older are shown as stale while they are renewed, once', async () => {
    const cache = open();
    await cache.get('a');
    const late = await Promise.all([1, 2, 3].map(() => cache.get('a', { at: 31 * second })));
    expect(late).toEqual(Array(3).fill({ status: 200, body: 1, newForMs: 0, isStale: true }));
    await settle();
    expect(await cache.get('a')).toEqual({ status: 200, body: 2, newForMs: 30_000 });
    // Nobody's own request was made longer.
    expect([cache.calls, cache.counted]).toEqual([2, 1]);
  });

  it('that are much older are waited for', async () => {
    const cache = open();
    await cache.get('a');
    expect(await cache.get('a', { at: 61 * second })).toEqual({ status: 200, body: 2, newForMs: 30_000 });
  });

  it.each([0, 30])('are told to the next call, which may return them: new for %d s', async (cacheSeconds) => {
    const cache = open({ cacheSeconds });
    await cache.get('a');
    expect(cache.lastEarlier).toBeUndefined();
    expect((await cache.get('a', { at: 61 * second })).body).toBe(2);
    expect(cache.lastEarlier).toBe(1);
    await cache.get('b');
    expect(cache.lastEarlier).toBeUndefined();
  });

  it('that are not to be shown again are told to no call', async () => {
    const cache = open();
    await cache.get('a', { isKept: false });
    await cache.get('a', { isKept: false });
    expect(cache.lastEarlier).toBeUndefined();
  });

  it('of which none is new for any time are not shown while the platform is away', async () => {
    const cache = open({ cacheSeconds: 0 });
    await cache.get('a');
    cache.failWith('UNAVAILABLE');
    await expect(cache.get('a', { at: second })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('are shown as stale for an hour while the platform is away', async () => {
    const cache = open();
    await cache.get('a');
    cache.failWith('UNAVAILABLE');
    const stale = { status: 200, body: 1, newForMs: 0, isStale: true };
    for (const at of [3598 * second, 3599 * second]) expect(await cache.get('a', { at })).toEqual(stale);
    await expect(cache.get('a', { at: 3601 * second })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it.each<ErrorCode>(['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'])(
    'are gone when the platform says so: %s',
    async (code) => {
      const cache = open();
      await cache.get('a');
      cache.failWith(code);
      await cache.get('a', { at: 31 * second });
      await settle();
      await expect(cache.get('a')).rejects.toMatchObject({ code });
    },
  );

  it('that are waited for are gone when the platform says so', async () => {
    const cache = open();
    await cache.get('a');
    cache.failWith('NOT_FOUND');
    await expect(cache.get('a', { at: 61 * second })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that are errors are not kept', async () => {
    const cache = open();
    cache.failWith('NOT_FOUND');
    await expect(cache.get('a')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    cache.failWith(null);
    expect((await cache.get('a')).body).toBe(2);
  });

  it.each([{ isKept: false }, { cacheSeconds: 0 }])(
    'are not kept where they may not be: %j',
    async ({ isKept = true, cacheSeconds = 30 }) => {
      const cache = open({ cacheSeconds });
      await cache.get('a', { isKept });
      expect(await cache.get('a', { isKept })).toEqual({ status: 200, body: 2, newForMs: 0 });
    },
  );

  it('take no more memory than they may', async () => {
    const cache = open({ maxBytes: 10_000 });
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key, { bytes: 4000 });
    expect((await cache.get('d')).body).toBe(4);
    expect((await cache.get('a')).body).toBe(5);
    await cache.get('huge', { bytes: 10_000 });
    expect((await cache.get('huge')).body).toBe(7);
  });
});

describe('equal reads at once', () => {
  it('are one call, also where nothing is kept', async () => {
    const cache = open({ cacheSeconds: 0 });
    const reads = Array.from({ length: 10 }, () => cache.get('a', { waits: true }));
    await settle();
    cache.release();
    expect((await Promise.all(reads)).map(({ body }) => body)).toEqual(Array(10).fill(1));
    expect([cache.calls, cache.counted]).toEqual([1, 1]);
  });

  it('of what may have been written meanwhile are calls of their own', async () => {
    const cache = open();
    const reads = [1, 2].map(() => cache.get('a', { isKept: false }));
    expect((await Promise.all(reads)).map(({ body }) => body)).toEqual([1, 2]);
  });

  it('fail together, and the next one calls again', async () => {
    const cache = open();
    cache.failWith('UNAVAILABLE');
    const outcomes = await Promise.allSettled([cache.get('a'), cache.get('a')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    cache.failWith(null);
    expect((await cache.get('a')).body).toBe(2);
  });

  it('of a request that may call no more are not begun, and no other fails by that', async () => {
    const cache = open();
    await expect(cache.get('a', { maxCalls: 0 })).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect((await cache.get('a')).body).toBe(1);
    expect((await cache.get('a', { maxCalls: 0 })).body).toBe(1);
  });
});
