import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrustedDocuments, sha256 } from '../../../src/graphql/documents/trusted-documents.ts';

const text = 'query Limits { limits { cost } }';
const other = 'query Other { __typename }';
const hash = sha256(text);
const operation = { id: hash, name: 'Limits', type: 'query', body: text };
const apollo = (operations: unknown) => ({ format: 'apollo-persisted-query-manifest', version: 1, operations });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manifests-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function put(name: string, manifest: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  return path;
}

describe('a manifest', () => {
  it.each<[string, unknown, string]>([
    ["of Apollo's generator", apollo([operation]), hash],
    ["of Apollo's generator, with ids of one's own", apollo([{ ...operation, id: 'Limits/1' }]), 'Limits/1'],
    ['of the client preset', { [hash]: text }, hash],
    ['of the client preset, with the prefix', { [`sha256:${hash}`]: text }, hash],
    [
      'of relay-compiler, which names by MD5',
      { '0123456789abcdef0123456789abcdef': text },
      '0123456789abcdef0123456789abcdef',
    ],
  ])('%s is read', async (_, manifest, id) => {
    const documents = await readTrustedDocuments(await put('manifest.json', manifest));
    expect([documents?.findText(id), documents?.findText(`sha256:${id}`)]).toEqual([text, text]);
    expect([documents?.findText('absent'), documents?.hasText(text), documents?.hasText(other)]).toEqual([
      null,
      true,
      false,
    ]);
  });

  it('is read where an editor began it with a byte order mark', async () => {
    const documents = await readTrustedDocuments(await put('manifest.json', `\uFEFF${JSON.stringify({ mine: text })}`));
    expect(documents?.findText('mine')).toBe(text);
  });

  it.each<[string, unknown, string]>([
    ['that is no JSON', '{', 'is no JSON.'],
    ['that is empty', {}, 'names no document.'],
    ['of no operations', apollo([]), 'names no document.'],
    [
      'that is a list',
      [operation],
      'is no manifest: an object is expected, of ids and texts, or in the format of Apollo.',
    ],
    ['of null', null, 'is no manifest: an object is expected, of ids and texts, or in the format of Apollo.'],
    [
      'of another format',
      { format: 'x' },
      "is of a format that is not known: 'apollo-persisted-query-manifest', version 1, is.",
    ],
    [
      'of a later version',
      { ...apollo([operation]), version: 2 },
      "is of a format that is not known: 'apollo-persisted-query-manifest', version 1, is.",
    ],
    ['with a text that is none', { a: 7 }, "has an entry that is no id with a text: 'a'."],
    ['with an operation that is null', apollo([null]), "has an entry that is no id with a text: 'undefined'."],
    [
      'with the hash of another text',
      { [sha256(other)]: text },
      `names a text by the hash of another one: '${sha256(other)}'.`,
    ],
    [
      'with two texts for an id',
      apollo([
        { ...operation, id: 'a' },
        { ...operation, id: 'a', body: other },
      ]),
      "names another text for the id 'a'.",
    ],
  ])('%s is refused', async (_, manifest, problem) => {
    const path = await put('faulty.json', manifest);
    await expect(readTrustedDocuments(path)).rejects.toThrow(`TRUSTED_DOCUMENTS: faulty.json ${problem}`);
  });
});

it('what can not be read is named', async () => {
  const reading = readTrustedDocuments(join(folder, 'nowhere.json'));
  await expect(reading).rejects.toThrow('TRUSTED_DOCUMENTS: nowhere.json can not be read (ENOENT).');
});

describe('a folder', () => {
  it('is read as one manifest, of its files that end in .json', async () => {
    const nested = await mkdtemp(join(folder, 'some-'));
    await writeFile(join(nested, 'a.json'), JSON.stringify({ a: text }));
    await writeFile(join(nested, 'b.json'), JSON.stringify({ b: other, a: text }));
    await writeFile(join(nested, 'readme.md'), 'no manifest');
    const documents = await readTrustedDocuments(nested);
    expect([documents?.findText('a'), documents?.findText('b'), documents?.size]).toEqual([text, other, 2]);
  });

  it('must not name two texts for an id, in two files', async () => {
    const nested = await mkdtemp(join(folder, 'some-'));
    await writeFile(join(nested, 'a.json'), JSON.stringify({ a: text }));
    await writeFile(join(nested, 'b.json'), JSON.stringify({ a: other }));
    await expect(readTrustedDocuments(nested)).rejects.toThrow("b.json names another text for the id 'a'.");
  });

  it('must hold a manifest', async () => {
    await expect(readTrustedDocuments(await mkdtemp(join(folder, 'none-')))).rejects.toThrow('holds no manifest');
  });
});
