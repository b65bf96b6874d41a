import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HttpProblem } from '../../src/http/http-problem.ts';
import { createRequestQueue } from '../../src/server/request-queue.ts';

/** A queue whose requests take time of its own clock. */
function createTestQueue(timeoutMs = 100) {
  let now = 1000;
  const queue = createRequestQueue({ timeoutMs, monotonicNow: () => now });
  const begun: { readonly name: number; readonly waitedMs: number }[] = [];
  const refused: { readonly name: number; readonly waitedMs: number; readonly error: unknown }[] = [];
  async function send(name: number, takesMs: number): Promise<void> {
    const since = now;
    try {
      await queue.enter();
      begun.push({ name, waitedMs: now - since });
      now += takesMs;
    } catch (error) {
      refused.push({ name, waitedMs: now - since, error });
    }
  }
  /** As sockets are read: what one does at once is done before the next one is read. */
  async function sendMany(count: number, takesMs = 1): Promise<Promise<void>[]> {
    const sent: Promise<void>[] = [];
    for (let name = 0; name < count; name += 1) {
      sent.push(send(name, takesMs));
      for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
    }
    return sent;
  }
  const pass = (ms: number) => {
    now += ms;
  };
  const names = () => begun.map(({ name }) => name);
  return { queue, begun, refused, send, sendMany, pass, names, clock: () => now };
}

