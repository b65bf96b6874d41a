/** Files of changes that stand elsewhere, at links that let anybody in for a while: no token goes there. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { isObject } from '../contract/building-blocks.ts';
import { readRecords } from '../importer/read-records.ts';
import { type Json, MirrorProblem } from './platform-reader.ts';

export interface DownloadOptions {
  /** Whether a link may be without encryption: the platform itself is. */
  readonly allowsHttp: boolean;
  readonly signal: AbortSignal;
}

/** JSON or gzip, one record after the other; some at a time. */
export async function* downloadFile(link: string, { allowsHttp, signal }: DownloadOptions): AsyncGenerator<Json[]> {
  const { protocol, hostname } = new URL(link);
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:')) {
    throw new MirrorProblem(
      `The platform's link to what changed leads to ${protocol}//${hostname}, which is not encrypted.`,
    );
  }
  const directory = await mkdtemp(join(tmpdir(), 'gateway-mirror-'));
  try {
    const path = join(directory, 'changes');
    await save(link, path, signal);
    const { size } = await stat(path);
    for await (const records of readRecords({ name: 'changes', path, bytes: size }, { signal })) {
      yield records.map((read) => {
        if ('value' in read && isObject(read.value)) return read.value;
        throw new MirrorProblem(`The file of what changed holds something that is no record.`);
      });
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function save(link: string, path: string, signal: AbortSignal): Promise<void> {
  const { hostname } = new URL(link);
  const response = await fetch(link, { redirect: 'error', signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new MirrorProblem(`The file of what changed can't be read from ${hostname}.`, { cause: error });
  });
  if (!response.ok || response.body === null) {
    throw new MirrorProblem(`The file of what changed can't be read from ${hostname}: ${response.status}.`);
  }
  const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
  await pipeline(body, createWriteStream(path, { mode: 0o600 }), { signal });
}
