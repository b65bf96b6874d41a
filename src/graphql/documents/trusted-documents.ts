/**
 * Documents that were registered when a client was built: the only ones that its pages send, named by an id. Manifests are read as
 * Apollo's generator, the client preset of GraphQL Code Generator and relay-compiler write them.
 */
import { hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { excerpt } from '../../domain/errors.ts';
import { isObject } from '../../domain/input/is-object.ts';
import { parseJson } from '../../http/parse-json.ts';

export interface TrustedDocuments {
  /** `id`: as a manifest has it, or with `sha256:` before it. */
  findText(id: string): string | null;
  hasText(text: string): boolean;
  /** Whether one of them has an operation of that name. */
  hasOperation(name: string): boolean;
  readonly size: number;
}

/** Larger than that of any client: a manifest of 10,000 documents has some 20 MB. */
const maxManifestBytes = 100_000_000;

/** `path`: of a manifest, or of a folder of them (`*.json`); null: there are none. @throws Error with a sentence that names the file */
export async function readTrustedDocuments(path: string | null): Promise<TrustedDocuments | null> {
  if (path === null) return null;
  const texts = new Map<string, string>();
  for (const file of await listManifests(path)) {
    for (const [id, text] of parseManifest(file, await readManifest(file))) {
      const known = texts.get(id);
      if (known !== undefined && known !== text) throw fault(file, `names another text for the id '${excerpt(id)}'`);
      texts.set(id, text);
    }
  }
  return createTrustedDocuments(texts);
}

function createTrustedDocuments(texts: ReadonlyMap<string, string>): TrustedDocuments {
  const known = new Set(texts.values());
  const operations = new Set([...known].flatMap(operationsIn));
  return {
    findText: (id) => texts.get(withoutPrefix(id)) ?? null,
    hasText: (text) => known.has(text),
    hasOperation: (name) => operations.has(name),
    size: texts.size,
  };
}

/** Not parsed: that would take a second for the 10,000 documents of a large client, and who registers them means well. */
function operationsIn(text: string): string[] {
  return [...text.matchAll(/\b(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/g)].map(([, name = '']) => name);
}

const prefix = 'sha256:';

export function withoutPrefix(id: string): string {
  return id.startsWith(prefix) ? id.slice(prefix.length) : id;
}

export function sha256(text: string): string {
  return hash('sha256', text);
}

async function listManifests(path: string): Promise<string[]> {
  const found = await orFault(path, () => stat(path));
  if (!found.isDirectory()) return [path];
  const files = (await orFault(path, () => readdir(path))).filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0) throw fault(path, 'holds no manifest (*.json)');
  return files.map((name) => join(path, name));
}

async function readManifest(file: string): Promise<string> {
  const { size } = await orFault(file, () => stat(file));
  if (size > maxManifestBytes) throw fault(file, `has ${size} bytes; at most ${maxManifestBytes} are read`);
  const text = await orFault(file, () => readFile(file, 'utf8'));
  // RFC 8259, section 8.1: the mark that some editors begin a file with is none of it.
  return text.replace(/^\uFEFF/, '');
}

async function orFault<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw fault(path, `can not be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

type Entry = readonly [id: string, text: string];

function parseManifest(file: string, content: string): Entry[] {
  const entries = entriesOf(file, parseJson(content));
  if (entries.length === 0) throw fault(file, 'names no document');
  return entries.map(([id, text]) => {
    if (typeof id !== 'string' || id === '' || typeof text !== 'string' || text === '') {
      throw fault(file, `has an entry that is no id with a text: '${excerpt(String(id))}'`);
    }
    const name = withoutPrefix(id);
    if (/^[0-9a-f]{64}$/i.test(name) && name.toLowerCase() !== sha256(text)) {
      throw fault(file, `names a text by the hash of another one: '${excerpt(id)}'`);
    }
    return [name, text];
  });
}

const apolloFormat = 'apollo-persisted-query-manifest';

function entriesOf(file: string, manifest: unknown): (readonly [id: unknown, text: unknown])[] {
  if (manifest === undefined) throw fault(file, 'is no JSON');
  if (!isObject(manifest)) {
    throw fault(file, 'is no manifest: an object is expected, of ids and texts, or in the format of Apollo');
  }
  if (!('format' in manifest)) return Object.entries(manifest);
  const { format, version, operations } = manifest;
  if (format !== apolloFormat || version !== 1 || !Array.isArray(operations)) {
    throw fault(file, `is of a format that is not known: '${apolloFormat}', version 1, is`);
  }
  return operations.map((operation) => [operation?.id, operation?.body]);
}

function fault(path: string, problem: string): Error {
  return new Error(`TRUSTED_DOCUMENTS: ${basename(path)} ${problem}.`);
}
