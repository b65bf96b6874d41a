/** Writes the blocks of an index one after the other, some at a time. */
import { setImmediate } from 'node:timers/promises';
import { inPortions } from '../../lib/in-portions.ts';
import type { Engine } from '../engines/engine.ts';
import { type BlockRange, checksumOf } from './index-manifest.ts';

const blocksAtATime = 32;

export interface BlockWriter {
  write(contents: Iterable<Uint8Array>): Promise<BlockRange>;
}

export function createBlockWriter(engine: Engine, releaseId: number, onProgress: () => Promise<void>): BlockWriter {
  let next = 0;
  return {
    async write(contents) {
      const first = next;
      const checksums: number[] = [];
      let writing = Promise.resolve();
      for (const portion of inPortions(contents, blocksAtATime)) {
        checksums.push(...portion.map(checksumOf));
        const rows = portion.map((content) => ({ release_id: releaseId, block: next++, content }));
        await writing;
        await onProgress();
        writing = engine.insertRows([{ table: 'release_index_block', rows }]);
        // It is awaited with the next ones, which are made meanwhile. Should these fail before, that failure is the one to tell.
        writing.catch(() => undefined);
        await setImmediate();
      }
      await writing;
      return { first, checksums };
    },
  };
}
