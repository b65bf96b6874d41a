/**
 * Servers that follow the primary, some time later. What a release holds never changes, so whatever replica has it answers as the primary would: nobody
 * has to know how far behind it is. Which releases it has is looked up every second, beside the requests, and compared with the primary's own
 * rows: so the replica of another database has none. What it can't answer, the primary does, or where that is away another replica that has as much.
 */
import { type Kysely, type Logger, sql } from 'kysely';
import type { PoolClient, QueryResult } from 'pg';
import { oneAtATime } from '../../lib/one-at-a-time.ts';
import { releaseFormat } from '../index/index-manifest.ts';
import type { Schema } from '../schema.ts';
import type { ReplicaState } from './engine.ts';
import { BusyServer, lacksTables, toUnavailable, UnlikeReplica, wasTooSlow } from './postgres-errors.ts';
import { openKysely } from './postgres-kysely.ts';
import { openServerPool, type ServerPool, type ServerPoolOptions } from './postgres-pool.ts';

export interface ReplicasOptions extends Omit<ServerPoolOptions, 'url'> {
  readonly urls: readonly string[];
  readonly primary: { readonly pool: ServerPool; readonly database: Kysely<Schema> };
  readonly log?: Logger | undefined;
  /** Told when one can't be read, and when it can be read again. */
  readonly onReplica?: ((name: string, error: unknown) => void) | undefined;
}

export interface Replicas {
  /** One that has it, each in its turn; null: none has. */
  find(releaseId: number): Kysely<Schema> | null;
  /** As `Engine.distrustReplicas`. */
  distrust(releaseId: number, error: unknown): void;
  /** By their names. */
  describe(): Readonly<Record<string, ReplicaState>>;
  close(): Promise<void>;
}

interface Replica {
  readonly name: string;
  readonly pool: ServerPool;
  /** Of its own, and with others in its place where it fails. */
  readonly own: Kysely<Schema>;
  readonly answering: Kysely<Schema>;
  /** At the last look. */
  releases: ReadonlySet<number>;
  /** Until when releases are not read from it, by `performance.now()`. */
  readonly distrusted: Map<number, number>;
  /** It has failed since. */
  isLeft: boolean;
  lagSeconds: number | null;
  hasFailed: boolean;
}

const lookEveryMs = 1000;
/** It may only lag behind the rebuilding of an index. */
const distrustMs = 60_000;

const noReplicas: Replicas = {
  find: () => null,
  distrust: () => undefined,
  describe: () => ({}),
  close: async () => undefined,
};

export async function openReplicas({ urls, primary, log, onReplica, ...options }: ReplicasOptions): Promise<Replicas> {
  if (urls.length === 0) return noReplicas;
  const replicas = urls.map((url): Replica => {
    const pool = openServerPool({ ...options, url });
    const { host } = new URL(url);
    const leave = (error: unknown) => {
      replica.isLeft = true;
      tellFailure(replica, error, onReplica);
    };
    const others = () => [primary.pool, ...replicas.filter((one) => isAsGood(one, replica)).map((one) => one.pool)];
    const replica: Replica = {
      ...{ name: host, pool, isLeft: false, lagSeconds: null, hasFailed: false },
      ...{ releases: new Set<number>(), distrusted: new Map<number, number>() },
      own: openKysely(pool, undefined),
      answering: openKysely(withOthers(pool, others, leave), log),
    };
    return replica;
  });
  const look = oneAtATime(async () => {
    const ofPrimary = await readContents(primary.database).catch(() => null);
    await Promise.all(replicas.map((replica) => lookAt(replica, ofPrimary, onReplica)));
  });
  let turn = 0;
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  await look();
  return {
    find(releaseId) {
      const able = replicas.filter((replica) => !replica.isLeft && hasWhole(replica, releaseId));
      turn = able.length > 0 ? (turn + 1) % able.length : 0;
      return able[turn]?.answering ?? null;
    },
    distrust(releaseId, error) {
      for (const replica of replicas.filter(({ releases }) => releases.has(releaseId))) {
        if (hasWhole(replica, releaseId)) onReplica?.(replica.name, error);
        replica.distrusted.set(releaseId, performance.now() + distrustMs);
      }
    },
    describe: () =>
      Object.fromEntries(replicas.map(({ name, isLeft, lagSeconds }) => [name, { isUsable: !isLeft, lagSeconds }])),
    async close() {
      clearInterval(timer);
      await Promise.all(replicas.map(({ own }) => own.destroy()));
    },
  };
}

function hasWhole({ releases, distrusted }: Replica, releaseId: number): boolean {
  return releases.has(releaseId) && (distrusted.get(releaseId) ?? 0) <= performance.now();
}

