import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CollectedBytes } from '../../../src/lib/collected-bytes.ts';
import { createExchange } from '../../../src/upstream/client/exchange.ts';
import { listenOnLoopback } from '../../support/on-loopback.ts';

it('an answer in pieces of one byte is one text, of which no piece is kept for itself', async () => {
  const text = JSON.stringify({ data: Array.from({ length: 500 }, (_, index) => `Müßig ${index}`) });
  const server = createServer(async (_incoming, outgoing) => {
    for (const byte of Buffer.from(text)) {
      if (!outgoing.write(Buffer.of(byte))) await once(outgoing, 'drain');
    }
    outgoing.end();
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const exchange = createExchange({ url, concurrency: 1, timeoutMs: 30_000, caFile: null });
  onTestFinished(async () => {
    await exchange.close();
    server.close();
  });
  const add = vi.spyOn(CollectedBytes.prototype, 'add');
  const answer = await exchange.send({ method: 'GET', path: '/', headers: {}, deadline: performance.now() + 30_000 });
  expect(answer).toMatchObject({ status: 200, text });
  expect(add.mock.calls.length).toBeGreaterThan(1000);
  vi.restoreAllMocks();
});

it.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a moment in Retry-After is by the clock of the platform, which is %s', async (_title, skewMs) => {
  const now = Math.floor(Date.now() / 1000) * 1000 + skewMs;
  const [date, later] = [now, now + 7000].map((ms) => new Date(ms).toUTCString());
  const server = createServer((_incoming, outgoing) => {
    outgoing.sendDate = false;
    outgoing.writeHead(429, { date, 'retry-after': later }).end();
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const exchange = createExchange({ url, concurrency: 1, timeoutMs: 5000, caFile: null });
  onTestFinished(async () => {
    await exchange.close();
    server.close();
  });
  const answer = await exchange.send({ method: 'GET', path: '/', headers: {}, deadline: performance.now() + 5000 });
  expect(answer).toMatchObject({ status: 429, retryAfterSeconds: 7 });
});

it('what failed before it was sent is never sent', async () => {
  const waiting: ServerResponse[] = [];
  const server = createServer((_incoming, outgoing) => void waiting.push(outgoing));
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const exchange = createExchange({ url, concurrency: 1, timeoutMs: 30_000, caFile: null });
  onTestFinished(async () => {
    await exchange.close();
    server.close();
  });
  const send = (path: string, ms: number) =>
    exchange.send({ method: 'POST', path, headers: {}, body: '{}', deadline: performance.now() + ms });
  const first = send('/first', 30_000);
  await expect.poll(() => waiting.length).toBe(1);
  await expect(send('/second', 100)).rejects.toMatchObject({ isSent: false });
  const third = send('/third', 30_000);
  waiting[0]?.end();
  await first;
  await expect.poll(() => waiting.length).toBe(2);
  expect(waiting[1]?.req.url).toBe('/third');
  waiting[1]?.end();
  await third;
});
