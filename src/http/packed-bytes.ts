/** Bytes that wait in memory for somebody to want them again, compressed at once: JSON takes an eighth of the room. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ownBytes } from './encoded-body.ts';

const params = { [constants.ZSTD_c_compressionLevel]: 1 };
/** Of Node.js. */
const leastChunkBytes = 64;

export function packBytes(bytes: Uint8Array): Buffer {
  return ownBytes(zstdCompressSync(bytes, { params }));
}

/** `length`: of what was packed. */
export function unpackBytes(packed: Uint8Array, length: number): Buffer {
  // In one piece: pieces would be joined.
  return zstdDecompressSync(packed, { chunkSize: Math.max(leastChunkBytes, length) });
}
