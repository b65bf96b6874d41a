import { setTimeout } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { PublishedRelease, ReleaseProduct, ReleaseStore } from '../../domain/release/ports.ts';
import { formatPricePoints } from '../documents/price-points.ts';
import type { Engine } from '../engines/engine.ts';
import type { ReleaseProductTable, Schema } from '../schema.ts';
import { publishRecords } from './publication.ts';
import { listRecords } from './release-records.ts';
import { listDigests, removeReleaseRows } from './release-rows.ts';
import { sealRelease } from './seal-release.ts';

/**
 * How long after its retirement a release's rows are removed: who reads from it, having seen it as current up to a second
 * ago, comes to an end before.
 */
const retirementGraceMs = 2000;

export function createReleaseStore(engine: Engine): ReleaseStore {
  const { writer } = engine;

  async function discard(id: number): Promise<void> {
    await removeReleaseRows(engine, id);
    await writer.deleteFrom('release').where('id', '=', id).where('state', '=', 'building').execute();
  }

  async function get(database: Pick<typeof writer, 'selectFrom'>, releaseId: string): Promise<PublishedRelease> {
    const id = Number(releaseId);
    const row = Number.isSafeInteger(id)
      ? await publishedReleases(database).where('release.id', '=', id).execute()
      : [];
    if (!row[0]) throw notFound('release', releaseId);
    return toPublishedRelease(row[0]);
  }

  return {
    async stageProducts(file) {
      // Only an import needs SQLite beside PostgreSQL.
      const { createStagedProducts } = await import('./staged-products.ts');
      return createStagedProducts(file);
    },

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

    async touch(releaseId, now) {
      await writer.updateTable('release').set({ touched_at: now }).where('id', '=', Number(releaseId)).execute();
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
        for (const { releaseId, catalogId, basedOn } of publication.releases) {
          if (basedOn !== null) await expectCurrent(transaction, catalogId, basedOn);
          await transaction
            .updateTable('release')
            .set({ state: 'published', published_at: publication.publishedAt })
            .where('id', '=', Number(releaseId))
            .execute();
          await setCurrent(transaction, catalogId, Number(releaseId));
        }
      });
    },

    discard: (releaseId) => discard(Number(releaseId)),

    async discardAbandoned(untouchedSince) {
      const abandoned = await writer
        .selectFrom('release')
        .select('id')
        .where('state', '=', 'building')
        .where('touched_at', '<', untouchedSince)
        .execute();
      for (const { id } of abandoned) await discard(id);
    },

    async list() {
      const rows = await publishedReleases(writer)
        .orderBy('catalog.created_at')
        .orderBy('catalog.id')
        .orderBy('release.id', 'desc')
        .execute();
      return rows.map(toPublishedRelease);
    },

    makeCurrent: (releaseId) =>
      writer.transaction().execute(async (transaction) => {
        await engine.publishingLock.execute(transaction);
        const release = await get(transaction, releaseId);
        if (release.isRetired) throw conflict(`The release ${release.id} is retired: what it held is gone.`);
        await setCurrent(transaction, release.catalogId, Number(release.id));
        return { ...release, isCurrent: true };
      }),

    async retire(releaseId) {
      const retired = await writer.transaction().execute(async (transaction) => {
        await engine.publishingLock.execute(transaction);
        const release = await get(transaction, releaseId);
        if (release.isCurrent) throw conflict(`The release ${release.id} is current: make another one current first.`);
        const id = Number(release.id);
        await transaction.updateTable('release').set({ state: 'retired' }).where('id', '=', id).execute();
        return { ...release, isRetired: true };
      });
      await setTimeout(retirementGraceMs);
      await removeReleaseRows(engine, Number(retired.id));
      return retired;
    },

    listRecords: (releaseId, of, after) => listRecords(engine, Number(releaseId), of, after),

    listDigests: (releaseId, of, after) => listDigests(engine, Number(releaseId), of, after),
  };
}

function publishedReleases(database: Pick<Engine['writer'], 'selectFrom'>) {
  return database
    .selectFrom('release')
    .innerJoin('catalog', 'catalog.id', 'release.catalog_id')
    .select([
      'release.id',
      'release.catalog_id',
      'release.state',
      'release.published_at',
      'release.product_count',
      'release.digest',
      'catalog.name as catalog_name',
      'catalog.current_release_id',
    ])
    .where('release.state', '<>', 'building');
}

type PublishedRow = Awaited<ReturnType<ReturnType<typeof publishedReleases>['execute']>>[number];

function toPublishedRelease(row: PublishedRow): PublishedRelease {
  return {
    id: String(row.id),
    catalogId: row.catalog_id,
    catalogName: row.catalog_name,
    isCurrent: row.current_release_id === row.id,
    isRetired: row.state === 'retired',
    publishedAt: row.published_at ?? '',
    productCount: row.product_count,
    digest: row.digest ?? '',
  };
}

async function setCurrent(transaction: Transaction<Schema>, catalogId: string, id: number): Promise<void> {
  await transaction.updateTable('catalog').set({ current_release_id: id }).where('id', '=', catalogId).execute();
}

async function expectNoCatalog(transaction: Transaction<Schema>): Promise<void> {
  const catalog = await transaction.selectFrom('catalog').select('id').limit(1).executeTakeFirst();
  if (catalog) throw conflict('The database has catalogs already.');
}

async function expectCurrent(transaction: Transaction<Schema>, catalogId: string, releaseId: string): Promise<void> {
  const catalog = await transaction
    .selectFrom('catalog')
    .select('current_release_id')
    .where('id', '=', catalogId)
    .executeTakeFirst();
  if (catalog?.current_release_id === Number(releaseId)) return;
  throw conflict(`The catalog '${catalogId}' got another release in the meantime. Nothing was changed: import again.`);
}

function conflict(message: string): DomainError {
  return new DomainError('CONFLICT', message);
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
