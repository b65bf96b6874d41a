import { digestOfTexts } from '../../domain/release/digest-of-texts.ts';
import type { ReleaseProduct, ReleaseStore } from '../../domain/release/ports.ts';
import { formatPricePoints } from '../documents/price-points.ts';
import type { Engine } from '../engines/engine.ts';
import { formatLabels } from '../index/product-labels.ts';
import { readClock } from '../read-clock.ts';
import type { ReleaseProductTable } from '../schema.ts';
import { markBuilding, removeLeftMarks, removeMark } from './building-mark.ts';
import { discardedAt } from './discarded-at.ts';
import { fromOrigin } from './record-origin.ts';
import { removeReleaseRows } from './release-rows.ts';
import { removeLeftRows } from './retired-releases.ts';
import { sealRelease } from './seal-release.ts';

type Building = 'begin' | 'touch' | 'addProducts' | 'addNodes' | 'seal' | 'discard' | 'discardAbandoned';

/** A release that nobody sees yet. */
export function createReleaseBuilding(engine: Engine): Pick<ReleaseStore, Building> {
  const { writer } = engine;

  return {
    async begin(catalogId, createdAt) {
      const { id } = await writer
        .insertInto('release')
        .values({
          catalog_id: catalogId,
          state: 'building',
          created_at: createdAt,
          published_at: null,
          product_count: 0,
          live_product_count: 0,
          touched_at: await nowOf(engine),
          digest: null,
          languages: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await markBuilding(engine, id);
      return String(id);
    },

    async touch(releaseId) {
      await writer
        .updateTable('release')
        .set({ touched_at: await nowOf(engine) })
        .where('id', '=', Number(releaseId))
        .where('touched_at', '<>', discardedAt)
        .execute();
    },

    seal: (releaseId, summary, options) => sealRelease(engine, Number(releaseId), { ...summary, ...options }),

    ...createAdding(engine),
    ...createDiscarding(engine),
  };
}

function createAdding(engine: Engine): Pick<ReleaseStore, 'addProducts' | 'addNodes'> {
  return {
    async addProducts(releaseId, products) {
      engine.expectRoom();
      const id = Number(releaseId);
      return engine.insertRows([{ table: 'release_product', rows: products.map((product) => toRow(id, product)) }]);
    },

    async addNodes(releaseId, nodes) {
      engine.expectRoom();
      const release_id = Number(releaseId);
      const rows = nodes.map(({ id, sortKey, digest, document, ...origin }) => {
        return { release_id, node_id: id, sort_key: sortKey, digest, document, ...fromOrigin(origin) };
      });
      return engine.insertRows([{ table: 'release_node', rows }]);
    },
  };
}

async function nowOf(engine: Engine): Promise<string> {
  return (await readClock(engine, engine.writer)).toISOString();
}

/** Of releases that were never published. */
function createDiscarding(engine: Engine): Pick<ReleaseStore, 'discard' | 'discardAbandoned'> {
  const { writer } = engine;

  /** `untouchedSince`: where somebody has been at work on it by now, it stays; absent: it is the caller's own. */
  async function discard(id: number, untouchedSince?: string): Promise<boolean> {
    if (!(await markDiscarded(id, untouchedSince))) return false;
    await writer.updateTable('catalog').set({ next_release_id: null }).where('next_release_id', '=', id).execute();
    await removeReleaseRows(engine, id);
    await writer.deleteFrom('release').where('id', '=', id).where('state', '=', 'building').execute();
    await removeMark(writer, id);
    return true;
  }

  /** Whether it is to be removed: from then on nothing changes it. The update waits for a publication that is being committed, and whoever publishes sees the mark. */
  async function markDiscarded(id: number, untouchedSince?: string): Promise<boolean> {
    const { numUpdatedRows } = await writer
      .updateTable('release')
      .set({ touched_at: discardedAt })
      .where('id', '=', id)
      .where('state', '=', 'building')
      .$if(untouchedSince !== undefined, (update) => update.where('touched_at', '<', untouchedSince ?? ''))
      .executeTakeFirst();
    if (numUpdatedRows === 0n && untouchedSince !== undefined) return false;
    const release = await writer.selectFrom('release').select('state').where('id', '=', id).executeTakeFirst();
    return release === undefined || release.state === 'building';
  }

  return {
    discard: (releaseId) => discard(Number(releaseId)),

    async discardAbandoned(untouchedForMs) {
      const now = await readClock(engine, writer);
      const untouchedSince = new Date(now.getTime() - untouchedForMs).toISOString();
      const abandoned = await writer
        .selectFrom('release')
        .select('id')
        .where('state', '=', 'building')
        .where('touched_at', '<', untouchedSince)
        .execute();
      for (const { id } of abandoned) await discard(id, untouchedSince);
      await removeLeftRows(engine, untouchedSince);
      await removeLeftMarks(writer);
    },
  };
}

function toRow(releaseId: number, product: ReleaseProduct): ReleaseProductTable {
  return {
    release_id: releaseId,
    product_id: product.id,
    parent_id: product.parentId,
    sort_key: product.sortKey,
    is_live: Number(product.status === 'live'),
    is_base: Number(product.isBaseProduct),
    live_child_count: 0,
    combination_count: 0,
    name: product.name,
    sku: product.sku,
    slug: product.slug,
    mpn: product.mpn,
    upc_ean: product.upcEan,
    digest: product.digest,
    price_points: product.pricePoints.length === 0 ? null : formatPricePoints(product.pricePoints),
    locales: product.locales,
    matrix: product.matrix,
    labels: product.status === 'live' ? formatLabels(product) : null,
    unavailable_children: null,
    document: product.document,
    // JSON texts have no line breaks of their own, and are never empty.
    content_digest: digestOfTexts([product.document, product.matrix, product.locales]),
    ...fromOrigin(product),
  };
}
