/** Makes the index of a published release anew: one process at a time, whoever else sees that it is needed. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { UnreadableRecord } from '../../domain/release/read-record.ts';
import type { Engine } from '../engines/engine.ts';
import { readClock } from '../read-clock.ts';
import { buildIndex } from './build-index.ts';
import { releaseFormat } from './index-manifest.ts';
import { countProducts } from './listed-rows.ts';
import { removeIndex } from './remove-index.ts';

/** A process that has died gives its turn to another after this time. */
const leaseMs = 30_000;
const renewedAfterMs = 5000;

/**
 * False: it is there, or another process is at work on it. Two that are, for one was stopped for long, write the same. @throws whatever
 * `signal` was aborted with: another process may go on at once
 */
export async function rebuildIndex(engine: Engine, releaseId: number, signal?: AbortSignal): Promise<boolean> {
  const lease = await takeLease(engine, releaseId, signal);
  if (!lease) return false;
  try {
    const languages = await findLanguages(engine, releaseId);
    // Who was stopped for long must not remove what another has made since.
    await removeIndex(engine, releaseId, { whileOurs: lease.isOurs, onProgress: lease.renew });
    const options = { releaseId, languages, copied: null, isBeside: false, onProgress: lease.renew };
    const { manifest } = await buildIndex(engine, options);
    await lease.update({ index_lease: null, format: releaseFormat, index_manifest: manifest });
    return true;
  } catch (error) {
    if (await isRetired(engine, releaseId)) {
      // Its rows were removed while these were written.
      await removeIndex(engine, releaseId);
      return false;
    }
    // It ends by itself if this fails, too. Whoever has lost it may have met what another has written meanwhile.
    const failure = await lease.update({ index_lease: null }).catch((reason: unknown) => reason);
    if (failure instanceof LostLease) return false;
    throw error instanceof UnreadableRecord ? canNotBeIndexed(releaseId, error.message, error) : error;
  }
}

interface Lease {
  /** A condition: of statements that must do nothing once another process has it. */
  isOurs(): RawBuilder<unknown>;
  /** Of the release, while the lease is ours. @throws LostLease */
  update(change: { index_lease: string | null; format?: number; index_manifest?: string }): Promise<void>;
  /** Called again and again. @throws LostLease, or whatever the signal was aborted with */
  renew(): Promise<void>;
}

/** Null: another process has it, or nothing is to be done. */
async function takeLease(engine: Engine, releaseId: number, signal: AbortSignal | undefined): Promise<Lease | null> {
  const name = randomUUID();
  const now = await readClock(engine, engine.reader);
  let lease = toLease(now, name);
  let renewedAt = performance.now();
  const published = engine.writer.updateTable('release').where('id', '=', releaseId).where('state', '=', 'published');
  const { numUpdatedRows } = await published
    .set({ index_lease: lease })
    .where('format', '<', releaseFormat)
    .where((where) =>
      where.or([
        where('index_lease', 'is', null),
        where('index_lease', '<', now.toISOString()),
        // Of a clock that was ahead: nobody holds it for so long.
        where('index_lease', '>', new Date(now.getTime() + 2 * leaseMs).toISOString()),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return null;

  const update: Lease['update'] = async (change) => {
    const changed = await published.set(change).where('index_lease', '=', lease).executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LostLease(releaseId);
  };
  return {
    isOurs: () => sql`exists (select 1 from release where id = ${releaseId} and index_lease = ${lease})`,
    update,

    async renew() {
      signal?.throwIfAborted();
      if (performance.now() - renewedAt < renewedAfterMs) return;
      renewedAt = performance.now();
      const renewed = toLease(await readClock(engine, engine.reader), name);
      await update({ index_lease: renewed });
      lease = renewed;
    },
  };
}

async function isRetired({ writer }: Engine, releaseId: number): Promise<boolean> {
  const release = await writer
    .selectFrom('release')
    .select('state')
    .where('id', '=', releaseId)
    .executeTakeFirst()
    // What went wrong is told, not this.
    .catch(() => undefined);
  return release?.state === 'retired';
}

/** As it was published. @throws where products are lost that it listed then */
async function findLanguages(engine: Engine, releaseId: number): Promise<readonly string[]> {
  const { languages, live_product_count: listed } = await engine.reader
    .selectFrom('release')
    .select(['languages', 'live_product_count'])
    .where('id', '=', releaseId)
    .executeTakeFirstOrThrow();
  const left = await countProducts(engine, releaseId);
  if (left.listed === listed) return JSON.parse(languages ?? '[]');
  throw canNotBeIndexed(releaseId, `of its listed products ${left.listed} of ${listed} are there.`);
}

/** Nobody reads it any more until it has been rebuilt. */
export async function discardIndex({ writer }: Engine, releaseId: number): Promise<void> {
  await writer
    .updateTable('release')
    .set({ format: 1, index_manifest: null })
    .where('id', '=', releaseId)
    .where('format', '=', releaseFormat)
    .execute();
}

/** The published releases whose index is to be made: those that are current first. */
export async function listUnindexed({ reader }: Engine): Promise<{ releaseId: number; isCurrent: boolean }[]> {
  const rows = await reader
    .selectFrom('release')
    .leftJoin('catalog', 'catalog.current_release_id', 'release.id')
    .select(['release.id', 'catalog.id as catalog_id'])
    .where('release.state', '=', 'published')
    .where('release.format', '<', releaseFormat)
    .orderBy('release.id', 'desc')
    .execute();
  const all = rows.map(({ id, catalog_id }) => ({ releaseId: id, isCurrent: catalog_id !== null }));
  return all.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

class LostLease extends Error {
  constructor(releaseId: number) {
    super(`Another process has taken over the rebuilding of the release ${releaseId}, or it is retired.`);
  }
}

/** Whoever runs the gateway is told what to do: until then it is tried again and again. */
function canNotBeIndexed(releaseId: number, why: string, cause?: unknown): Error {
  const what = `The release ${releaseId} can't be indexed: ${why}`;
  return new Error(`${what} Import its catalog again, or make another release current, and retire this one.`, {
    cause,
  });
}

/** Until when, and whose. */
function toLease(now: Date, name: string): string {
  return `${new Date(now.getTime() + leaseMs).toISOString()} ${name}`;
}
