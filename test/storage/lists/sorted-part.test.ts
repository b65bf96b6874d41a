/** Orders over many blocks: what is walked, what is looked up, and what is counted agree with a plain sort. */
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { allOf, type Bitmaps, copyOf, countOf } from '../../../src/storage/index/bitmaps.ts';
import { type Order, openOrder } from '../../../src/storage/index/order.ts';
import { sortInTurns } from '../../../src/storage/index/sort-in-turns.ts';
import { arrange, type OrderEntries, writeOrder } from '../../../src/storage/index/write-order.ts';
import { sortedPart } from '../../../src/storage/lists/sorted-part.ts';
import { walkedPart } from '../../../src/storage/lists/walked-part.ts';
import { heapBytes } from '../../support/collect-garbage.ts';
import { createMemoryBlocks } from '../../support/memory-blocks.ts';
import { writingContext } from '../../support/request-contexts.ts';

const size = 20_000;
/** Many products share an amount, and stand in several blocks with it. Every third one changes at the moment 100. */
const amountOf = (ordinal: number, moment: number) =>
  BigInt(ordinal % 3 === 0 && moment >= 100 ? (ordinal * 31) % 7 : (ordinal * 7919) % 5);

async function writePrices(): Promise<Order> {
  const entries = Array.from({ length: size }, (_, ordinal) =>
    ordinal % 3 === 0
      ? [
          { ordinal, amount: amountOf(ordinal, 0), from: Number.NEGATIVE_INFINITY, until: 100 },
          { ordinal, amount: amountOf(ordinal, 100), from: 100, until: Number.POSITIVE_INFINITY },
        ]
      : [{ ordinal, amount: amountOf(ordinal, 0), from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }],
  ).flat();
  const compare = (a: number, b: number) => Number((entries[a]?.amount ?? 0n) - (entries[b]?.amount ?? 0n));
  const order: OrderEntries = {
    name: 'price EUR',
    ordinals: Uint32Array.from(entries, ({ ordinal }) => ordinal),
    compare,
    sort: () => sortInTurns(entries.length, (entry) => entry, compare),
    prices: {
      amounts: BigInt64Array.from(entries, ({ amount }) => amount),
      times: {
        from: Float64Array.from(entries, ({ from }) => from),
        until: Float64Array.from(entries, ({ until }) => until),
      },
    },
  };
  const { writer, readBlocks } = createMemoryBlocks();
  return openOrder(await writeOrder(writer, order, await arrange(order)), readBlocks);
}

/** Every so many of all products. */
function every(step: number): Bitmaps {
  const bitmaps = copyOf(allOf(size));
  for (const bitmap of bitmaps) {
    for (let bit = 0; bit < size; bit += 1) {
      if (bit % step > 0 && bitmap) bitmap[bit >>> 5] = (bitmap[bit >>> 5] as number) & ~(1 << (bit & 31));
    }
  }
  return bitmaps;
}

it.each([
  [1, 0],
  [1, 100],
  [7, 99],
  [7, 100],
  [500, 100],
])('every %ith product, at the moment %i, stands in its place both ways', async (step, moment) => {
  const order = await writePrices();
  const bitmaps = step === 1 ? null : every(step);
  const { budget } = writingContext();
  const listed = Array.from({ length: Math.ceil(size / step) }, (_, index) => index * step);
  for (const direction of ['ascending', 'descending'] as const) {
    const sign = direction === 'ascending' ? 1 : -1;
    const expected = listed.toSorted((a, b) => sign * Number(amountOf(a, moment) - amountOf(b, moment)));
    const count = bitmaps === null ? size : countOf(bitmaps);
    const part = await sortedPart({ order, direction, moment, bitmaps, size: count });
    const all = await part.up(0, size + 1, budget);
    expect(all.map(({ ordinal }) => ordinal)).toEqual(expected);
    expect(await part.down(Number.POSITIVE_INFINITY, size + 1, budget)).toEqual(all.toReversed());
    const middle = all[Math.floor(all.length / 2)]?.place ?? 0;
    expect(await part.up(middle, 3, budget)).toEqual(all.filter(({ place }) => place >= middle).slice(0, 3));
    expect(await part.down(middle, 3, budget)).toEqual(
      all
        .filter(({ place }) => place < middle)
        .slice(-3)
        .reverse(),
    );
    const places = await part.places(budget);
    expect(places.slice(0, size)).toEqual(all.map(({ place }) => place));
    expect(await order.findPlaces(direction, listed.slice(-5), moment)).toEqual(
      all.filter(({ ordinal }) => listed.slice(-5).includes(ordinal)),
    );
  }
});

it('what was read of a part before changes neither what is read of it nor what that is charged', async () => {
  const order = await writePrices();
  const read = fc.record({
    way: fc.constantFrom('up', 'down'),
    place: fc.oneof(fc.constant(0), fc.constant(order.size), fc.nat(order.size), fc.nat(300)),
    limit: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(order.size)),
  } as const);
  const whole = fc.constantFrom(1, 3, 700);
  await fc.assert(
    fc.asyncProperty(fc.array(read, { minLength: 2, maxLength: 12 }), whole, async (reads, step) => {
      const bitmaps = step === 1 ? null : every(step);
      const count = bitmaps === null ? size : countOf(bitmaps);
      const open = () => walkedPart({ order, direction: 'descending', moment: 100, bitmaps, size: count });
      const kept = open();
      for (const { way, place, limit } of reads) {
        const [fresh, again] = [writingContext().budget, writingContext().budget];
        const expected = await open()[way](place, limit, fresh);
        expect(await kept[way](place, limit, again)).toEqual(expected);
        expect(again.spent).toBe(fresh.spent);
      }
    }),
    { numRuns: 60 },
  );
});

it('readers who walk through a part at once all get its products, each once, and so do those who come later', async () => {
  const order = await writePrices();
  const bitmaps = every(3);
  const open = () => walkedPart({ order, direction: 'ascending', moment: 100, bitmaps, size: countOf(bitmaps) });
  const { budget } = writingContext();
  const shared = open();
  const expected = await open().up(0, 60, budget);
  const atOnce = await Promise.all([20, 20, 30].map((limit) => shared.up(0, limit, budget)));
  expect(atOnce).toEqual([20, 20, 30].map((limit) => expected.slice(0, limit)));
  expect(await shared.up(0, 60, budget)).toEqual(expected);
});

it('of a part its beginning is remembered, and no more than some hundreds of products', async () => {
  const order = await writePrices();
  const readBlock = vi.spyOn(order, 'readBlock');
  const part = walkedPart({ order, direction: 'ascending', moment: 100, bitmaps: null, size });
  const { budget } = writingContext();
  const reads = [501, 20, 20, 501].map((limit) => async () => {
    readBlock.mockClear();
    await part.up(0, limit, budget);
    return readBlock.mock.calls.length > 0;
  });
  const hasWalked: boolean[] = [];
  for (const read of reads) hasWalked.push(await read());
  expect(hasWalked).toEqual([true, true, false, true]);
});

it('what is remembered of parts takes about the memory that they count as', async () => {
  const order = await writePrices();
  const { budget } = writingContext();
  const open = () => walkedPart({ order, direction: 'ascending', moment: 100, bitmaps: null, size });
  await open().up(0, 500, budget);
  const before = heapBytes();
  const parts = Array.from({ length: 200 }, open);
  for (const part of parts) await part.up(0, 500, budget);
  const held = heapBytes() - before;
  expect(held).toBeLessThan(3 * parts.reduce((sum, { bytes }) => sum + bytes, 0));
});
