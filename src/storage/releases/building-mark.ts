/**
 * Rows of a release that nobody sees are stored without waiting for the disk (`engines/postgres-copy.ts`), so that a server which crashes, or is
 * taken over from, may have lost those that came last. Whoever stores them need not hear of it: behind a pooler the next ones go on. A table that
 * is not logged is empty after either, and so it has a mark of each release that is being built.
 */
import { type SqlBool, sql, type Transaction } from 'kysely';
import { DomainError } from '../../domain/errors.ts';
import type { Engine } from '../engines/engine.ts';
import type { Schema } from '../schema.ts';

const nameOf = (releaseId: number | '' | '%') => `building ${releaseId}`;

/** Before the first of its rows. */
export async function markBuilding({ writer }: Pick<Engine, 'writer'>, releaseId: number): Promise<void> {
  await writer
    .insertInto('shared_state')
    .values({ name: nameOf(releaseId), version: 0, state: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMark(database: Pick<Engine['writer'], 'deleteFrom'>, releaseId: number): Promise<void> {
  await database.deleteFrom('shared_state').where('name', '=', nameOf(releaseId)).execute();
}

/**
 * Of releases that are no more: a process may have been killed before it removed its mark, and versions before this one discard releases and
 * know of no marks. A release is there before its mark is, so that none that is being made loses it.
 */
export async function removeLeftMarks(database: Pick<Engine['writer'], 'deleteFrom'>): Promise<void> {
  await database
    .deleteFrom('shared_state')
    .where('name', 'like', nameOf('%'))
    .where(sql<SqlBool>`not exists (select 1 from release where ${nameOf('')} || release.id = shared_state.name)`)
    .execute();
}

/** Of one that was published before: nothing. @throws DomainError UNAVAILABLE where rows of it may be lost */
export async function expectWhole(transaction: Transaction<Schema>, releaseId: number): Promise<void> {
  const unmarked = await transaction
    .selectFrom('release')
    .select('id')
    .where('id', '=', releaseId)
    .where('state', '=', 'building')
    .where(sql<SqlBool>`not exists (select 1 from shared_state where name = ${nameOf(releaseId)})`)
    .executeTakeFirst();
  if (unmarked === undefined) return;
  throw new DomainError(
    'UNAVAILABLE',
    `The database server crashed, or another one took its place, while the release ${releaseId} was made, and may have lost parts of it. Nothing was changed: try again.`,
  );
}
