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
  return inTurn(body, () => encode(body, encoding, levels.ofResponses));
}

/** For what is made once and kept for ever, and is much too large to be sent as it is: it waits for as long as it takes. */
export function compressInTurn(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return inTurn(body, () => encode(body, encoding, levels.ofFiles));
}

async function inTurn({ length }: Uint8Array, run: () => Promise<Buffer>): Promise<Buffer> {
  underway += length;
  try {
    return await limit(run);
  } finally {
    underway -= length;
  }
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Levels = Readonly<Record<Encoding, number>>;

/** Beyond these a response takes twice the time, and saves a twentieth (`bench/notebook/compression.md`). */
const levels = { ofResponses: { br: 4, gzip: 5 }, ofFiles: { br: 7, gzip: 9 } } satisfies Record<string, Levels>;

function encode(body: Uint8Array, encoding: Encoding, level: Levels): Promise<Buffer> {
  if (encoding === 'gzip') return gzipped(body, { level: level.gzip });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotli(body, { params: { [BROTLI_PARAM_QUALITY]: level.br, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}