/** Whether it has all that may be requested of the other one. */
function isAsGood(one: Replica, other: Replica): boolean {
  return one !== other && !one.isLeft && other.releases.isSubsetOf(one.releases);
}

/** `ofPrimary` null: it does not say; what the replica was known to have stays true. */
async function lookAt(replica: Replica, ofPrimary: Contents | null, onReplica: ReplicasOptions['onReplica']) {
  try {
    const contents = await readContents(replica.own).catch((error: unknown) => {
      throw ofPrimary && lacksTables(error)
        ? new UnlikeReplica('The replica has no tables of the gateway: it follows another server, or lags behind.')
        : error;
    });
    if (ofPrimary) replica.releases = compareContents(contents, ofPrimary);
    replica.isLeft = false;
    replica.lagSeconds = await readLag(replica.own).catch(() => null);
    if (replica.hasFailed) onReplica?.(replica.name, null);
    replica.hasFailed = false;
  } catch (error) {
    Object.assign(replica, { isLeft: true, lagSeconds: null });
    // Before the first start has made them, the primary has no tables, either.
    if (ofPrimary || !lacksTables(error)) tellFailure(replica, error, onReplica);
  }
}

/** Once, until it can be read again. */
function tellFailure(replica: Replica, error: unknown, onReplica: ReplicasOptions['onReplica']): void {
  if (!replica.hasFailed) onReplica?.(replica.name, error);
  replica.hasFailed = true;
}

interface Contents {
  /** The last one that was done. */
  readonly migration: string | null;
  /** Published ones, and whatever is said of each that can be read. */
  readonly releases: ReadonlyMap<number, string>;
}

async function readContents(database: Kysely<Schema>): Promise<Contents> {
  const { rows } = await sql<{ migration: string | null; id: number | null; row: string }>`
    select done.migration, release.id,
      concat_ws(' ', catalog_id, created_at, published_at, digest, md5(index_manifest)) as row
    from (select max(name collate "C") as migration from kysely_migration) as done
    left join release on state = 'published' and format = ${releaseFormat} and index_manifest is not null`.execute(
    database,
  );
  const releases = rows.flatMap(({ id, row }) => (id === null ? [] : [[id, row] as const]));
  return { migration: rows[0]?.migration ?? null, releases: new Map(releases) };
}

/** The releases that the replica has as the primary has them. @throws UnlikeReplica */
function compareContents({ migration, releases }: Contents, ofPrimary: Contents): Set<number> {
  if (migration !== ofPrimary.migration) {
    throw new UnlikeReplica("The replica's tables are of another version than the primary's.");
  }
  const shared = [...releases].flatMap(([id, row]) => (ofPrimary.releases.get(id) === row ? [id] : []));
  if (shared.length === 0 && releases.size > 0 && ofPrimary.releases.size > 0) {
    throw new UnlikeReplica(
      'The replica has none of the releases of the primary: it follows another server, or lags far behind.',
    );
  }
  return new Set(shared);
}

/** Who has replayed all that has come is not behind, however long ago that was, as long as something may come. */
async function readLag(database: Kysely<Schema>): Promise<number | null> {
  const { rows } = await sql<{ lag: number | null }>`select case
      when not pg_is_in_recovery() then 0
      when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() and exists (select pid from pg_stat_wal_receiver) then 0
      else cast(extract(epoch from now() - pg_last_xact_replay_timestamp()) as float8) end as lag`.execute(database);
  return rows[0]?.lag ?? null;
}

/** Statements that read, each by itself: one of the others answers what the replica can't. */
function withOthers(
  replica: ServerPool,
  others: () => readonly ServerPool[],
  leave: (error: unknown) => void,
): ServerPool {
  async function query(text: string, values: unknown[]): Promise<QueryResult> {
    const result = await tryOn(replica, text, values);
    if (!(result instanceof Failure)) return result;
    leave(result.error);
    let first: Failure | null = null;
    for (const other of others()) {
      const result = await tryOn(other, text, values);
      if (!(result instanceof Failure)) return result;
      first ??= result;
    }
    throw (first ?? result).error;
  }
  // NOTE: what Kysely uses of a client.
  const client = Object.assign(Object.create(null), { query, release: () => undefined });
  return { ...replica, connect: async () => client };
}

/** Another server may answer. */
class Failure {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

async function tryOn(pool: ServerPool, text: string, values: unknown[]): Promise<QueryResult | Failure> {
  let client: PoolClient | null = null;
  try {
    client = await pool.connect();
    return await client.query(text, values);
  } catch (error) {
    // What is too much for one would be too much for the others as well.
    if (error instanceof BusyServer || wasTooSlow(error) || (client && !toUnavailable(error))) throw error;
    return new Failure(error);
  } finally {
    client?.release();
  }
}
