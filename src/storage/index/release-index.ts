/** Reads the index of one release. A release never changes, so what was read can be kept. */
import { sql } from 'kysely';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import { memoised } from '../../lib/memo.ts';
import type { Engine } from '../engines/engine.ts';
import { inTurns } from '../in-turns.ts';
import { repeatStatement } from '../repeated-statement.ts';
import type { ReleaseOrdinalTable } from '../schema.ts';
import { addAllTo, type Bitmaps, noBitmaps } from './bitmaps.ts';
import { type FindFamilies, openFamilies } from './family-blocks.ts';
import { createFindWords, type FindWords } from './find-words.ts';
import {
  type BlockRange,
  checksumsOf,
  DamagedIndex,
  type IndexManifest,
  type NamedRange,
  type NumberedKind,
  type OrderManifest,
  type RelationName,
} from './index-manifest.ts';
import { type NumberedTexts, openTexts } from './numbered-texts.ts';
import { type Order, openOrder } from './order.ts';
import { createReadAhead, type ReadingAhead } from './read-ahead-slots.ts';
import { type BlockCache, createReadBlocks, type ReadBlocks } from './read-blocks.ts';
import { createReadPart, createReadShown, type ReadShown } from './read-shown.ts';
import { openRelation, type Relation } from './relation.ts';
import { blockOfTerm } from './segment-builder.ts';
import { createReadSlotChecksums } from './slot-checksums.ts';
import type { ShownMemory } from './slot-memory.ts';
import { openSlotRows } from './slot-rows.ts';
import { type TermField, termOf } from './term.ts';
import { decodeBlock } from './term-block.ts';

/** Where a sort key stands among those of the listed products. */
export interface Place {
  /** How many sort keys are less than it. */
  readonly before: number;
  /** How many are not greater than it: one more where it is a listed product's. */
  readonly upTo: number;
}

export interface ReleaseIndex extends Pick<IndexManifest, 'size' | 'languages'> {
  /** A number of its own for each time that an index is opened: ordinals of one that was rebuilt may mean other products. */
  readonly opening: number;
  readonly segmentCount: number;
  /** Products that have one of the values, looked up only in segments of which `within` has any; null: in all. @throws DamagedIndex */
  findAny(field: TermField, values: readonly string[], within: Bitmaps | null): Promise<Bitmaps>;
  /** @throws DamagedIndex */
  readonly findFamilies: FindFamilies;
  /** @throws DamagedIndex */
  readonly findWords: FindWords;
  /** Children that have one of the options. @throws DamagedIndex */
  findAnyOption(ids: readonly string[], within: Bitmaps | null): Promise<Bitmaps>;
  relationOf(name: RelationName): Relation;
  textsOf(kind: NumberedKind): NumberedTexts;
  /** Null: nothing of the release has a place in it. */
  findOrder(name: string): Order | null;
  /** `sortKeys`: any texts. @throws DamagedIndex */
  findPlaces(sortKeys: readonly string[]): Promise<Map<string, Place>>;
  /** @throws DamagedIndex */
  getSortKeys(ordinals: readonly number[]): Promise<Map<number, string>>;
  /** Checks rows that were read by their ordinals. @throws DamagedIndex where one has another sort key than was written */
  checkSortKeys(rows: readonly OrdinalRow[]): Promise<void>;
  /** @throws DamagedIndex */
  readonly readShown: ReadShown;
  /** Caches what is computed from the index alone, beside its blocks. `name` must say all that the result depends on. */
  keep<Computed extends object>(
    name: string,
    compute: () => Promise<Computed>,
    bytesOf: (computed: Computed) => number,
  ): Promise<Computed>;
}

type OrdinalRow = Pick<ReleaseOrdinalTable, 'ordinal' | 'sort_key'>;

/** That are read and looked through in one turn. */
const lookupsAtATime = 128;

