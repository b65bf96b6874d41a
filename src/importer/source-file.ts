/** Where records come from: files, plain or gzip, and standard input. Each can be read more than once. */
import { createReadStream, createWriteStream, type Dirent } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { memoised } from '../lib/memo.ts';
import { ImportError } from './import-error.ts';
import { RecordScanError } from './json-scanner.ts';

/** How much of a file is read at a time. */
const chunkBytes = 2 ** 16;

export interface SourceFile {
  /** As faults name it. */
  readonly name: string;
  readonly path: string;
  /** As it stands on the disk, compressed or not: what `onRead` counts up to. */
  readonly bytes: number;
}

/** What files with records are called. */
const recordFile = /\.(?:json|ndjson|jsonl)(?:\.gz)?$/i;

/**
 * The files that are named, and those of the folders that are, with all theirs, in the order of their names. Of a file that links lead to
 * in its own folder, they count once; a link to a folder is not followed, and stands among the other files.
 */
export async function listSourceFiles(
  names: readonly string[],
): Promise<{ readonly files: readonly string[]; readonly otherFiles: readonly string[] }> {
  // It ends once: what was read first would be written over.
  if (names.indexOf('-') !== names.lastIndexOf('-')) {
    throw new ImportError('Standard input (-) is named more than once, and can be read only once.');
  }
  const files: string[] = [];
  const otherFiles: string[] = [];
  for (const name of names) {
    if (name === '-' || !(await stat(name)).isDirectory()) {
      files.push(name);
      continue;
    }
    const inside = await listFolder(name);
    for (const { path, isRecords } of inside) (isRecords ? files : otherFiles).push(path);
    if (!inside.some(({ isRecords }) => isRecords)) {
      throw new ImportError(
        `The folder ${name} holds no file that ends in .json, .ndjson or .jsonl (or .gz after it).`,
      );
    }
  }
  // Of one that is named again, such as in a folder that is named, too, each record would be a second one of its file.
  return { files: await eachOnce(files), otherFiles: [...new Set(otherFiles)] };
}

/** However it is written: a folder `./in` holds `in/a.json`, which is `./in/a.json`. */
async function eachOnce(names: readonly string[]): Promise<string[]> {
  const pathOf = async (name: string) => (name !== '-' && (await stat(name)).isFile() ? realpath(name) : name);
  // All at once: one after the other, thirty thousand files take seconds.
  const paths = await Promise.all(names.map(pathOf));
  const byPath = new Map<string, string>();
  for (const [at, path] of paths.entries()) memoised(byPath, path, () => names[at] as string);
  return [...byPath.values()];
}

async function listFolder(folder: string): Promise<{ readonly path: string; readonly isRecords: boolean }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name);
  // A pipe or a device is told as a file that is none where it is named like records.
  const plain = entries.filter((entry) => !entry.isDirectory() && !entry.isSymbolicLink()).map(pathOf);
  const found = plain.map((path) => ({ path, isRecords: recordFile.test(path) }));
  const records = found.filter(({ isRecords }) => isRecords);
  const known = new Set(await Promise.all(records.map(({ path }) => realpath(path))));
  for (const path of entries.filter((entry) => entry.isSymbolicLink()).map(pathOf)) {
    // One that leads nowhere is an error where it is named like records.
    const isRecords = recordFile.test(path) && !(await stat(path)).isDirectory();
    const target = isRecords ? await realpath(path) : path;
    if (known.has(target)) continue;
    known.add(target);
    found.push({ path, isRecords });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export interface OpenFileOptions {
  readonly directory: string;
  readonly stdin: Readable;
  readonly signal: AbortSignal;
}

/** `-` is standard input, which is copied into `directory`, since it is read twice. @throws whatever the signal was aborted with */
export async function openSourceFile(name: string, { directory, stdin, signal }: OpenFileOptions): Promise<SourceFile> {
  if (name !== '-') {
    const file = await stat(name);
    if (!file.isFile())
      throw new ImportError(`${name} is no file. Read it from standard input: - instead of its name.`);
    return { name, path: name, bytes: file.size };
  }
  const path = join(directory, 'standard-input');
  try {
    await pipeline(stdin, createWriteStream(path, { mode: 0o600 }), { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw toReadError('Standard input', error);
  }
  return { name: 'standard input', path, bytes: (await stat(path)).size };
}

export interface ReadFileOptions {
  /** Told how many bytes of the file were read. */
  readonly onRead?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Such an error names no file: a disk that fails, a server of files that is gone, the other end of standard input. Any other is answered as it is. */
export function toReadError(name: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'read') return error;
  return new ImportError(`${name} can not be read to its end (${code}). Nothing was written.`, { cause: error });
}

/** The file's text as bytes, inflated if it is gzip, whatever its name. */
export async function readSourceFile({ path }: SourceFile, { onRead, signal }: ReadFileOptions): Promise<Readable> {
  const isGzip = await startsWithGzipMagic(path);
  const file = createReadStream(path, { highWaterMark: chunkBytes, ...(signal && { signal }) });
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      onRead?.(chunk.length);
      callback(null, chunk);
    },
  });
  const steps = isGzip ? [file, counted, ...inflated(path)] : [file, counted];
  const last = steps.at(-1) as Transform;
  // Whoever reads the last step is told of a failure of any.
  pipeline(steps as [Readable, Transform]).catch((error: Error) => last.destroy(error));
  return last;
}

/** zlib takes zeros after the text for padding, and reads no further. */
function inflated(path: string): Transform[] {
  const gunzip = createGunzip();
  const toItsEnd = new PassThrough({
    flush(callback) {
      expectPadding(path, gunzip.bytesWritten).then(() => callback(null), callback);
    },
  });
  return [gunzip, toItsEnd];
}

/** @throws RecordScanError where anything but zeros stands in the file from there on */
async function expectPadding(path: string, start: number): Promise<void> {
  for await (const chunk of createReadStream(path, { start, highWaterMark: chunkBytes })) {
    if ((chunk as Buffer).some((byte) => byte !== 0)) {
      throw new RecordScanError('The gzip file is damaged: it goes on after zeros.');
    }
  }
}

/** Whoever reads files more than once is told of one that is another by then. */
export function createChangeWatch() {
  const versions = new Map<string, string>();
  /** @throws ImportError where the file is not as it was when it was looked at first */
  return async ({ path, name }: SourceFile): Promise<void> => {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    const version = [ino, size, mtimeNs].join(' ');
    const first = versions.get(path) ?? version;
    versions.set(path, first);
    if (version === first) return;
    throw new ImportError(`${name} was changed while it was read. Nothing was written: import it when it is complete.`);
  };
}

/** RFC 1952, section 2.3.1. */
async function startsWithGzipMagic(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}