describe('a queue of requests', () => {
  it('lets one that comes alone begin at once', () => {
    expect(createTestQueue().queue.enter()).toBeNull();
  });

  it('lets requests begin for a millisecond of a turn, and the others in the turns after it, in their order', async () => {
    const { sendMany, names, queue } = createTestQueue();
    const sent = await sendMany(12, 0.25);
    expect(names()).toEqual([0, 1, 2, 3]);
    await Promise.all(sent);
    expect(names()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(queue.waitMs()).toBe(0);
  });

  it('waits with the next request until the one before has done what it can without waiting', async () => {
    const { queue, pass } = createTestQueue();
    queue.enter();
    pass(5);
    const steps: string[] = [];
    const work = async (name: string) => {
      await queue.enter();
      steps.push(`${name} begins`);
      for (let hop = 0; hop < 20; hop += 1) await Promise.resolve();
      steps.push(`${name} ends`);
    };
    await Promise.all([work('one'), work('two')]);
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
  });

  it('lets nobody begin before those who wait, though the turn has room', async () => {
    const { queue, pass } = createTestQueue();
    queue.enter();
    pass(5);
    const [first, second] = [queue.enter(), queue.enter()];
    await first;
    const third = queue.enter();
    expect(third).toBeInstanceOf(Promise);
    await Promise.all([second, third]);
  });

  it('lets what is at work, and others, have a turn in between', async () => {
    const { send, queue, pass, begun } = createTestQueue();
    queue.enter();
    pass(5);
    const sent = Array.from({ length: 20 }, (_, name) => send(name, 0.25));
    const after: number[] = [];
    while (begun.length < 20) {
      await nextTurn();
      after.push(begun.length);
    }
    await Promise.all(sent);
    // What began at once took more than a turn.
    expect(after.slice(0, 6)).toEqual([0, 4, 8, 12, 16, 20]);
  });

  it('lets no other one begin in the turn of one that began at once and took longer than that', async () => {
    const { sendMany, begun } = createTestQueue(500);
    const sent = await sendMany(3, 120);
    const after = [begun.length];
    while (begun.length < 3) {
      await nextTurn();
      after.push(begun.length);
    }
    await Promise.all(sent);
    expect(after).toEqual([1, 1, 2, 3]);
  });

  it('refuses nobody of a burst that is over in the time that a request may wait', async () => {
    const { sendMany, refused, begun } = createTestQueue(500);
    await Promise.all(await sendMany(490));
    expect(refused).toEqual([]);
    expect(begun).toHaveLength(490);
  });

  it('refuses of a longer burst those that have waited for that time, and answers the others', async () => {
    const { sendMany, refused, begun } = createTestQueue(100);
    await Promise.all(await sendMany(490));
    expect(begun.length).toBeGreaterThanOrEqual(100);
    expect(Math.max(...begun.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(100);
    expect(Math.min(...refused.map(({ waitedMs }) => waitedMs))).toBeGreaterThan(100);
    expect(begun.length + refused.length).toBe(490);
  });

  it('says for how long the first one has waited', async () => {
    const { queue, send, pass } = createTestQueue();
    queue.enter();
    pass(5);
    const sent = [send(1, 1)];
    pass(10);
    sent.push(send(2, 1));
    pass(20);
    expect(queue.waitMs()).toBe(30);
    await Promise.all(sent);
    expect(queue.waitMs()).toBe(0);
  });

  it.each([0, 60_000])('refuses nobody where they may wait for as long as it takes: %i ms', async (timeoutMs) => {
    const { sendMany, refused, begun } = createTestQueue(timeoutMs);
    await Promise.all(await sendMany(3000));
    expect(refused).toEqual([]);
    expect(begun).toHaveLength(3000);
  });
});

describe('a request with a body', () => {
  it('goes on at once where it came with its head, and takes its turn again where it came late', async () => {
    const { queue } = createTestQueue();
    const { bodies } = queue;
    expect(queue.enter()).toBeNull();
    expect(bodies.enter({ bytes: 1000, client: '192.0.2.1' }, false)).toBeNull();
    const entered = bodies.enter({ bytes: 1000, client: '192.0.2.1' }, true);
    expect(entered).toBeInstanceOf(Promise);
    await entered;
  });

  it('waits for room, though it came with its head', async () => {
    const { bodies } = createTestQueue().queue;
    const body = { bytes: 4_000_000, client: '192.0.2.1' };
    expect(bodies.enter(body, false)).toBeNull();
    const begun: string[] = [];
    const entered = bodies.enter(body, false)?.then(() => begun.push('second'));
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    expect(begun).toEqual([]);
    bodies.leave(body);
    await entered;
    expect(begun).toEqual(['second']);
  });

  it('gives its room back where its turn does not come, and is counted as refused', async () => {
    const { queue, pass } = createTestQueue(100);
    queue.enter();
    pass(5);
    const entered = queue.bodies.enter({ bytes: 4_000_000, client: '192.0.2.1' }, true);
    pass(200);
    await expect(entered).rejects.toMatchObject({ status: 503 });
    expect(queue.countRefused()).toBe(1);
    expect(queue.bodies.enter({ bytes: 4_000_000, client: '192.0.2.1' }, false)).toBeNull();
  });
});

describe('while clients connect', () => {
  /** One a turn of the event loop, as they are accepted; each turn takes so long. */
  async function connect({ queue, pass }: ReturnType<typeof createTestQueue>, count: number, turnMs: number) {
    for (let turn = 0; turn < count; turn += 1) {
      queue.noteConnection();
      pass(turnMs);
      await nextTurn();
    }
  }

  it('no request begins, so that the next turn comes soon', async () => {
    const test = createTestQueue();
    test.queue.noteConnection();
    const sent = [test.send(1, 1), test.send(2, 1)];
    await connect(test, 20, 0.2);
    expect(test.names()).toEqual([]);
    await Promise.all(sent);
    expect(test.names()).toEqual([1, 2]);
  });

  it('a request waits for no more than ten milliseconds and a turn, however many connect', async () => {
    const test = createTestQueue(500);
    test.queue.noteConnection();
    const sent = [test.send(1, 1), test.send(2, 1)];
    await connect(test, 100, 1);
    expect(test.begun[0]?.waitedMs).toBeLessThanOrEqual(11);
    expect(test.begun[1]?.waitedMs).toBeLessThanOrEqual(23);
    await Promise.all(sent);
  });

  it('without end, the others have nine tenths of the time', async () => {
    const test = createTestQueue(500);
    test.queue.noteConnection();
    const sent = Array.from({ length: 300 }, (_, name) => test.send(name, 1));
    await connect(test, 4000, 0.1);
    await Promise.all(sent);
    expect(test.refused).toEqual([]);
    expect(test.begun).toHaveLength(300);
  });

  it('for more turns than that in all, none waits any more; a second later they wait for clients again', async () => {
    const test = createTestQueue(500);
    await connect(test, 150, 0);
    test.queue.noteConnection();
    expect(test.queue.enter()).toBeNull();
    test.pass(1000);
    await nextTurn();
    test.queue.noteConnection();
    const sent = test.send(1, 1);
    await connect(test, 20, 0.2);
    expect(test.names()).toEqual([]);
    await sent;
  });

  it('turns in which nobody connects are not counted', async () => {
    const test = createTestQueue(500);
    await Promise.all(await test.sendMany(300));
    test.queue.noteConnection();
    const sent = test.send(301, 1);
    await connect(test, 20, 0.2);
    expect(test.names()).not.toContain(301);
    await sent;
  });

  it('they begin at once again in the turn after that in which the last one connected', async () => {
    const { queue } = createTestQueue();
    queue.noteConnection();
    await nextTurn();
    await nextTurn();
    expect(queue.enter()).toBeNull();
  });
});

describe('a queue to which twice as many requests come as can be answered', () => {
  /** A request of a millisecond every half a millisecond, for so long. */
  async function overload(test: ReturnType<typeof createTestQueue>, seconds: number) {
    const { send, clock } = test;
    const [start, sent] = [clock(), [] as Promise<void>[]];
    while (clock() - start < seconds * 1000) {
      while (sent.length < (clock() - start + 1) * 2) {
        sent.push(send(sent.length, 1));
        for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
      }
      await nextTurn();
    }
    await Promise.all(sent);
    return { sent: sent.length, tookMs: clock() - start };
  }

  it('answers as many as it can, none of them late, and refuses the others with 503 and Retry-After', async () => {
    const test = createTestQueue();
    const { sent, tookMs } = await overload(test, 5);
    const { begun, refused, queue } = test;
    expect(begun.length / tookMs).toBeGreaterThan(0.99);
    expect(begun.length + refused.length).toBe(sent);
    expect(Math.max(...begun.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(102);
    expect(Math.max(...refused.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(104);
    expect(queue.countRefused()).toBe(refused.length);
    const [{ error } = {}] = refused;
    expect(error).toBeInstanceOf(HttpProblem);
    expect(error).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  });

  it('lets requests begin at once again as soon as fewer come', async () => {
    const test = createTestQueue();
    await overload(test, 2);
    const refusedBefore = test.refused.length;
    test.pass(10);
    await nextTurn();
    expect(test.queue.enter()).toBeNull();
    await Promise.all(await test.sendMany(90));
    expect(test.refused).toHaveLength(refusedBefore);
  });
});