export interface ReadIndexOptions {
  readonly releaseId: number;
  readonly opening: number;
  readonly manifest: IndexManifest;
  readonly cache: BlockCache;
  readonly shown: ShownMemory;
  /** Null: nothing is read ahead. */
  readonly readingAhead: ReadingAhead | null;
}

export function readIndex(engine: Engine, options: ReadIndexOptions): ReleaseIndex {
  const { releaseId, opening, manifest, cache } = options;
  const { size, languages, segments, facets, families } = manifest;
  const readBlocks = createReadBlocks(engine, { releaseId, checksums: checksumsOf(manifest), cache });
  const findAnyOption = createFindAny(facets.optionTerms, readBlocks);
  const findOrder = createFindOrder(manifest.orders, readBlocks);
  return {
    opening,
    size,
    languages,
    segmentCount: segments.length,
    findAny: createFindAny(segments, readBlocks),
    findFamilies: openFamilies(families, readBlocks),
    findWords: createFindWords(segments.length, manifest.words, readBlocks),
    findAnyOption: (ids, within) => findAnyOption('option', ids, within),
    relationOf: (name) => openRelation(rangeOf(facets.relations, name), readBlocks),
    textsOf: (kind) => openTexts(rangeOf(facets.texts, kind), readBlocks),
    findOrder,
    findPlaces: (sortKeys) => findPlaces(engine, { releaseId, size }, sortKeys),
    getSortKeys: (ordinals) => getSortKeys(engine, releaseId, ordinals),
    checkSortKeys: createCheckSortKeys(options, readBlocks),
    readShown: openShown(engine, options, readBlocks),
    keep: createKeep(options),
  };
}

/** Opened when it is first wanted: there may be one for each of hundreds of languages and currencies. */
function createFindOrder(manifests: readonly OrderManifest[], readBlocks: ReadBlocks): ReleaseIndex['findOrder'] {
  const byName = new Map(manifests.map((order) => [order.name, order]));
  const opened = new Map<string, Order>();
  return (name) => {
    const order = byName.get(name);
    return order ? memoised(opened, name, () => openOrder(order, readBlocks)) : null;
  };
}

function openShown(
  engine: Engine,
  { releaseId, manifest, shown, readingAhead }: ReadIndexOptions,
  readBlocks: ReadBlocks,
): ReadShown {
  const { size, slots, details } = manifest;

  function openPart(part: ShownPart, checksums: BlockRange | undefined) {
    const readChecksums = checksums ? createReadSlotChecksums(checksums, readBlocks) : null;
    const memory = shown[part];
    const rows = openSlotRows(engine, { releaseId, size, part, memory, readChecksums });
    const onMissing = readingAhead
      ? createReadAhead(engine, { ...readingAhead, releaseId, shown, part, rows })
      : () => undefined;
    return createReadPart({ releaseId, memory, rows, onMissing });
  }

  return createReadShown(openPart('slots', slots), details ? openPart('details', details) : null);
}

/** Names count for one opening: an index that was rebuilt starts with none. */
function createKeep({ releaseId, opening, cache }: ReadIndexOptions): ReleaseIndex['keep'] {
  return async <Computed extends object>(
    name: string,
    compute: () => Promise<Computed>,
    bytesOf: (computed: Computed) => number,
  ) => {
    const key = `${releaseId}/opening ${opening}/${name}`;
    const known = cache.get(key);
    if (known) return known as Computed;
    const computed = await compute();
    cache.set(key, computed, { size: bytesOf(computed) + 2 * key.length });
    return computed;
  };
}

function rangeOf<Name extends string>(ranges: readonly NamedRange<Name>[], name: Name): BlockRange {
  return ranges.find((range) => range.name === name) ?? { first: 0, checksums: [] };
}

