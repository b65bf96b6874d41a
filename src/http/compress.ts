/** Compression on the threads of libuv, which all of the process share: it takes two of the four at most. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import type { Encoding } from './content-encoding.ts';

/** What is being compressed or waits for it. More would wait for longer than it takes to send it as it is. */
const maxUnderway = 4_000_000;
const limit = pLimit(2);
let underway = 0;

/** Null: too much is being compressed already. One body alone may be of any size. */
export async function compress(body: Uint8Array, encoding: Encoding): Promise<Buffer | null> {
  if (underway > 0 && underway + body.length > maxUnderway) return null;
  return compressInTurn(body, encoding);
}

/** For what is made once and kept for ever, and is much too large to be sent as it is: it waits for as long as it takes. */
export async function compressInTurn(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  underway += body.length;
  try {
    return await limit(() => encode(body, encoding));
  } finally {
    underway -= body.length;
  }
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Beyond these levels a response takes twice the time, and saves a twentieth (`bench/baseline.md`, compression). */
const brotliQuality = 4;
const gzipLevel = 5;

function encode(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: gzipLevel });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotli(body, { params });
}
