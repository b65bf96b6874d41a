/**
 * What a release knows that no single record does, derived once when it is complete: of each parent the number of its live
 * children, their price ranges, how large its matrix is and which of its children can't be shown; of the release its index
 * (`index/`). Some of it at a time: sealing a release of any size never holds anybody up.
 */
import { sql } from 'kysely';
import { type PricePoint, toPriceStretches } from '../../domain/product/price-range.ts';
import type { UnavailableReason } from '../../domain/product/variation-matrix.ts';
import type { ReleaseSummary, SealOptions } from '../../domain/release/ports.ts';
import { readAhead } from '../../lib/read-ahead.ts';
import { parseMatrix } from '../documents/matrix-document.ts';
import { parsePricePoints } from '../documents/price-points.ts';
import type { Engine } from '../engines/engine.ts';
import { buildIndex } from '../index/build-index.ts';
import { releaseFormat } from '../index/index-manifest.ts';
import { type PricedChild, type ProductSource, selectPricedChildren, sourcesOf } from '../index/product-sources.ts';
import type { ReleaseProductTable } from '../schema.ts';

/** Of which two portions are in memory, with their children: matrices may be large. */
const parentsAtATime = 50;

type Parent = Pick<ReleaseProductTable, 'product_id' | 'matrix'>;

type Sealing = ReleaseSummary & SealOptions;

export async function sealRelease(
  engine: Engine,
  releaseId: number,
  { languages, languageCounts, digest, copied = null, copyOthers, signal }: Sealing,
): Promise<void> {
  const onProgress = async () => {
    signal?.throwIfAborted();
    engine.expectRoom();
  };
  const complete = async () => {
    await copyOthers?.();
    await engine.refreshStatistics();
  };
  if (copied === null) await complete();
  // Of what is there already, which is looked for while the rest comes.
  else await engine.refreshStatistics();
  const sources = sourcesOf(releaseId, copied);
  const portions = readAhead<Families>(async (before) => {
    const parents = await listParents(engine, releaseId, before?.parents.at(-1)?.product_id ?? '');
    if (parents.length === 0) return null;
    const ids = parents.map(({ product_id }) => product_id);
    return { sources, parents, children: await selectPricedChildren(engine, sources, ids) };
  });
  for await (const families of portions) {
    await onProgress();
    await sealFamilies(engine, releaseId, families);
  }
  const options = { releaseId, languages, copied: copied && { ...copied, complete }, isBeside: true, onProgress };
  const { manifest, counts } = await buildIndex(engine, options);
  await engine.writer
    .updateTable('release')
    .set({
      ...{ product_count: counts.all, live_product_count: counts.listed, digest, format: releaseFormat },
      languages: JSON.stringify(languages),
      language_counts: JSON.stringify(languageCounts),
      index_manifest: manifest,
    })
    .where('id', '=', releaseId)
    .execute();
}

function listParents({ reader }: Engine, releaseId: number, after: string): Promise<Parent[]> {
  return reader
    .selectFrom('release_product')
    .select(['product_id', 'matrix'])
    .where('release_id', '=', releaseId)
    .where('is_base', '=', 1)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .limit(parentsAtATime)
    .execute();
}

interface Families {
  readonly sources: readonly ProductSource[];
  readonly parents: readonly Parent[];
  /** Live ones. */
  readonly children: readonly PricedChild[];
}

async function sealFamilies(engine: Engine, releaseId: number, families: Families): Promise<void> {
  const { parents, children } = families;
  const unavailable = await findUnavailable(engine, families);
  const byParent = Map.groupBy(children, ({ parent_id }) => parent_id);
  const rows = parents.flatMap(({ product_id }) =>
    toPriceRanges(releaseId, product_id, (byParent.get(product_id) ?? []).flatMap(toPoints)),
  );
  await engine.insertRows([{ table: 'release_price_range', rows }]);
  const derived = parents.map(({ product_id, matrix }) => {
    const live = byParent.get(product_id)?.length ?? 0;
    const combinations = parseMatrix(matrix);
    return sql`(${product_id}, ${String(live)}, ${String(combinations.length)}, ${unavailableIn(combinations, unavailable)})`;
  });
  // Both engines name the columns of VALUES so; a parameter there is text.
  await sql`update release_product set live_child_count = cast(derived.column2 as integer),
      combination_count = cast(derived.column3 as integer), unavailable_children = derived.column4 from (values ${sql.join(derived)}) as derived
    where release_id = ${releaseId} and product_id = derived.column1`.execute(engine.writer);
}

function toPoints({ price_points }: PricedChild): PricePoint[] {
  return price_points === null ? [] : parsePricePoints(price_points);
}

/** Of all children that the matrices name, those that are drafts, or not there at all. */
async function findUnavailable(
  { reader, isOneOf }: Engine,
  { sources, parents, children }: Families,
): Promise<Map<string, UnavailableReason>> {
  const live = new Set(children.map(({ id }) => id));
  const named = parents.flatMap(({ matrix }) => parseMatrix(matrix).map(({ productId }) => productId));
  const others = [...new Set(named)].filter((id) => !live.has(id));
  if (others.length === 0) return new Map();
  const found = new Map<string, boolean>();
  for (const { releaseId, has } of sources) {
    const rows = await reader
      .selectFrom('release_product')
      .select(['product_id', 'is_live'])
      .where('release_id', '=', releaseId)
      .where(isOneOf(sql.ref('product_id'), others.filter(has)))
      .execute();
    for (const { product_id, is_live } of rows) found.set(product_id, is_live === 1);
  }
  return new Map(
    others.flatMap((id): [string, UnavailableReason][] => {
      const isLive = found.get(id);
      return isLive ? [] : [[id, isLive === undefined ? 'not_in_release' : 'not_live']];
    }),
  );
}

function unavailableIn(
  combinations: ReturnType<typeof parseMatrix>,
  reasons: ReadonlyMap<string, UnavailableReason>,
): string | null {
  const own = combinations.flatMap(({ productId }) => {
    const reason = reasons.get(productId);
    return reason ? [[productId, reason] as const] : [];
  });
  return own.length === 0 ? null : JSON.stringify(Object.fromEntries(own));
}

function toPriceRanges(releaseId: number, productId: string, points: readonly PricePoint[]) {
  return toPriceStretches(points).map(({ validFrom, validUntil, min, max }) => ({
    release_id: releaseId,
    product_id: productId,
    currency: min.currency,
    valid_from: validFrom,
    valid_until: validUntil,
    min_amount: String(min.amount),
    min_includes_tax: Number(min.includesTax),
    max_amount: String(max.amount),
    max_includes_tax: Number(max.includesTax),
  }));
}
