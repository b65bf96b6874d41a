import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { ColumnTypes } from './engines/column-types.ts';
import type { Engine } from './engines/engine.ts';
import * as initial from './migrations/0001-initial.ts';
import * as catalogInFull from './migrations/0002-catalog-in-full.ts';
import * as signingKey from './migrations/0003-signing-key.ts';
import * as idempotency from './migrations/0004-idempotency.ts';
import * as rateLimit from './migrations/0005-rate-limit.ts';
import * as wholeNumbers from './migrations/0006-whole-numbers.ts';
import * as ruleCriteria from './migrations/0007-rule-criteria.ts';
import * as unknownMembers from './migrations/0008-unknown-members.ts';
import * as releaseIndex from './migrations/0009-release-index.ts';
import * as lists from './migrations/0010-lists.ts';
import * as nodeTree from './migrations/0011-node-tree.ts';
import * as webhooks from './migrations/0012-webhooks.ts';
import * as files from './migrations/0014-files.ts';
import * as slots from './migrations/0015-slots.ts';
import * as mirror from './migrations/0016-mirror.ts';
import * as sharedState from './migrations/0017-shared-state.ts';
import * as languageCounts from './migrations/0018-language-counts.ts';
import * as contentDigests from './migrations/0019-content-digests.ts';
import * as rowsInPages from './migrations/0020-rows-in-pages.ts';
import * as details from './migrations/0021-details.ts';
import * as announcedReleases from './migrations/0022-announced-releases.ts';
import * as addedMembers from './migrations/0023-added-members.ts';

const migrations = {
  '0001-initial': initial,
  '0002-catalog-in-full': catalogInFull,
  '0003-signing-key': signingKey,
  '0004-idempotency': idempotency,
  '0005-rate-limit': rateLimit,
  '0006-whole-numbers': wholeNumbers,
  '0007-rule-criteria': ruleCriteria,
  '0008-unknown-members': unknownMembers,
  '0009-release-index': releaseIndex,
  '0010-lists': lists,
  '0011-node-tree': nodeTree,
  '0012-webhooks': webhooks,
  '0014-files': files,
  '0015-slots': slots,
  '0016-mirror': mirror,
  '0017-shared-state': sharedState,
  '0018-language-counts': languageCounts,
  '0019-content-digests': contentDigests,
  '0020-rows-in-pages': rowsInPages,
  '0021-details': details,
  '0022-announced-releases': announcedReleases,
  '0023-added-members': addedMembers,
};

/** For commands that change nothing of it. @throws Error with a sentence, where it is not up to date */
export async function expectUpToDate(engine: Engine): Promise<void> {
  const applied = await appliedTo(engine);
  if (applied === null)
    throw new Error('The database has no tables of a gateway yet. Make them first: npm run migrate');
  // Those of another version are told as a start tells them: the migrator finds them before it does anything.
  const ofEarlierVersion = Object.keys(migrations).slice(0, applied.size);
  const isOfOther = applied.size > ofEarlierVersion.length || !ofEarlierVersion.every((name) => applied.has(name));
  if (isOfOther) await migrate(engine);
  if (!isComplete(applied)) {
    throw new Error(
      'The database is of an earlier version of the gateway. Back it up, and bring it up to this version first: npm run migrate',
    );
  }
}

/** Brings the schema up to date; several processes may start at once on an empty database. Answers what it applied. */
export async function migrate(engine: Engine): Promise<string[]> {
  // At most starts nothing is to be done: two statements say so, where the migrator takes the lock and looks through all tables.
  const before = await appliedTo(engine);
  if (before !== null && isComplete(before)) return [];
  const provider = { getMigrations: async () => bind(engine.columnTypes) };
  const applied: string[] = [];
  await engine.underMigrationLock(async (db, options) => {
    const { error, results } = await new Migrator({ db, provider, ...options }).migrateToLatest();
    if (error) throw error;
    applied.push(...(results ?? []).map(({ migrationName }) => migrationName));
  });
  return applied;
}

/** The names of the migrations; null: there are no tables yet. */
async function appliedTo({ writer, hasTable }: Engine): Promise<ReadonlySet<string> | null> {
  const { rows } = await sql<{ isThere: unknown }>`select ${hasTable('kysely_migration')} as "isThere"`.execute(writer);
  if (!rows[0]?.isThere) return null;
  const applied = await sql<{ name: string }>`select name from kysely_migration`.execute(writer);
  return new Set(applied.rows.map(({ name }) => name));
}

function isComplete(applied: ReadonlySet<string>): boolean {
  return applied.size === Object.keys(migrations).length && Object.keys(migrations).every((name) => applied.has(name));
}

function bind(types: ColumnTypes): Record<string, Migration> {
  const bound = Object.entries(migrations).map(([name, { statements }]): [string, Migration] => [
    name,
    {
      async up(database) {
        for (const statement of statements(types)) await statement.execute(database);
      },
    },
  ]);
  return Object.fromEntries(bound);
}
