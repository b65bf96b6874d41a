import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { BodyMemory } from '../../src/http/body-memory.ts';
import { ownBytes } from '../../src/http/encoded-body.ts';

let bodyMemory: BodyMemory;
beforeEach(() => {
  bodyMemory = new BodyMemory();
});

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
  const take = bodyMemory.untilSent(taken);
  return { memory: Array.from({ length: 2000 }, () => take(bytes)), ...taken };
}

it('memory is used again once what was in it has been sent, and not before', () => {
  const [first, second, third] = [request(), request(), request()];
  const memory = bodyMemory.untilSent(first)(50_000);
  expect(bodyMemory.untilSent(second)(50_000).buffer).not.toBe(memory.buffer);
  first.send();
  expect(bodyMemory.untilSent(third)(50_000).buffer).toBe(memory.buffer);
});

it('each of several pieces is used by one request alone', () => {
  const [first, second] = [request(), request()];
  const take = bodyMemory.untilSent(first);
  const taken = [take(10_000), take(10_000), take(10_000)].map(({ buffer }) => buffer);
  expect(new Set(taken).size).toBe(3);
  first.send();
  const again = bodyMemory.untilSent(second);
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
        const memory = bodyMemory.untilSent(request())(bytes);
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

it('what several requests send is used again when the last has sent it', () => {
  const [first, second, third] = [request(), request(), request()];
  const memory = bodyMemory.untilSent(first)(90_000);
  bodyMemory.holdUntilSent(memory, second);
  bodyMemory.holdUntilSent(memory.subarray(10, 20), third);
  const others = () => takeAll(90_000).memory.map(({ buffer }) => buffer);
  for (const { send } of [second, first]) {
    send();
    expect(others()).not.toContain(memory.buffer);
  }
  third.send();
  expect(others()).toContain(memory.buffer);
});

it('memory of anybody else is never given to others', () => {
  const one = request();
  for (const memory of [Buffer.alloc(90_000), Buffer.from('x'), bodyMemory.untilSent(one)(100)]) {
    expect(bodyMemory.isLent(memory)).toBe(false);
    bodyMemory.holdUntilSent(memory, one);
    bodyMemory.keep(memory)();
    one.send();
    expect(takeAll(90_000).memory.map(({ buffer }) => buffer)).not.toContain(memory.buffer);
  }
});

it('what a cache might keep waits while it does not, and no more', () => {
  const count = 200;
  const first = takeAll(90_000);
  const kept = first.memory.slice(0, count);
  const size = kept[0]?.buffer.byteLength ?? 0;
  bodyMemory.willKeep(count * size);
  const letGo = kept.map((memory) => bodyMemory.keep(memory));
  bodyMemory.noteKept(count * size);
  first.send();
  const isFree = () => {
    const known = new Set(first.memory.map(({ buffer }) => buffer));
    const taken = takeAll(90_000);
    const found = taken.memory.filter(({ buffer }) => known.has(buffer)).length;
    taken.send();
    return found;
  };
  expect(isFree() * size).toBeLessThanOrEqual(8_388_608);
  bodyMemory.noteKept(-count * size);
  for (const run of letGo) run();
  expect(isFree()).toBeGreaterThan(count);
  expect(isFree() * size).toBeLessThanOrEqual(8_388_608 + count * size);
  // It is let go of when the cache keeps something elsewhere.
  bodyMemory.noteKept(count * size);
  expect(isFree() * size).toBeLessThanOrEqual(8_388_608);
});

it('8 MB waits, however much caches keep', () => {
  bodyMemory.noteKept(100_000_000);
  const { memory, send } = takeAll(20_000);
  const known = new Set(memory.map(({ buffer }) => buffer));
  send();
  expect(known).toContain(bodyMemory.untilSent(request())(20_000).buffer);
});

it('what is larger than a megabyte is not used again', () => {
  const take = bodyMemory.untilSent(request());
  expect([1_000_000, 1_048_576].map((bytes) => bodyMemory.isLent(take(bytes)))).toEqual([true, false]);
});
