import { expect, it, onTestFinished, vi } from 'vitest';
import type { ListedItem } from '../../src/domain/input/listed-json.ts';
import type { DocumentListQuery } from '../../src/domain/product/ports.ts';
import { BodyPieces } from '../../src/http/body-pieces.ts';
import { createDocumentReads } from '../../src/storage/document-reads.ts';
import type { Engine } from '../../src/storage/engines/engine.ts';
import type { ListedPage, ListOptions, ProductLists, ReadIn } from '../../src/storage/lists/product-lists.ts';
import { collectGarbage, heldBytes } from '../support/collect-garbage.ts';
import { writingContext } from '../support/request-contexts.ts';

const documentOf = (ordinal: number, length = 40, name = 'é'.repeat(length), language = 'en') =>
  `{"id":"${ordinal}","attributes":{"name":"${name}"},"meta":{"language":"${language}"}}`;

/** Reads of pages of these ordinals, and how many rows each has read. */
function createReads(length?: number, localesOf: (ordinal: number) => string | null = () => null) {
  let page: readonly number[] = [];
  let readIn: ReadIn = { releaseId: '1', opening: 1 };
  const rowsRead: number[] = [];
  const toRow = (ordinal: number) => ({
    ...{ ordinal, product_id: String(ordinal), sort_key: '', live_child_count: 0, combination_count: 0 },
    ...{ locales: localesOf(ordinal), matrix: null, document: documentOf(ordinal, length) },
  });
  const list = async (_: unknown, _queries: unknown, { findRead }: ListOptions<object>) => {
    const known = findRead(readIn, page);
    rowsRead.push(known.filter((one) => one === null).length);
    const rows = known.map((one, at) => one ?? toRow(page[at] as number));
    return [{ parent: null, ordinals: page, rows, total: 0, readIn } as unknown as ListedPage<object>];
  };
  const reads = createDocumentReads({} as Engine, { list } as unknown as ProductLists);
  return {
    rowsRead,
    reopen: () => {
      readIn = { ...readIn, opening: readIn.opening + 1 };
    },
    read: async (ordinals: readonly number[], language: string | null = null) => {
      page = ordinals;
      const query = { language } as unknown as DocumentListQuery;
      return (await reads.listDocuments(writingContext(), query)).documents;
    },
  };
}

const piecesOf = (items: readonly ListedItem[]) => new BodyPieces({ before: '[', items, after: ']' }).pieces;
const textOf = (items: readonly ListedItem[]) => piecesOf(items).join('');
const expected = (ordinals: readonly number[]) => `[${ordinals.map((ordinal) => documentOf(ordinal)).join()}]`;

it('documents that were read together go out as one piece, and are read once', async () => {
  const { read, rowsRead } = createReads();
  const ordinals = Array.from({ length: 100 }, (_, index) => 3 * index);
  const [first, again] = [await read(ordinals), await read(ordinals)];
  expect(textOf(first)).toBe(expected(ordinals));
  expect([first.length, piecesOf(first).length, rowsRead]).toEqual([100, 3, [100, 0]]);
  expect(again).toEqual(first);
});

/** What is parsed, and when others get their turn. */
function watchParsing(): string[] {
  const done: string[] = [];
  const parse = JSON.parse;
  const spy = vi.spyOn(JSON, 'parse').mockImplementation((text, revive) => {
    done.push('parsed');
    setImmediate(() => done.push('turn'));
    return parse(text, revive);
  });
  onTestFinished(() => spy.mockRestore());
  return done;
}

it('others get their turn between documents whose translations are large', async () => {
  const localesOf = () => JSON.stringify({ de: { name: 'x'.repeat(600_000) } });
  const done = watchParsing();
  await createReads(40, localesOf).read([1, 2, 3]);
  expect(done).toEqual(['parsed', 'turn', 'parsed', 'turn', 'parsed', 'turn']);
});

it('others get their turn between large documents that are translated', async () => {
  const { read } = createReads(600_000, (ordinal) => (ordinal % 2 ? '{"de":{"name":"größer"}}' : null));
  const ordinals = [1, 2, 3, 4, 5];
  await read(ordinals);
  const done = watchParsing();
  const translated = await read(ordinals, 'de');
  expect(done).toEqual(['parsed', 'turn', 'parsed', 'turn', 'parsed', 'turn']);
  expect(translated.map(({ length }) => length > 600_000)).toEqual([false, true, false, true, false]);
});

