/**
 * Loads a module as V8 compiled it at an earlier start, with all functions that this start called. Node.js' own compile cache keeps a module
 * as it was before it ran, so that each start compiles again what it calls, a tenth of its time (`bench/notebook/start-and-memory.md`).
 */
import { closeSync, fstatSync, openSync, readFileSync, renameSync, unlink, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const parameters = 'exports, require, module, __filename, __dirname';

type Body = (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;

const checksumBytes = 4;

/**
 * From now on, whoever requires the module has it. Answers how to keep what has been compiled until then, which does nothing where code was found.
 * @param filename of a CommonJS module, in ASCII, that requires whatever it reads later: for `import()` Node.js has nothing but what warns of being experimental
 * @param folder of compiled code, where Node.js keeps its own: of this version of V8, with these flags. Absent: nothing is kept
 */
export function loadKeptModule(filename: string, folder: string | undefined): () => void {
  const source = readFileSync(filename);
  const keptFile = folder && join(folder, `${basename(filename)}-${crc32(source).toString(16)}`);
  const cachedData = keptFile ? readKept(keptFile) : undefined;
  // NOTE: joined, the text is within V8's heap, and not beside it: V8 lets a larger heap grow further, and else collects it once in each start.
  const script = new Script(`(function (${parameters}) { ${source.toString('latin1')}\n})`, {
    filename,
    ...(cachedData && { cachedData }),
  });
  const module = new Module(filename);
  const require = createRequire(filename);
  require.cache[filename] = module;
  const body: Body = script.runInThisContext();
  body(module.exports, require, module, filename, dirname(filename));
  module.loaded = true;
  const isKept = cachedData && !script.cachedDataRejected;
  return () => {
    if (keptFile && !isKept) writeKept(keptFile, script.createCachedData());
  };
}

/** Code that is damaged, or that another user wrote, would be run: V8 itself looks at no more than its length and version. */
function readKept(file: string): Buffer | undefined {
  const bytes = readOwn(file);
  if (!bytes || bytes.length <= checksumBytes) return undefined;
  const code = bytes.subarray(0, -checksumBytes);
  return bytes.readUInt32LE(code.length) === crc32(code) ? code : undefined;
}

function readOwn(file: string): Buffer | null {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const isOwn = !process.getuid || fstatSync(descriptor).uid === process.getuid();
      return isOwn ? readFileSync(descriptor) : null;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // There is none at a first start; and what can't be read is compiled.
    return null;
  }
}

/** Other processes may write the same one, or read it. */
function writeKept(file: string, code: Buffer): void {
  const checksum = Buffer.alloc(checksumBytes);
  checksum.writeUInt32LE(crc32(code));
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, Buffer.concat([code, checksum]), { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    // A folder that can't be written to, or a full disk: the next start compiles again, as this one did.
    unlink(unfinished, () => undefined);
  }
}
