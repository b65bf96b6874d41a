/** Parents with their children, written and read again, at random. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bitmapsOf } from '../../../src/storage/index/bitmaps.ts';
import { collectFamilies, largestFamily, openFamilies } from '../../../src/storage/index/family-blocks.ts';
import { ordinalsOf } from '../../../src/storage/index/ordinal-set.ts';
import { segmentSize } from '../../../src/storage/index/postings.ts';
import { createMemoryBlocks } from '../../support/memory-blocks.ts';

const segments = 3;
const sizes = fc.oneof(
  fc.nat(5),
  fc.nat(300),
  fc.constantFrom(largestFamily - 1, largestFamily, largestFamily + 1, 2 * largestFamily),
);
const family = fc.record({ size: sizes, step: fc.integer({ min: 1, max: 20 }), first: fc.nat(segmentSize) });
const families = fc.dictionary(fc.string({ unit: 'grapheme' }), family, { maxKeys: 200 });

function childrenOf({ size, step, first }: { size: number; step: number; first: number }): number[] {
  return Array.from({ length: size }, (_, index) => first + step * index);
}

it('of each parent are found those children that were written, and of a large family none', async () => {
  await fc.assert(
    fc.asyncProperty(families, fc.array(fc.string(), { maxLength: 5 }), async (written, others) => {
      const blocks = createMemoryBlocks();
      const collector = collectFamilies();
      for (const [id, of] of Object.entries(written)) collector.add(id, childrenOf(of));
      const find = openFamilies(await collector.write(blocks.writer), blocks.readBlocks);
      const found = await find([...new Set([...Object.keys(written), ...others])]);
      const expected = Object.entries(written).filter(([, { size }]) => size <= largestFamily);
      const lists = expected.map(([id, of]) => [id, childrenOf(of)] as const);
      expect(new Map([...found].map(([id, set]) => [id, set.slice(0, set.size)]))).toEqual(new Map(lists));
    }),
    { numRuns: 300 },
  );
});

it('a parent takes one block to be found, of some kilobytes', async () => {
  const blocks = createMemoryBlocks();
  const collector = collectFamilies();
  for (let parent = 0; parent < 2000; parent += 1)
    collector.add(`parent-${parent}`, childrenOf({ size: 50, step: 3, first: parent }));
  const find = openFamilies(await collector.write(blocks.writer), blocks.readBlocks);
  const found = await find(['parent-1234']);
  expect(found.get('parent-1234')?.slice(0, 2)).toEqual([1234, 1237]);
  expect(blocks.read).toHaveLength(1);
  expect(Math.max(...blocks.contents.map(({ length }) => length))).toBeLessThan(40_000);
});

it('of a release without any nothing is read', async () => {
  const blocks = createMemoryBlocks();
  const find = openFamilies(await collectFamilies().write(blocks.writer), blocks.readBlocks);
  expect(await find(['some'])).toEqual(new Map());
  expect(await openFamilies(undefined, blocks.readBlocks)(['some'])).toEqual(new Map());
  expect(blocks.read).toEqual([]);
});

it('a list of ordinals as bitmaps holds what the list holds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(segments * segmentSize - 1)), (ordinals) => {
      const found = ordinalsOf(bitmapsOf(ordinals, segments));
      expect(found.slice(0, found.size)).toEqual(ordinals.toSorted((a, b) => a - b));
    }),
  );
});
