/** Which products of a release are other than in an earlier one: some at a time, compared where they are stored. */
import { sql } from 'kysely';
import { compareCodePoints } from '../../domain/paging/sort-key.ts';
import type { ProductChanges } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { firstWithin } from '../first-within.ts';

/** After every id in the order of code points. */
const lastId = '\u{10ffff}';
const comparedAtATime = 500;
/** Of texts that are read at once. */
const maxCharacters = 2 ** 21;

export async function listChanges(
  engine: Engine,
  releaseId: number,
  since: number | null,
  after: string,
): Promise<ProductChanges> {
  const ends = [await endOfPortion(engine, releaseId, after)];
  if (since !== null) ends.push(await endOfPortion(engine, since, after));
  const [end = null] = ends.filter((end) => end !== null).sort(compareCodePoints);
  const changed = await listChanged(engine, { releaseId, since, after, end: end ?? lastId });
  const portion = firstWithin(changed, maxCharacters, ({ size }) => Number(size));
  const isCut = portion.length < changed.length;
  const lookedUpTo = isCut ? (portion.at(-1)?.id ?? end) : end;
  return {
    changedIds: portion.map(({ id }) => id),
    removedIds: since === null ? [] : await listRemoved(engine, { releaseId, since, after, end: lookedUpTo ?? lastId }),
    lookedUpTo,
  };
}

/** The last id of so many; null: there are fewer. By code point, as both engines order them. */
async function endOfPortion({ reader }: Engine, releaseId: number, after: string): Promise<string | null> {
  const row = await reader
    .selectFrom('release_product')
    .select('product_id')
    .where('release_id', '=', releaseId)
    .where('product_id', '>', after)
    .orderBy('product_id')
    .offset(comparedAtATime - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.product_id ?? null;
}

interface Stretch {
  readonly releaseId: number;
  readonly after: string;
  /** Inclusive. */
  readonly end: string;
}

interface SizedId {
  readonly id: string;
  readonly size: number | string;
}

async function listChanged({ reader }: Engine, { releaseId, since, after, end }: Stretch & { since: number | null }) {
  const known = sql`left join release_product old on old.release_id = ${since} and old.product_id = new.product_id`;
  // Documents are read where an older version stored one of them: comparing 100,000 takes PostgreSQL five seconds.
  const isOther = sql`and (old.product_id is null
      or case when old.content_digest is not null and new.content_digest is not null then old.content_digest <> new.content_digest
        else old.document <> new.document or old.matrix is distinct from new.matrix or old.locales is distinct from new.locales end)`;
  const { rows } = await sql<SizedId>`
    select new.product_id as id, length(new.document) + coalesce(length(new.matrix), 0) as size
    from release_product new ${since === null ? sql`` : known}
    where new.release_id = ${releaseId} and new.product_id > ${after} and new.product_id <= ${end}
      ${since === null ? sql`` : isOther}
    order by new.product_id`.execute(reader);
  return rows;
}

async function listRemoved({ reader }: Engine, { releaseId, since, after, end }: Stretch & { since: number }) {
  const { rows } = await sql<{ id: string }>`select old.product_id as id from release_product old
    where old.release_id = ${since} and old.product_id > ${after} and old.product_id <= ${end}
      and not exists (select 1 from release_product new where new.release_id = ${releaseId} and new.product_id = old.product_id)
    order by old.product_id`.execute(reader);
  return rows.map(({ id }) => id);
}
