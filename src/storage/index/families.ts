/** Parents with their live children and the options of these, which are related when all products have their ordinals. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import { readAhead } from '../../lib/read-ahead.ts';
import { parseMatrix } from '../documents/matrix-document.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { growingTexts, growingUint32 } from './growing-columns.ts';
import type { IndexedParent, IndexedRow } from './indexed-rows.ts';
import { partitionPoint } from './partition-point.ts';
import { type ProductSource, selectLiveChildren } from './product-sources.ts';

export interface Family {
  readonly parentId: string;
  /** The parent's. */
  readonly ordinal: number;
  /** In the order of the lists; none: it has no live ones. */
  readonly children: readonly Child[];
}

export interface Child {
  readonly ordinal: number;
  readonly optionIds: readonly string[];
}

export interface FamilyRow extends Pick<IndexedRow, 'sort_key'> {
  /** Null: it can have no children. */
  readonly parent: IndexedParent | null;
}

export interface Families {
  /** In the order of the lists. */
  add(row: FamilyRow): void;
  /** When all have been added: some parents at a time. */
  families(): AsyncGenerator<readonly Family[]>;
}

/** Of which two portions are in memory: matrices may be large. */
const parentsAtATime = 25;
const keysOfSample = 32;

export function createFamilies(engine: Engine, releaseId: number, sources: readonly ProductSource[]): Families {
  const [sortKeys, parentIds, parents] = [growingTexts(), growingTexts(), growingUint32()];
  /** One of some sort keys, each of which would be made a text of for many a child that is looked for. */
  const samples: string[] = [];
  let size = 0;

  /** Sort keys ascend. */
  function ordinalOf(sortKey: string): number {
    const isBefore = (key: string) => compareCodePoints(key, sortKey) < 0;
    const sample = partitionPoint(0, samples.length, (place) => isBefore(samples[place] as string));
    const from = Math.max(0, (sample - 1) * keysOfSample);
    return partitionPoint(from, Math.min(sample * keysOfSample, size), (place) => isBefore(sortKeys.get(place)));
  }

  return {
    add({ sort_key, parent }) {
      sortKeys.add(sort_key);
      if (size % keysOfSample === 0) samples.push(sort_key);
      if (parent) {
        parentIds.add(parent.product_id);
        parents.push(size);
      }
      size += 1;
    },

    async *families() {
      const portions = readAhead<FamilyPortion>(async (before) => {
        const start = before?.end ?? 0;
        const end = Math.min(start + parentsAtATime, parents.length);
        if (start === end) return null;
        const places = Array.from({ length: end - start }, (_, index) => start + index);
        const ordinals = new Map(places.map((place) => [parentIds.get(place), parents.get(place)]));
        return { end, ordinals, ...(await selectFamilies(engine, { releaseId, sources }, [...ordinals.keys()])) };
      });
      for await (const { ordinals, children, options } of portions) {
        const ofParents = Map.groupBy(children, ({ parent_id }) => parent_id);
        yield [...ordinals].map(([parentId, ordinal]) => ({
          ...{ parentId, ordinal },
          children: (ofParents.get(parentId) ?? []).map(({ id, sort_key }) => ({
            ordinal: ordinalOf(sort_key),
            optionIds: options.get(parentId)?.get(id) ?? [],
          })),
        }));
        await setImmediate();
      }
    },
  };
}

interface FamilyPortion extends Awaited<ReturnType<typeof selectFamilies>> {
  /** How many parents it and those before it have. */
  readonly end: number;
  /** Of parents, by their ids. */
  readonly ordinals: ReadonlyMap<string, number>;
}

interface Stored {
  readonly releaseId: number;
  readonly sources: readonly ProductSource[];
}

async function selectFamilies(engine: Engine, { releaseId, sources }: Stored, parentIds: readonly string[]) {
  const { reader, isOneOf } = engine;
  const selectingMatrices = sql<MatrixRow>`select product_id, matrix from release_product
    where release_id = ${releaseId} and ${isOneOf(sql.ref('product_id'), parentIds)}`.execute(reader);
  const [children, { rows }] = await Promise.all([selectLiveChildren(engine, sources, parentIds), selectingMatrices]);
  const options = new Map(rows.map(({ product_id, matrix }) => [product_id, optionsIn(matrix)]));
  return { children, options };
}

type MatrixRow = Pick<ReleaseProductTable, 'product_id' | 'matrix'>;

/** Of each product that the matrix names its options, whether or not it is the parent's child. */
function optionsIn(matrix: string | null): Map<string, readonly string[]> {
  const options = new Map<string, readonly string[]>();
  for (const { productId, optionIds } of parseMatrix(matrix)) {
    const others = options.get(productId);
    // A child that stands for several combinations has the options of each.
    options.set(productId, others ? [...new Set([...others, ...optionIds])] : optionIds);
  }
  return options;
}
