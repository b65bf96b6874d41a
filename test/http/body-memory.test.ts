import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryUntilSent } from '../../src/http/body-memory.ts';
import { ownBytes } from '../../src/http/encoded-body.ts';

function request() {
  const waiting: (() => void)[] = [];
  return {
    onSent: (run: () => void) => void waiting.push(run),
    send() {
      for (const run of waiting.splice(0)) run();
    },
  };
}

/** As much of one size as anybody may have left there. */
function takeAll(bytes: number) {
  const taken = request();
  const take = memoryUntilSent(taken);
  return { memory: Array.from({ length: 2000 }, () => take(bytes)), ...taken };
}

it('memory is used again once what was in it has been sent, and not before', () => {
  const [first, second, third] = [request(), request(), request()];
  const memory = memoryUntilSent(first)(50_000);
  expect(memoryUntilSent(second)(50_000).buffer).not.toBe(memory.buffer);
  first.send();
  expect(memoryUntilSent(third)(50_000).buffer).toBe(memory.buffer);
});

it('each of several pieces is used by one request alone', () => {
  const [first, second] = [request(), request()];
  const take = memoryUntilSent(first);
  const taken = [take(10_000), take(10_000), take(10_000)].map(({ buffer }) => buffer);
  expect(new Set(taken).size).toBe(3);
  first.send();
  const again = memoryUntilSent(second);
  expect(new Set([again(10_000), again(10_000), again(10_000)].map(({ buffer }) => buffer))).toEqual(new Set(taken));
});

it('it is as long as was said, in memory that is little longer, and whoever keeps it copies it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.integer({ min: 1, max: 2_000_000 }),
        fc.integer({ min: 12, max: 20 }).map((bits) => 2 ** bits),
      ),
      (bytes) => {
        const memory = memoryUntilSent(request())(bytes);
        expect(memory).toHaveLength(bytes);
        if (bytes >= 4096) expect(memory.buffer.byteLength).toBeLessThanOrEqual(1.25 * bytes + 1);
        if (bytes <= 1_000_000) expect(ownBytes(memory).buffer).not.toBe(memory.buffer);
      },
    ),
  );
});

it('no more than 8 MB waits to be used again', () => {
  const { memory, send } = takeAll(20_000);
  const known = new Set(memory.map(({ buffer }) => buffer));
  send();
  const again = takeAll(20_000).memory.filter(({ buffer }) => known.has(buffer));
  expect(again.length).toBeGreaterThan(0);
  expect(again.length * (again[0]?.buffer.byteLength ?? 0)).toBeLessThanOrEqual(8_388_608);
});
