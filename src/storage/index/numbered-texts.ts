/** Texts that many products share, by numbers from 0: tags, types, options. */
import type { BlockRange } from './index-manifest.ts';
import { decodeNumbers, decodeTexts, encodeNumbers, encodeTexts } from './number-block.ts';
import type { ReadBlocks } from './read-blocks.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface TextCollector {
  /** Null: there are too many others already. */
  numberOf(key: string, text?: () => string): number | null;
  find(key: string): number | null;
  write(writer: BlockWriter): Promise<BlockRange>;
}

/** Of one kind, that are counted: those of the first products in the order of the lists. */
const maxNumberedTexts = 50_000;
const textsOfBlock = 512;

export function createTextCollector(): TextCollector {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  function* blocks(): Generator<Buffer> {
    for (let start = 0; start < texts.length; start += textsOfBlock) {
      yield encodeNumbers([encodeTexts(texts.slice(start, start + textsOfBlock))]);
    }
  }
  return {
    numberOf(key, text = () => key) {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      if (texts.length === maxNumberedTexts) return null;
      numbers.set(key, texts.length);
      return texts.push(text()) - 1;
    },
    find: (key) => numbers.get(key) ?? null,
    write: (writer) => writer.write(blocks()),
  };
}

export interface NumberedTexts {
  /** No number is as great. */
  readonly end: number;
  /** By their numbers. @throws DamagedIndex */
  getMany(numbers: readonly number[]): Promise<Map<number, string>>;
  /** @throws DamagedIndex */
  getAll(): Promise<string[]>;
}

export function openTexts({ first, checksums }: BlockRange, readBlocks: ReadBlocks): NumberedTexts {
  return {
    end: checksums.length * textsOfBlock,
    async getMany(numbers) {
      const blockOf = (number: number) => first + Math.floor(number / textsOfBlock);
      const blocks = await readBlocks(new Set(numbers.map(blockOf)), decodeTextBlock);
      return new Map(
        numbers.map((number) => [number, blocks.get(blockOf(number))?.texts[number % textsOfBlock] as string]),
      );
    },
    async getAll() {
      const numbers = checksums.map((_, index) => first + index);
      const blocks = await readBlocks(new Set(numbers), decodeTextBlock);
      return numbers.flatMap((number) => blocks.get(number)?.texts ?? []);
    },
  };
}

function decodeTextBlock(content: Uint8Array) {
  const { columns, size } = decodeNumbers(content);
  return { texts: decodeTexts(columns[0] as Uint8Array), size: 2 * size };
}
