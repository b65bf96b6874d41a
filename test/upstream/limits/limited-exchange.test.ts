/** What a platform gets to see, counted at its socket. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExchange, type Exchange, type OpenExchange } from '../../../src/upstream/client/exchange.ts';
import { breaking } from '../../../src/upstream/limits/breaking-exchange.ts';
import { createLocalCallBudget } from '../../../src/upstream/limits/call-budget.ts';
import { limited } from '../../../src/upstream/limits/limited-exchange.ts';
import { retrying } from '../../../src/upstream/limits/retrying-exchange.ts';
import {
  type Behaviour,
  broken,
  cut,
  type FaultyPlatform,
  json,
  openFaultyPlatform,
  silent,
  text,
} from '../../support/faulty-platform.ts';

let platform: FaultyPlatform;
let socket: OpenExchange;

beforeEach(async () => {
  platform = await openFaultyPlatform();
  socket = createExchange({ url: platform.url, concurrency: 100, timeoutMs: 1000, caFile: null });
});

afterEach(async () => {
  await socket.close();
  await platform.close();
});

const limitsOf = (requestsPerSecond: number, concurrency: number, timeoutMs = 5000) =>
  limited(socket, createLocalCallBudget({ requestsPerSecond, concurrency, timeoutMs }));

function read(exchange: Exchange, patienceMs = 5000) {
  return exchange.send({ method: 'GET', path: '/x', headers: {}, deadline: performance.now() + patienceMs });
}

function write(exchange: Exchange, patienceMs = 5000) {
  return exchange.send({
    method: 'POST',
    path: '/x',
    headers: {},
    body: '{}',
    deadline: performance.now() + patienceMs,
  });
}

const codesOf = async (sent: Promise<unknown>[]) =>
  (await Promise.allSettled(sent)).map((one) =>
    one.status === 'fulfilled' ? 'answered' : (one.reason.code ?? one.reason.name),
  );

describe('limits', () => {
  it('no more run at once than may, and none is forgotten', async () => {
    let [running, most] = [0, 0];
    platform.behaveAlways(async (request, response) => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      await json({})(request, response);
    });
    const exchange = limitsOf(10_000, 3);
    expect(await codesOf(Array.from({ length: 40 }, () => read(exchange)))).toEqual(Array(40).fill('answered'));
    expect(most).toBe(3);
  });

  it('no more begin in a second than may, and who would wait too long is told at once', async () => {
    const exchange = limitsOf(5, 100);
    const codes = await codesOf(Array.from({ length: 30 }, () => read(exchange, 900)));
    expect(codes.filter((code) => code === 'answered')).toHaveLength(5);
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(25);
    expect(platform.received).toHaveLength(5);
  });

  it('places are given back, whatever becomes of a call', async () => {
    const exchange = limitsOf(10_000, 1);
    const behaviours: Behaviour[] = [cut, broken('cut'), text('', 500), silent];
    for (const behaviour of behaviours) {
      platform.behaveAlways(behaviour);
      await codesOf([read(exchange, 50)]);
    }
    platform.behaveAlways(json({}));
    expect((await read(exchange)).status).toBe(200);
  });

  it('who waits for a place is refused at its deadline', async () => {
    platform.behaveAlways(silent);
    const exchange = limitsOf(10_000, 1);
    expect(await codesOf([read(exchange, 300), read(exchange, 100)])).toEqual(['NoAnswer', 'UNAVAILABLE']);
    expect(platform.received).toHaveLength(1);
  });

  it('so is who waits behind others that have longer', async () => {
    platform.behaveAlways(silent);
    const exchange = limitsOf(10_000, 1);
    const order: string[] = [];
    const call = async (name: string, patienceMs: number) => {
      await codesOf([read(exchange, patienceMs)]);
      order.push(name);
    };
    await Promise.all([call('running', 2000), call('first', 3000), call('behind', 200)]);
    expect(order).toEqual(['behind', 'first', 'running']);
  });

  it.each([
    ['rate', 5, 100],
    ['concurrency', 10_000, 2],
  ])('none begins that would be cut off because it had to wait: %s', async (_, requestsPerSecond, concurrency) => {
    platform.behaveAlways(async (request, response) => {
      await sleep(300);
      await json({})(request, response);
    });
    const exchange = limitsOf(requestsPerSecond, concurrency);
    const codes = await codesOf(Array.from({ length: 40 }, () => read(exchange, 6000)));
    expect(new Set(codes)).toEqual(new Set(['answered', 'UNAVAILABLE']));
    expect(platform.received).toHaveLength(codes.filter((code) => code === 'answered').length);
  });

  it.each([429, 503])('a %i stops all calls for as long as it says', async (status) => {
    platform.behaveAlways(text('', status, { 'retry-after': '30' }));
    const exchange = limitsOf(10_000, 10);
    expect((await read(exchange)).status).toBe(status);
    await expect(read(exchange)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 30 });
    expect(platform.received).toHaveLength(1);
  });

  it('a 503 that does not say when stops none', async () => {
    platform.behaveAlways(text('', 503));
    const exchange = limitsOf(10_000, 10);
    for (const _ of [1, 2]) expect((await read(exchange)).status).toBe(503);
  });
});

it.each([429, 503])('a %i to a client that wants too many tokens stops nobody else', async (status) => {
  platform.behaveAlways(text('', status, { 'retry-after': '30' }));
  const exchange = limitsOf(10_000, 10);
  const deadline = performance.now() + 5000;
  await exchange.send({ method: 'POST', path: '/x', headers: {}, body: '', deadline, isSignIn: true });
  platform.behaveAlways(json({}));
  expect((await read(exchange)).status).toBe(200);
});

describe('the circuit breaker', () => {
  it.each<[string, number, { readonly isSignIn?: true }]>([
    ['requests for tokens of their own', 500, { isSignIn: true }],
    ['what the platform has no method for', 501, {}],
  ])('does not count %s', async (_, status, whose) => {
    platform.behaveAlways(text('', status));
    const exchange = breaking(socket, 60_000);
    const request = { method: 'POST', path: '/x', headers: {}, body: '', ...whose } as const;
    for (let count = 0; count < 12; count += 1) {
      expect((await exchange.send({ ...request, deadline: performance.now() + 5000 })).status).toBe(status);
    }
    expect(exchange.isOpen()).toBe(false);
  });

  const failures: [string, Behaviour][] = [
    ['cuts', cut],
    ['silence', silent],
    ['500', text('', 500)],
    ['503', text('', 503)],
  ];

  it.each(failures)('leaves a platform alone after a few: %s', async (_, behaviour) => {
    platform.behaveAlways(behaviour);
    const exchange = breaking(socket, 60_000);
    // Long enough for a call to arrive, on a busy machine, too: what is silent is waited for so long.
    const deadlineMs = 500;
    for (let count = 0; count < 12; count += 1) {
      await codesOf([count % 2 ? read(exchange, deadlineMs) : write(exchange, deadlineMs)]);
    }
    expect(platform.received).toHaveLength(5);
    expect(await codesOf([read(exchange), write(exchange)])).toEqual(['UNAVAILABLE', 'UNAVAILABLE']);
    expect(exchange.isOpen()).toBe(true);
  });

  it.each([400, 401, 404, 409, 422, 429])('never counts %i', async (status) => {
    platform.behaveAlways(text('', status));
    const exchange = breaking(socket);
    for (let count = 0; count < 12; count += 1) await read(exchange);
    expect(platform.received).toHaveLength(12);
  });

  it('never counts an answer that is too large, or waiting for a turn', async () => {
    platform.behaveAlways(text('', 200, { 'content-encoding': 'br' }));
    const exchange = breaking(limitsOf(12, 10));
    for (let count = 0; count < 30; count += 1) await codesOf([read(exchange, 900)]);
    platform.behaveAlways(json({}));
    await sleep(1100);
    expect((await read(exchange)).status).toBe(200);
  });

  it('tries with one call after a while, and closes when that is answered', async () => {
    platform.behaveAlways(cut);
    const exchange = breaking(socket, 20);
    for (let count = 0; count < 6; count += 1) await codesOf([read(exchange)]);
    platform.behaveAlways(json({}));
    await sleep(30);
    expect(await codesOf([read(exchange), read(exchange), read(exchange)])).toEqual(Array(3).fill('answered'));
    expect(exchange.isOpen()).toBe(false);
  });
});

it('a circuit stays open where the call that tries has no turn', async () => {
  platform.behaveAlways(cut);
  const limits = { requestsPerSecond: 10_000, concurrency: 1, timeoutMs: 5000 };
  const budget = createLocalCallBudget(limits);
  const exchange = breaking(limited(socket, budget), 20);
  for (let count = 0; count < 6; count += 1) await codesOf([read(exchange)]);
  const permit = await budget.enter(performance.now() + 5000);
  await sleep(30);
  expect(await codesOf([read(exchange, 100)])).toEqual(['UNAVAILABLE']);
  expect(exchange.isOpen()).toBe(true);
  permit.leave();
  platform.behaveAlways(json({}));
  await expect.poll(() => codesOf([read(exchange)])).toEqual(['answered']);
});

describe('retries', () => {
  const failing = (times: number, behaviour: Behaviour): Behaviour => {
    let left = times;
    return (request, response) => {
      left -= 1;
      return left >= 0 ? behaviour(request, response) : json({ left })(request, response);
    };
  };

  it.each<[string, Behaviour]>([
    ['a cut', cut],
    ['a cut in the middle', broken('cut')],
    ['502', text('', 502)],
  ])('a read is sent again after %s, twice at most', async (_, behaviour) => {
    platform.behaveAlways(failing(2, behaviour));
    const exchange = retrying(socket);
    expect((await read(exchange)).status).toBe(200);
    expect(platform.received).toHaveLength(3);
    platform.behaveAlways(failing(9, behaviour));
    const other = retrying(socket);
    await codesOf([read(other)]);
    expect(platform.received).toHaveLength(6);
  });

  it('a read is sent again no more than twice, however many are in hand', async () => {
    platform.behaveAlways(json({}));
    const exchange = retrying(socket);
    for (let time = 0; time < 40; time += 1) await read(exchange);
    platform.behaveAlways(text('', 502));
    expect((await read(exchange)).status).toBe(502);
    expect(platform.received).toHaveLength(40 + 3);
  });

  it.each<[string, Behaviour]>([
    ['a cut', cut],
    ['502', text('', 502)],
    ['503 that says when', text('', 503, { 'retry-after': '0' })],
    ['429', text('', 429)],
  ])('a write is never sent again: %s', async (_, behaviour) => {
    platform.behaveAlways(behaviour);
    await codesOf([write(retrying(socket))]);
    expect(platform.received).toHaveLength(1);
  });

  it.each<[string, Behaviour]>([
    ['429', text('', 429)],
    ['404', text('', 404)],
    ['501', text('', 501)],
    ['an answer that is too large', text('', 200, { 'content-length': '99999999999' })],
  ])('a read is not sent again after %s', async (_, behaviour) => {
    platform.behaveAlways(behaviour);
    await codesOf([read(retrying(socket))]);
    expect(platform.received).toHaveLength(1);
  });

  it('a read is not sent again beyond its deadline, nor before the platform wants it', async () => {
    platform.behaveAlways(text('', 503, { 'retry-after': '1' }));
    await read(retrying(socket), 500);
    platform.behaveAlways(silent);
    await codesOf([read(retrying(socket), 100)]);
    expect(platform.received).toHaveLength(2);
  });

  it('are a tenth of the traffic, and two in hand', async () => {
    platform.behaveAlways(text('', 500));
    const exchange = retrying(socket);
    for (let batch = 0; batch < 10; batch += 1) await Promise.all(Array.from({ length: 20 }, () => read(exchange)));
    expect(platform.received.length).toBeLessThanOrEqual(200 + 20 + 2);
    expect(platform.received.length).toBeGreaterThan(210);
  });
});
