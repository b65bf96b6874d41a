import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Exchange, NoAnswer, type OutgoingRequest } from '../../../src/upstream/client/exchange.ts';
import { breaking } from '../../../src/upstream/limits/breaking-exchange.ts';

const pauseMs = 100;
const timeoutMs = 1000;

/** A platform whose answers take as long as it says; null: it is away. */
function open(halfOpenAfterMs = pauseMs) {
  const platform: { takesMs: number | null; sent: number; isUnreadable: boolean } = {
    takesMs: null,
    sent: 0,
    isUnreadable: false,
  };
  const exchange: Exchange = {
    async send({ deadline }) {
      platform.sent += 1;
      const { takesMs, isUnreadable } = platform;
      if (isUnreadable) throw new NoAnswer('nobody can read it', { isSent: true, status: 200, isUnreadable });
      if (takesMs === null) throw new NoAnswer('it is away', { isSent: false, status: null });
      const leftMs = Math.max(0, deadline - performance.now());
      await sleep(Math.min(takesMs, leftMs));
      if (takesMs > leftMs) throw new NoAnswer('it took too long', { isSent: true, status: null });
      return { status: 200, text: '{}', retryAfterSeconds: null };
    },
  };
  const broken = breaking(exchange, halfOpenAfterMs);
  const send = (whose: Pick<OutgoingRequest, 'isSignIn'> = {}) =>
    broken.send({ method: 'GET', path: '/', headers: {}, deadline: performance.now() + timeoutMs, ...whose });
  const call = () =>
    send().then(
      ({ status }) => status,
      ({ code }: { readonly code: string }) => code,
    );
  async function breakIt(): Promise<void> {
    for (let time = 0; time < 6; time += 1) await call();
    expect(broken.isOpen()).toBe(true);
  }
  return { platform, broken, send, call, breakIt };
}

it('a circuit that is open is closed again in its time, whatever the time of day', async () => {
  const { platform, call, breakIt } = open();
  await breakIt();
  platform.takesMs = 0;
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now - 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await expect.poll(call, { timeout: 5000 }).toBe(200);
});

it('who waits for the call that tries the platform is not sent with hardly any time left', async () => {
  const { platform, broken, call, breakIt } = open();
  await breakIt();
  await sleep(2 * pauseMs);
  platform.takesMs = 0.8 * timeoutMs;
  const trial = call();
  platform.sent = 0;
  const waiting = Array.from({ length: 24 }, call);
  expect(await trial).toBe(200);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['UNAVAILABLE']));
  expect([platform.sent, broken.isOpen()]).toEqual([0, false]);
  platform.takesMs = 0;
  expect(await call()).toBe(200);
});

it('while one call tries a platform that is silent, the circuit still counts as open', async () => {
  const { platform, broken, call, breakIt } = open();
  await breakIt();
  platform.takesMs = 2 * timeoutMs;
  await sleep(2 * pauseMs);
  const trial = call();
  await sleep(0.1 * timeoutMs);
  expect(broken.isOpen()).toBe(true);
  await trial;
  expect(broken.isOpen()).toBe(true);
});

it('why there is no answer is told until the platform is left alone, whoever calls it', async () => {
  const { platform, send, breakIt } = open(60_000);
  for (const whose of [{}, { isSignIn: true }] as const) await expect(send(whose)).rejects.toThrow('it is away');
  await breakIt();
  platform.sent = 0;
  for (const whose of [{}, { isSignIn: true }] as const)
    await expect(send(whose)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(platform.sent).toBe(0);
});

it('a platform whose answer can not be read has answered the call that tries it', async () => {
  const { platform, broken, call, breakIt } = open();
  await breakIt();
  platform.isUnreadable = true;
  await expect.poll(call).toBeUndefined();
  expect(broken.isOpen()).toBe(false);
});
