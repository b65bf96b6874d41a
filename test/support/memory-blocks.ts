import type { ReadBlocks } from '../../src/storage/index/read-blocks.ts';
import type { BlockWriter } from '../../src/storage/index/write-blocks.ts';

/** Not at the beginning: others wrote before. */
const first = 10;

/** An index's blocks, in memory. */
export function createMemoryBlocks() {
  const contents: Uint8Array[] = [];
  const read: number[] = [];
  const writer: BlockWriter = {
    async write(blocks) {
      const made = [...blocks];
      const range = { first: first + contents.length, checksums: made.map(() => 0) };
      contents.push(...made);
      return range;
    },
  };
  const readBlocks: ReadBlocks = async (wanted, decode) => {
    read.push(...wanted);
    return new Map([...wanted].map((block) => [block, decode(contents[block - first] as Uint8Array)]));
  };
  return { contents, read, writer, readBlocks };
}