function createFindAny(segments: IndexManifest['segments'], readBlocks: ReadBlocks): ReleaseIndex['findAny'] {
  function toLookup(segment: number, term: string) {
    return { segment, term, block: blockOfTerm(term, segments[segment] as BlockRange) };
  }

  return async (field, values, within) => {
    const bitmaps = noBitmaps(segments.length);
    const wanted = [...segments.keys()].filter((segment) => within === null || within[segment]);
    const valuesAtATime = Math.max(1, Math.floor(lookupsAtATime / Math.max(1, wanted.length)));
    await inTurns(values, valuesAtATime, async (some) => {
      const terms = some.map((value) => termOf(field, value));
      const lookups = terms.flatMap((term) => wanted.map((segment) => toLookup(segment, term)));
      const blocks = await readBlocks(new Set(lookups.map(({ block }) => block)), decodeBlock);
      for (const { segment, term, block } of lookups) {
        const postings = blocks.get(block)?.find(term);
        if (postings) addAllTo(bitmaps, segment, postings);
      }
    });
    return bitmaps;
  };
}

interface PlaceRow {
  readonly value: string;
  readonly last: number | null;
  readonly next: number | null;
}

/** Throws where the ordinals on both sides of a place are not consecutive: one of them is missing. */
async function findPlaces(
  { ofRelease, valuesOf, toParameter }: Engine,
  { releaseId, size }: { readonly releaseId: number; readonly size: number },
  sortKeys: readonly string[],
): Promise<Map<string, Place>> {
  if (sortKeys.length === 0) return new Map();
  const rows = await repeatStatement<PlaceRow>(ofRelease(releaseId).reader, {
    name: 'places of sort keys',
    build: () =>
      sql<PlaceRow>`select wanted.value,
        (select ordinal from release_ordinal where release_id = ${releaseId} and sort_key <= wanted.value
          order by sort_key desc limit 1) as last,
        (select ordinal from release_ordinal where release_id = ${releaseId} and sort_key >= wanted.value
          order by sort_key limit 1) as next
      from ${valuesOf(sortKeys)} as wanted`,
    parameters: [releaseId, releaseId, toParameter(sortKeys)],
  });
  return new Map(
    rows.map(({ value, last, next }) => {
      const place = { upTo: (last ?? -1) + 1, before: next ?? size };
      const gap = place.upTo - place.before;
      if (gap !== 0 && gap !== 1) throw new DamagedIndex(releaseId, `an ordinal near ${place.before} is missing`);
      return [value, place];
    }),
  );
}

function createCheckSortKeys(
  { releaseId, manifest: { slots } }: ReadIndexOptions,
  readBlocks: ReadBlocks,
): ReleaseIndex['checkSortKeys'] {
  const readChecksums = slots ? createReadSlotChecksums(slots, readBlocks) : null;
  return async (rows) => {
    const sums = await readChecksums?.(rows.map(({ ordinal }) => ordinal));
    const other = sums && rows.find(({ ordinal, sort_key }) => !sums.isSortKey(ordinal, sort_key));
    if (other) throw new DamagedIndex(releaseId, `the place of the ordinal ${other.ordinal} is not what was written`);
  };
}

async function getSortKeys(
  { ofRelease, isOneOfNumbers, toParameter }: Engine,
  releaseId: number,
  ordinals: readonly number[],
): Promise<Map<number, string>> {
  if (ordinals.length === 0) return new Map();
  const rows = await repeatStatement<OrdinalRow>(ofRelease(releaseId).reader, {
    name: 'sort keys of ordinals',
    build: () =>
      sql<OrdinalRow>`select ordinal, sort_key from release_ordinal
        where release_id = ${releaseId} and ${isOneOfNumbers(sql.ref('ordinal'), ordinals)}`,
    parameters: [releaseId, toParameter(ordinals)],
  });
  const found = new Map(rows.map(({ ordinal, sort_key }) => [ordinal, sort_key]));
  const lost = ordinals.find((ordinal) => !found.has(ordinal));
  if (lost !== undefined) throw new DamagedIndex(releaseId, `ordinal ${lost} is missing`);
  return found;
}
