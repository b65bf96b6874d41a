/** Blocks that are kept take no more memory than they may, however small they are: a release of few products has as many as one of thousands. */
import { LRUCache } from 'lru-cache';
import { expect, it, onTestFinished } from 'vitest';
import { checksumOf } from '../../../src/storage/index/index-manifest.ts';
import { decodeNumbers, encodeNumbers } from '../../../src/storage/index/number-block.ts';
import { type BlockCache, createReadBlocks } from '../../../src/storage/index/read-blocks.ts';
import { decodeBlock, encodeBlock } from '../../../src/storage/index/term-block.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { heldBytes } from '../../support/collect-garbage.ts';
import { openEmbedded } from '../../support/engines.ts';

const cacheBytes = 1_000_000;
/** More than it has room for. */
const blocks = 5000;

it.each([
  ['terms', encodeBlock(Buffer.from('a'.repeat(16)), [Uint16Array.of(1)]), decodeBlock],
  ['numbers', encodeNumbers([Uint32Array.of(1)]), decodeNumbers],
])('small ones of %s', async (_, content, decode) => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const releaseId = Number(await createStores(engine).releases.begin('catalog', '2026-01-01T00:00:00.000Z'));
  const numbers = Array.from({ length: blocks }, (__, block) => block);
  for (let start = 0; start < blocks; start += 100) {
    const rows = numbers.slice(start, start + 100).map((block) => ({ release_id: releaseId, block, content }));
    await engine.writer.insertInto('release_index_block').values(rows).execute();
  }
  const checksums = new Map(numbers.map((block) => [block, checksumOf(content)]));
  const open = (cache: BlockCache) => createReadBlocks(engine, { releaseId, checksums, cache });
  const readAll = async (cache: BlockCache) => {
    for (const block of numbers) await open(cache)<{ size: number }>(new Set([block]), decode);
  };
  await readAll(new LRUCache({ maxSize: 1 }));
  const cache: BlockCache = new LRUCache({ maxSize: cacheBytes });
  const before = heldBytes();
  await readAll(cache);
  expect(heldBytes() - before).toBeLessThan(2 * cacheBytes);
  expect(cache.size).toBeGreaterThan(100);
});
