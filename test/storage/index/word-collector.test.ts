/** Words over many blocks and several runs: each is found with its products, whole and by its beginning. */
import { expect, it } from 'vitest';
import { workPrices } from '../../../src/domain/work-budget.ts';
import { countOf } from '../../../src/storage/index/bitmaps.ts';
import { createFindWords } from '../../../src/storage/index/find-words.ts';
import type { WordRun } from '../../../src/storage/index/index-manifest.ts';
import { ordinalsOf } from '../../../src/storage/index/ordinal-set.ts';
import type { DecodedBlock } from '../../../src/storage/index/read-blocks.ts';
import { createWordCollector } from '../../../src/storage/index/word-collector.ts';
import { writingContext } from '../../support/request-contexts.ts';

const size = 12_000;
/** A word that all have, one that some have, and one of their own. */
const wordsOfProduct = (ordinal: number) => new Set(['1all', `1some${ordinal % 7}`, `1own${ordinal}`, '2ä']);

/** Their first characters are fields. */
const byPrefix = (words: ReadonlySet<string>) =>
  [...Map.groupBy(words, (word) => word.slice(0, 1))].map(([prefix, whole]) => {
    return { prefix, words: new Set(whole.map((word) => word.slice(1))) };
  });

it('each word is found with its products in all runs, and no other word is', async () => {
  const contents: Uint8Array[] = [];
  const writer = {
    async write(blocks: Iterable<Uint8Array>) {
      const [first, made] = [contents.length, [...blocks]];
      contents.push(...made);
      return { first, checksums: made.map(() => 0) };
    },
  };
  const collector = createWordCollector();
  const runs: (WordRun | null)[] = [];
  for (let ordinal = 0; ordinal < size; ordinal += 1) {
    collector.add(ordinal, byPrefix(wordsOfProduct(ordinal)));
    if (ordinal === 5000) runs.push(await collector.write(writer, 0));
  }
  runs.push(await collector.write(writer, 0));
  expect(await collector.write(writer, 0)).toBeNull();
  expect(contents.length).toBeGreaterThan(10);

  const read = async <Block extends DecodedBlock>(
    wanted: ReadonlySet<number>,
    decode: (content: Uint8Array) => Block,
  ) => new Map([...wanted].map((block) => [block, decode(contents[block] as Uint8Array)]));
  const written = runs.filter((run) => run !== null);
  const find = createFindWords(1, written, read);
  const { budget } = writingContext();
  const all = Array.from({ length: size }, (_, ordinal) => ordinal);
  const expectFound = async (word: string) => {
    const { whole, beginning } = await find(word, budget);
    const having = (fits: (own: string) => boolean) => all.filter((ordinal) => [...wordsOfProduct(ordinal)].some(fits));
    expect(ordinalsOf(whole).slice(0, size), word).toEqual(having((own) => own === word));
    expect(ordinalsOf(beginning).slice(0, size), word).toEqual(having((own) => own.startsWith(word)));
  };
  for (const word of [
    '1all',
    '1al',
    '1some3',
    '1some',
    '1own77',
    '1own11999',
    '1own120',
    '1',
    '2ä',
    '2',
    '0',
    '3',
    '1z',
  ]) {
    await expectFound(word);
  }
  expect(countOf((await find('1own', budget)).beginning)).toBe(size);

  // Each block has its price, whether its words are looked through or all of them are found.
  const { budget: fresh } = writingContext();
  await find('1', fresh);
  const blocks = written.flatMap(({ firstWords }) => firstWords.filter((first) => first < '2'));
  expect(fresh.spent).toBe(workPrices.indexBlock * blocks.length);
});

it('a known word and a new one are the same word, also where their language holds a space', async () => {
  const collector = createWordCollector();
  collector.add(0, [{ prefix: '1de-CH Swiss ', words: new Set(['jacke']) }]);
  collector.addKnown(1, { of: ['1de-CH Swiss jacke'], places: Uint32Array.of(0) });
  const blocks: Uint8Array[] = [];
  const written = await collector.write(
    {
      async write(some) {
        blocks.push(...some);
        return { first: 0, checksums: [0] };
      },
    },
    0,
  );
  const find = createFindWords(
    1,
    written ? [written] : [],
    async (_, decode) => new Map([[0, decode(blocks[0] as Uint8Array)]]),
  );
  const { whole } = await find('1de-CH Swiss jacke', writingContext().budget);
  expect(ordinalsOf(whole).slice(0, 3)).toEqual([0, 1]);
});
