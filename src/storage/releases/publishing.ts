import { setTimeout } from 'node:timers/promises';
import { type SqlBool, sql, type Transaction } from 'kysely';
import { DomainError, notFound } from '../../domain/errors.ts';
import type { Publication, PublishedRelease, ReleaseStore } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { inPublishingTransaction } from '../in-transaction.ts';
import { releaseFormat } from '../index/index-manifest.ts';
import { ofLaterVersion } from '../index/later-versions.ts';
import { readClock } from '../read-clock.ts';
import type { Schema } from '../schema.ts';
import { announceReleases } from './announced-releases.ts';
import { expectWhole, removeMark } from './building-mark.ts';
import { discardedAt } from './discarded-at.ts';
import { publishRecords } from './publication.ts';
import { releaseNumberOf } from './release-number.ts';
import { removeRetired } from './retired-releases.ts';
import { tellingWebhooks } from './webhook-outbox.ts';

/**
 * How long after its retirement a release's rows are removed: who reads from it, having seen it as current up to a second
 * ago, comes to an end before.
 */
const retirementGraceMs = 2000;

/** Which releases there are, and which of them is current. */
export function createPublishing(
  engine: Engine,
): Pick<ReleaseStore, 'announce' | 'publish' | 'list' | 'makeCurrent' | 'retire'> {
  const { writer } = engine;
  return {
    announce: (releases) => announceReleases(engine, releases),

    publish: (publication) =>
      inPublishingTransaction(engine, (transaction) =>
        tellingWebhooks(engine, transaction, () => publish(engine, transaction, publication)),
      ),

    async list() {
      const rows = await publishedReleases(writer)
        .orderBy('catalog.created_at')
        .orderBy('catalog.id')
        .orderBy('release.id', 'desc')
        .execute();
      return rows.map(toPublishedRelease);
    },

    makeCurrent: (releaseId) =>
      inPublishingTransaction(engine, async (transaction) => {
        const release = await get(transaction, releaseId);
        if (release.isRetired) throw conflict(`The release ${release.id} is retired: what it held is gone.`);
        await expectKnownFormat(transaction, Number(release.id));
        await tellingWebhooks(engine, transaction, () =>
          setCurrent(transaction, release.catalogId, Number(release.id)),
        );
        return { ...release, isCurrent: true };
      }),

    retire: (releaseId) => retire(engine, releaseId),
  };
}

async function publish(engine: Engine, transaction: Transaction<Schema>, publication: Publication): Promise<void> {
  const { isFirst, mirrored } = publication;
  if (isFirst) await expectNoCatalog(transaction);
  if (mirrored) await expectHolder(transaction, mirrored.holder);
  await publishRecords(engine, transaction, publication);
  if (mirrored) await showOnly(engine, transaction, publication, mirrored.catalogIds);
  for (const { releaseId, catalogId, basedOn, copyOf } of publication.releases) {
    if (basedOn !== null) await expectCurrent(transaction, catalogId, basedOn);
    await expectWhole(transaction, Number(releaseId));
    const { numUpdatedRows } = await transaction
      .updateTable('release')
      .set({ state: 'published', published_at: copyOf?.publishedAt ?? publication.publishedAt })
      .$if(copyOf !== undefined, (update) => update.set({ original_id: copyOf?.id ?? null }))
      .where('id', '=', Number(releaseId))
      .where((where) =>
        where.or([
          where('state', '=', 'published'),
          where.and([where('state', '=', 'building'), where('touched_at', '<>', discardedAt)]),
        ]),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) {
      throw conflict(`The release ${releaseId} has been removed in the meantime. Nothing was changed: import again.`);
    }
    await setCurrent(transaction, catalogId, Number(releaseId));
    await removeMark(transaction, Number(releaseId));
  }
}

async function retire(engine: Engine, releaseId: string): Promise<PublishedRelease> {
  const retired = await inPublishingTransaction(engine, async (transaction) => {
    const release = await get(transaction, releaseId);
    if (release.isCurrent) throw conflict(`The release ${release.id} is current: make another one current first.`);
    const id = Number(release.id);
    await transaction
      .updateTable('release')
      .set({ state: 'retired', touched_at: (await readClock(engine, transaction)).toISOString() })
      .where('id', '=', id)
      .execute();
    return { ...release, isRetired: true };
  });
  await setTimeout(retirementGraceMs);
  await removeRetired(engine, Number(retired.id));
  return retired;
}

async function get(database: Pick<Engine['writer'], 'selectFrom'>, releaseId: string): Promise<PublishedRelease> {
  const id = releaseNumberOf(releaseId);
  const row = id === null ? [] : await publishedReleases(database).where('release.id', '=', id).execute();
  if (!row[0]) throw notFound('release', releaseId);
  return toPublishedRelease(row[0]);
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
  await transaction
    .updateTable('catalog')
    .set({ current_release_id: id, next_release_id: null })
    .where('id', '=', catalogId)
    .execute();
}

/** A gateway that has just started would not be ready. */
async function expectKnownFormat(transaction: Transaction<Schema>, id: number): Promise<void> {
  const { format } = await transaction
    .selectFrom('release')
    .select('format')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (format > releaseFormat) throw ofLaterVersion(id);
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

async function expectHolder(transaction: Transaction<Schema>, holder: string): Promise<void> {
  const mirror = await transaction.selectFrom('mirror').select('holder').executeTakeFirst();
  if (mirror?.holder !== holder) throw conflict('Another instance copies the platform now. Nothing was changed.');
}

/** Rules that the platform has no more are removed; catalogs that it shows no more have no current release. */
async function showOnly(
  { isOneOf }: Engine,
  transaction: Transaction<Schema>,
  { rules }: Publication,
  catalogIds: readonly string[],
): Promise<void> {
  const ruleIds = rules.map(({ id }) => id);
  await transaction
    .deleteFrom('catalog_rule')
    .where(sql<SqlBool>`not ${isOneOf(sql.ref('id'), ruleIds)}`)
    .execute();
  await transaction
    .updateTable('catalog')
    .set({ current_release_id: null })
    .where(sql<SqlBool>`not ${isOneOf(sql.ref('id'), catalogIds)}`)
    .execute();
}

function conflict(message: string): DomainError {
  return new DomainError('CONFLICT', message);
}