it('pages of documents that were read apart have them in the order of the page', async () => {
  const { read, rowsRead } = createReads();
  await read([1, 2, 3]);
  const ordinals = [5, 3, 2, 4, 1];
  expect(textOf(await read(ordinals))).toBe(expected(ordinals));
  expect(textOf(await read([1, 2, 3, 4, 5]))).toBe(expected([1, 2, 3, 4, 5]));
  expect(rowsRead).toEqual([3, 2, 0]);
});

it('of an index that was opened anew nothing is known', async () => {
  const { read, reopen, rowsRead } = createReads();
  await read([1]);
  reopen();
  await read([1]);
  expect(rowsRead).toEqual([1, 1]);
});

it('large documents share no memory, and go when there are too many of them', async () => {
  const { read, rowsRead } = createReads(600_000);
  const ordinals = Array.from({ length: 20 }, (_, index) => index);
  expect(piecesOf(await read(ordinals)).length).toBe(22);
  await read(ordinals.slice(0, 5));
  await read(ordinals.slice(-5));
  expect(rowsRead).toEqual([20, 5, 0]);
});

it('documents are translated once in each language, and others are as they are stored', async () => {
  const localesOf = (ordinal: number) => (ordinal % 3 ? '{"de":{"name":"größer"},"fr":{"name":"plus grand"}}' : null);
  const { read, reopen, rowsRead } = createReads(40, localesOf);
  const inLanguage = (ordinals: readonly number[], language: string, name: string) =>
    `[${ordinals.map((ordinal) => (ordinal % 3 ? documentOf(ordinal, 0, name, language) : documentOf(ordinal))).join()}]`;
  const german = await read([1, 2, 3, 4], 'de');
  expect(textOf(german)).toBe(inLanguage([1, 2, 3, 4], 'de', 'größer'));
  const again = await read([4, 3, 2, 1], 'de');
  for (const [at, document] of german.entries()) expect(again[3 - at]).toBe(document);
  expect(textOf(await read([2, 5, 6], 'de'))).toBe(inLanguage([2, 5, 6], 'de', 'größer'));
  expect(textOf(await read([1, 2, 3], 'fr'))).toBe(inLanguage([1, 2, 3], 'fr', 'plus grand'));
  expect(textOf(await read([1, 2, 3], 'ja'))).toBe(expected([1, 2, 3]));
  expect(textOf(await read([1, 2, 3]))).toBe(expected([1, 2, 3]));
  expect(rowsRead).toEqual([4, 0, 2, 0, 0, 0]);
  reopen();
  expect((await read([1], 'de'))[0]).not.toBe(german[0]);
});

it('translations take what they count as', async () => {
  const localesOf = (ordinal: number) => JSON.stringify({ de: { description: `${ordinal} ${'щ'.repeat(2000)}` } });
  const { read } = createReads(40, localesOf);
  const before = heldBytes();
  // More than there is room for.
  for (let start = 0; start < 6000; start += 20)
    await read(
      Array.from({ length: 20 }, (_, at) => start + at),
      'de',
    );
  // Memory of buffers is given back some time after what led to it.
  collectGarbage();
  expect(heldBytes() - before).toBeLessThan(24_000_000);
  expect(await read([0], 'de')).toHaveLength(1);
});

const languages = ['be', 'bg', 'el', 'ja', 'ka', 'ko', 'mk', 'ru', 'sr', 'th', 'uk', 'zh'];
const localesIn = (some: readonly string[], texts: object) =>
  JSON.stringify(Object.fromEntries(some.map((one) => [one, texts])));

it.each<[string, { localesOf: (ordinal: number) => string; pages: number }]>([
  [
    'in many languages',
    { localesOf: (ordinal) => localesIn(languages, { description: `${ordinal} ${'щ'.repeat(2000)}` }), pages: 50 },
  ],
  [
    'with a thousand translations of nothing',
    {
      localesOf: (ordinal) =>
        localesIn(
          Array.from({ length: 1000 }, (_, at) => `x-${ordinal}-${at}`),
          {},
        ),
      pages: 30,
    },
  ],
])('documents %s take what they count as', async (_, { localesOf, pages }) => {
  const { read } = createReads(40, localesOf);
  const before = heldBytes();
  // More than there is room for.
  for (let page = 0; page < pages; page += 1) await read(Array.from({ length: 20 }, (__, at) => 20 * page + at));
  expect(heldBytes() - before).toBeLessThan(24_000_000);
  expect(await read([0])).toHaveLength(1);
});
