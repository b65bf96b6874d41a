/** The table of contents of an index, stored with its release. Its checksums show whether a block is damaged, missing, or another's. */
import { crc32 } from 'node:zlib';

/** The format of a release's index. An index of an older format is not read but rebuilt. */
export const releaseFormat = 7;

/**
 * How products are indexed: to be increased with each change by which the same documents have other words or terms. A release of a lesser
 * number is served as it is, and nothing of it is taken over into the next one. 2: words that HTML's names for letters cut are found.
 * 3: words with letters such as ł are found by plain ones. 4: of scripts without spaces words are the same in each normal form, and
 * those of a language with a space in its name are not lost.
 */
export const indexing = 4;

export interface IndexManifest {
  /** How many products are listed. */
  readonly size: number;
  /** The languages that products have names in, in lower case. */
  readonly languages: readonly string[];
  /** For each segment the blocks of its terms. */
  readonly segments: readonly BlockRange[];
  readonly words: readonly WordRun[];
  readonly orders: readonly OrderManifest[];
  readonly facets: FacetsManifest;
  /** Parents with their children (`family-blocks.ts`); absent: a version that made none published the release. */
  readonly families?: BlockRange;
  /** Checksums of each product's slots (`slot-checksums.ts`); absent: a version that made none published the release. */
  readonly slots?: BlockRange;
  /** Checksums of each product's details; absent: a version that wrote no details published the release. */
  readonly details?: BlockRange;
  /** `indexing`, as it was when the release was published; absent: less than 2. */
  readonly indexing?: number;
}

/** Blocks that follow one another. */
export interface BlockRange {
  readonly first: number;
  readonly checksums: readonly number[];
}

/** The words of some of a segment's products, in their order. A segment has one run of them, or several. */
export interface WordRun extends BlockRange {
  readonly segment: number;
  /** The first word of each block. */
  readonly firstWords: readonly string[];
}

/** An order of those products that have a place in it (`order.ts`). */
export interface OrderManifest {
  readonly name: string;
  /** How many entries it has. */
  readonly size: number;
  readonly ascending: BlockRange;
  readonly descending: BlockRange;
  readonly byProduct: BlockRange;
  /** The first ordinal of each block of `byProduct`. */
  readonly firstOrdinals: readonly number[];
  /** The moments at which it changes, in milliseconds since 1970; null: they are too many to be listed. */
  readonly changes: readonly number[] | null;
  /** Where they are too many: the latest of them. From the first of these on all are known. */
  readonly latestChanges?: readonly number[];
}

/** Numbers that products have (`relation.ts`), and the texts that some of these stand for. */
export interface FacetsManifest {
  readonly relations: readonly NamedRange<RelationName>[];
  readonly texts: readonly NamedRange<NumberedKind>[];
  /** For each segment the blocks of its children's options. */
  readonly optionTerms: readonly BlockRange[];
}

export interface NamedRange<Name extends string> extends BlockRange {
  readonly name: Name;
}

export type NumberedKind = 'tags' | 'types' | 'options';
/** `shownOptions`: a parent's are those of its children. */
export type RelationName = NumberedKind | 'shownOptions' | 'children' | 'parents';

/** What is stored is not what was written. The index can be rebuilt from the release's records. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';
  readonly releaseId: number;

  constructor(releaseId: number, what: string) {
    super(`The index of the release ${releaseId} is damaged: ${what}.`);
    this.releaseId = releaseId;
  }
}

export function checksumOf(content: Uint8Array): number {
  return crc32(content);
}

/** Of all blocks, by their numbers. */
export function checksumsOf({ segments, words, orders, facets, ...others }: IndexManifest): Map<number, number> {
  const ofOrders = orders.flatMap(({ ascending, descending, byProduct }) => [ascending, descending, byProduct]);
  const ranges = [
    ...segments,
    ...words,
    ...ofOrders,
    ...facets.relations,
    ...facets.texts,
    ...facets.optionTerms,
    ...[others.families, others.slots, others.details].filter((range) => range !== undefined),
  ];
  const ofBlocks = new Map<number, number>();
  for (const { first, checksums } of ranges) {
    for (let index = 0; index < checksums.length; index += 1) ofBlocks.set(first + index, checksums[index] as number);
  }
  return ofBlocks;
}

export function formatManifest(manifest: IndexManifest): string {
  const text = JSON.stringify(manifest);
  return `${crc32(text)} ${text}`;
}

/** @throws DamagedIndex */
export function parseManifest(releaseId: number, stored: string | null): IndexManifest {
  const [, checksum, text = ''] = /^(\d+) (.+)$/s.exec(stored ?? '') ?? [];
  if (Number(checksum) !== crc32(text)) throw new DamagedIndex(releaseId, 'its manifest is not what was written');
  return JSON.parse(text) as IndexManifest;
}
