import { sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { Engine } from '../engines/engine.ts';
import { checksumOf, DamagedIndex } from './index-manifest.ts';
import { decodeBlock, type TermBlock } from './term-block.ts';

export type BlockCache = LRUCache<string, TermBlock>;

/** Blocks of one release by their numbers. @throws DamagedIndex */
export type ReadBlocks = (wanted: ReadonlySet<number>) => Promise<Map<number, TermBlock>>;

export interface ReadBlocksOptions {
  readonly releaseId: number;
  /** Of all blocks, in their order. */
  readonly checksums: readonly number[];
  readonly cache: BlockCache;
}

/** Those that are not in memory in one statement. */
export function createReadBlocks(engine: Engine, { releaseId, checksums, cache }: ReadBlocksOptions): ReadBlocks {
  /** The same block, whoever wrote it. */
  const keyOf = (block: number) => `${releaseId}/${block}/${checksums[block]}`;

  async function load(blocks: readonly number[]): Promise<Map<number, TermBlock>> {
    const { rows } = await sql<{ block: number; content: Uint8Array }>`select block, content from release_index_block
      where release_id = ${releaseId} and ${engine.isOneOfNumbers(sql.ref('block'), blocks)}`.execute(engine.reader);
    const loaded = new Map<number, TermBlock>();
    for (const { block, content } of rows) {
      if (checksumOf(content) !== checksums[block]) {
        throw new DamagedIndex(releaseId, `block ${block} is not what was written`);
      }
      loaded.set(block, decodeBlock(content));
    }
    const lost = blocks.find((block) => !loaded.has(block));
    if (lost !== undefined) throw new DamagedIndex(releaseId, `block ${lost} is missing`);
    return loaded;
  }

  return async (wanted) => {
    const found = new Map<number, TermBlock>();
    for (const block of wanted) {
      const known = cache.get(keyOf(block));
      if (known) found.set(block, known);
    }
    const missing = [...wanted].filter((block) => !found.has(block));
    if (missing.length === 0) return found;
    for (const [block, loaded] of await load(missing)) {
      cache.set(keyOf(block), loaded, { size: loaded.size });
      found.set(block, loaded);
    }
    return found;
  };
}
