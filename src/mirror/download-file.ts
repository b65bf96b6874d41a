/** Files of changes that stand elsewhere, at links that let anybody in for a while: no token goes there. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { isObject } from '../domain/input/is-object.ts';
import { readRecords, UnreadableSourceError } from '../importer/read-records.ts';
import { openTemporaryFolder } from '../importer/temporary-folder.ts';
import { FileProblem, type Json } from './platform-reader.ts';

export interface DownloadOptions {
  /** Whether a link may be without encryption: the platform itself is. */
  readonly allowsHttp: boolean;
  readonly signal: AbortSignal;
  readonly limits?: Partial<DownloadLimits>;
}

export interface DownloadLimits {
  /** As it comes, compressed or not. */
  readonly bytes: number;
  readonly ms: number;
  /** How long nothing may come of it. */
  readonly silenceMs: number;
}

/** A link is good for an hour. A million products are some gigabytes of text. */
const defaultLimits: DownloadLimits = { bytes: 8e9, ms: 3_600_000, silenceMs: 30_000 };

/** JSON or gzip, one record after the other; some at a time. */
export async function* downloadFile(link: string, options: DownloadOptions): AsyncGenerator<Json[]> {
  const { allowsHttp, signal } = options;
  if (!URL.canParse(link)) throw new FileProblem("The platform's link to what changed is no URL.");
  const { protocol, hostname } = new URL(link);
  if (protocol !== 'https:' && !(allowsHttp && protocol === 'http:')) {
    throw new FileProblem(
      `The platform's link to what changed leads to ${protocol}//${hostname}, which is not encrypted.`,
    );
  }
  const folder = await openTemporaryFolder();
  try {
    const path = join(folder.path, 'changes');
    await save(link, path, options);
    yield* readSaved(path, signal);
  } finally {
    await folder.close();
  }
}

async function* readSaved(path: string, signal: AbortSignal): AsyncGenerator<Json[]> {
  const { size } = await stat(path);
  // Of an upload that was cut off, too, and who takes it for "nothing changed" never hears of what it would have said.
  if (size === 0) throw new FileProblem('The file of what changed is empty.');
  try {
    for await (const records of readRecords({ name: 'changes', path, bytes: size }, { signal })) {
      yield records.map((read) => {
        // What a service says of its own faults is JSON, too: taken for a record, it would keep the release from being shown.
        if ('value' in read && isObject(read.value) && 'id' in read.value) return read.value;
        throw new FileProblem('The file of what changed holds something that is no record.');
      });
    }
  } catch (error) {
    if (error instanceof UnreadableSourceError)
      throw new FileProblem(`The file of what changed can't be read. ${error.message}`, { cause: error });
    throw error;
  }
}

async function save(link: string, path: string, { signal, limits }: DownloadOptions): Promise<void> {
  const { hostname } = new URL(link);
  const { bytes, ms, silenceMs } = { ...defaultLimits, ...limits };
  const silence = createSilence(silenceMs);
  const either = AbortSignal.any([signal, silence.signal, AbortSignal.timeout(ms)]);
  try {
    const response = await fetch(link, { redirect: 'error', signal: either });
    if (!response.ok || response.body === null) {
      throw new FileProblem(`The file of what changed can't be read from ${hostname}: ${response.status}.`);
    }
    const body = Readable.fromWeb(response.body as ReadableStream<Uint8Array>);
    const counted = expectFewer(bytes, silence.isBroken);
    await pipeline(body, counted, createWriteStream(path, { mode: 0o600 }), { signal: either });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileProblem) throw error;
    throw new FileProblem(`The file of what changed can't be read from ${hostname}.`, { cause: error });
  } finally {
    silence.end();
  }
}

/** What goes on beyond would fill the disk. */
function expectFewer(maxBytes: number, onChunk: () => void) {
  return async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      onChunk();
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new FileProblem(`The file of what changed is larger than ${maxBytes / 1e9} GB, which is the limit.`);
      yield chunk;
    }
  };
}

/** Aborts when it has lasted too long, and at the end: of an answer that is not read, the connection would stay, and the process with it. */
function createSilence(maxMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('Nothing came for too long.')), maxMs);
  const end = () => {
    clearTimeout(timer);
    controller.abort();
  };
  return { signal: controller.signal, isBroken: () => void timer.refresh(), end };
}
