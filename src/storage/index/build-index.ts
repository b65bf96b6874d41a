/**
 * Makes a release its own index: what is listed gets ordinals in the order of the lists, and the terms of each segment of them
 * become blocks. Some rows at a time, in the memory of one segment, whatever the release's size.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseOrdinalTable } from '../schema.ts';
import { checksumOf, formatManifest } from './index-manifest.ts';
import { placeNodes } from './node-tree.ts';
import { segmentSize } from './postings.ts';
import { type IndexedRow, termsOf } from './product-terms.ts';
import { createSegmentBuilder } from './segment-builder.ts';

/** Of what a release holds to be read. One of another format is not read, but rebuilt. */
export const releaseFormat = 3;

const productsAtATime = 500;
const ordinalsAtATime = 2500;
const blocksAtATime = 32;

type ListedRow = IndexedRow & { readonly sort_key: string };

export interface BuildIndexOptions {
  readonly releaseId: number;
  /** Of a release whose labels may be those of an older version: what they lack is read from the documents. */
  readonly isRebuilt?: boolean;
  /** Called again and again: throws when it is not to go on. */
  readonly onProgress?: () => Promise<void>;
}

/** Returns the manifest, which makes the index one when it is written to the release. Nothing of an index is there before. */
export async function buildIndex(
  engine: Engine,
  { releaseId, isRebuilt = false, onProgress }: BuildIndexOptions,
): Promise<string> {
  const tree = await placeNodes(engine, { releaseId, ...(onProgress && { onProgress }) });
  const languages = new Set<string>();
  const segments: number[][] = [];
  let segment = createSegmentBuilder();
  let ordinals: ReleaseOrdinalTable[] = [];
  let size = 0;
  let blocks = 0;

  async function endSegment(): Promise<void> {
    const checksums: number[] = [];
    for (const contents of inPortions(segment.blocks(), blocksAtATime)) {
      checksums.push(...contents.map(checksumOf));
      const rows = contents.map((content) => ({ release_id: releaseId, block: blocks++, content }));
      await engine.insertRows([{ table: 'release_index_block', rows }]);
      await onProgress?.();
      await setImmediate();
    }
    segments.push(checksums);
    segment = createSegmentBuilder();
  }

  async function endOrdinals(): Promise<void> {
    await engine.insertRows([{ table: 'release_ordinal', rows: ordinals }]);
    ordinals = [];
    await onProgress?.();
  }

  for await (const rows of listedRows(engine, releaseId, isRebuilt)) {
    for (const row of rows) {
      segment.add(size % segmentSize, termsOf(row, { tree, languages }));
      ordinals.push({ release_id: releaseId, ordinal: size, sort_key: row.sort_key });
      size += 1;
      if (size % segmentSize === 0) await endSegment();
    }
    if (ordinals.length >= ordinalsAtATime) await endOrdinals();
  }
  await endOrdinals();
  if (size % segmentSize !== 0) await endSegment();
  return formatManifest({ size, languages: [...languages].sort(), segments });
}

/** In the order of the lists. */
async function* listedRows(
  { writer, jsonList }: Engine,
  releaseId: number,
  isRebuilt: boolean,
): AsyncGenerator<readonly ListedRow[]> {
  let last = '';
  for (;;) {
    // Releases of format 1 have their labels in a table.
    const { rows } =
      await sql<ListedRow>`select x.product_id, x.parent_id, x.name, x.sku, x.slug, x.mpn, x.upc_ean, x.locales,
        x.sort_key, ${isRebuilt ? sql`x.document` : sql`null as document`}, coalesce(x.labels, (select ${jsonList(sql`l.kind || ' ' || l.value`)} from release_product_label l
          where l.release_id = x.release_id and l.product_id = x.product_id)) as labels
      from release_product x where x.release_id = ${releaseId} and x.is_live = 1 and x.sort_key > ${last}
      order by x.sort_key limit ${sql.lit(productsAtATime)}`.execute(writer);
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1)?.sort_key ?? '';
    await setImmediate();
  }
}

function* inPortions<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let portion: Item[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
