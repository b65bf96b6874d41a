import { sql } from 'kysely';
import type { LRUCache } from 'lru-cache';
import type { Engine } from '../engines/engine.ts';
import { repeatStatement } from '../repeated-statement.ts';
import type { ReleaseIndexBlockTable } from '../schema.ts';
import { checksumOf, DamagedIndex } from './index-manifest.ts';

export interface DecodedBlock {
  /** In bytes. */
  readonly size: number;
}

/** And of what is computed from them (`ReleaseIndex.keep`). Keys begin with the release's id. */
export type BlockCache = LRUCache<string, object>;

export function releaseOfKey(key: string): number {
  return Number.parseInt(key, 10);
}

/** Of a block however small it is: its key, its place in the cache, and what it is read by. */
const blockBytes = 800;

/** Blocks of one release by their numbers, each always decoded in one way. @throws DamagedIndex */
export type ReadBlocks = <Block extends DecodedBlock>(
  wanted: ReadonlySet<number>,
  decode: (content: Uint8Array) => Block,
) => Promise<Map<number, Block>>;

export interface ReadBlocksOptions {
  readonly releaseId: number;
  /** Of all blocks, by their numbers. */
  readonly checksums: ReadonlyMap<number, number>;
  readonly cache: BlockCache;
}

type StoredBlock = Pick<ReleaseIndexBlockTable, 'block' | 'content'>;

/** Those that are not in memory in one statement. */
export function createReadBlocks(engine: Engine, { releaseId, checksums, cache }: ReadBlocksOptions): ReadBlocks {
  /** The same block, whoever wrote it. */
  const keyOf = (block: number) => `${releaseId}/${block}/${checksums.get(block)}`;

  async function load<Block>(blocks: readonly number[], decode: (content: Uint8Array) => Block) {
    const rows = await repeatStatement<StoredBlock>(engine.ofRelease(releaseId).reader, {
      name: 'blocks of an index',
      build: () =>
        sql<StoredBlock>`select block, content from release_index_block
          where release_id = ${releaseId} and ${engine.isOneOfNumbers(sql.ref('block'), blocks)}`,
      parameters: [releaseId, engine.toParameter(blocks)],
    });
    const loaded = new Map<number, Block>();
    for (const { block, content } of rows) {
      // SQLite has other types in columns of bytes, if somebody writes them.
      if (!(content instanceof Uint8Array) || checksumOf(content) !== checksums.get(block)) {
        throw new DamagedIndex(releaseId, `block ${block} is not what was written`);
      }
      loaded.set(block, decode(content));
    }
    const lost = blocks.find((block) => !loaded.has(block));
    if (lost !== undefined) throw new DamagedIndex(releaseId, `block ${lost} is missing`);
    return loaded;
  }

  return async <Block extends DecodedBlock>(wanted: ReadonlySet<number>, decode: (content: Uint8Array) => Block) => {
    const found = new Map<number, Block>();
    for (const block of wanted) {
      const known = cache.get(keyOf(block));
      if (known) found.set(block, known as Block);
    }
    if (found.size === wanted.size) return found;
    const missing = [...wanted].filter((block) => !found.has(block));
    for (const [block, loaded] of await load(missing, decode)) {
      cache.set(keyOf(block), loaded, { size: blockBytes + loaded.size });
      found.set(block, loaded);
    }
    return found;
  };
}
