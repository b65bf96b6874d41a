import type { Transaction } from 'kysely';
import { DomainError } from '../domain/errors.ts';
import type { ReleaseProduct, ReleaseStore } from '../domain/stores.ts';
import type { Engine } from './engine.ts';
import { formatPricePoints } from './price-points.ts';
import { publishRecords } from './publication.ts';
import type { ReleaseProductTable, Schema } from './schema.ts';
import { sealRelease } from './seal-release.ts';

export function createReleaseStore(engine: Engine): ReleaseStore {
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
          touched_at: createdAt,
          digest: null,
          languages: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return String(id);
    },

    addProducts(releaseId, products) {
      const id = Number(releaseId);
      return engine.insertRows([
        { table: 'release_product', rows: products.map((product) => toRow(id, product)) },
        { table: 'release_product_label', rows: products.flatMap((product) => toLabels(id, product)) },
      ]);
    },

    addNodes(releaseId, nodes) {
      const release_id = Number(releaseId);
      const rows = nodes.map(({ id, sortKey, digest, document }) => {
        return { release_id, node_id: id, sort_key: sortKey, digest, document };
      });
      return engine.insertRows([{ table: 'release_node', rows }]);
    },

    seal: (releaseId, summary) => sealRelease(engine, Number(releaseId), summary),

    async publish(publication) {
      await writer.transaction().execute(async (transaction) => {
        await engine.publishingLock.execute(transaction);
        if (publication.isFirst) await expectNoCatalog(transaction);
        await publishRecords(transaction, publication);
        for (const { releaseId, catalogId } of publication.releases) {
          await transaction
            .updateTable('release')
            .set({ state: 'published', published_at: publication.publishedAt })
            .where('id', '=', Number(releaseId))
            .execute();
          await transaction
            .updateTable('catalog')
            .set({ current_release_id: Number(releaseId) })
            .where('id', '=', catalogId)
            .execute();
        }
      });
    },

    async discardUnpublished(begunBefore) {
      const stale = await writer
        .selectFrom('release')
        .select('id')
        .where('state', '=', 'building')
        .where('created_at', '<', begunBefore)
        .execute();
      for (const { id } of stale) {
        await writer.deleteFrom('release_product_label').where('release_id', '=', id).execute();
        await writer.deleteFrom('release_product').where('release_id', '=', id).execute();
        await writer.deleteFrom('release_price_range').where('release_id', '=', id).execute();
        await writer.deleteFrom('release_node').where('release_id', '=', id).execute();
        await writer.deleteFrom('release').where('id', '=', id).execute();
      }
    },
  };
}

async function expectNoCatalog(transaction: Transaction<Schema>): Promise<void> {
  const catalog = await transaction.selectFrom('catalog').select('id').limit(1).executeTakeFirst();
  if (catalog) throw new DomainError('CONFLICT', 'The database has catalogs already.');
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
    name: product.name,
    sku: product.sku,
    slug: product.slug,
    mpn: product.mpn,
    upc_ean: product.upcEan,
    digest: product.digest,
    price_points: product.pricePoints.length === 0 ? null : formatPricePoints(product.pricePoints),
    locales: product.locales,
    matrix: product.matrix,
    unavailable_children: null,
    document: product.document,
  };
}

/** Only live products are listed, so only they are labelled. */
function toLabels(releaseId: number, { id, status, sortKey, productTypes, tags }: ReleaseProduct) {
  if (status !== 'live') return [];
  const label = (kind: 'type' | 'tag') => (value: string) => {
    return { release_id: releaseId, kind, value, product_id: id, sort_key: sortKey };
  };
  return [...[...new Set(productTypes)].map(label('type')), ...[...new Set(tags)].map(label('tag'))];
}
