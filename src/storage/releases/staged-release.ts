/** The products of the release that an import adds to, as they are staged. */
import type Sqlite from 'better-sqlite3';
import type { ProductOfRelease, StagedProducts } from '../../domain/release/staging.ts';
import { kept, ranks } from './staged-tables.ts';

/** One statement copies those of them that are untouched: see `copied-products.ts`. */
const productsAtATime = 2000;

const isOfRelease = `rank = ${ranks.release}`;
const isNew = `rank <> ${ranks.release}`;

type OfRelease = 'mayBeNamedByRelease' | 'nameChildren' | 'listOfRelease';

export function createOfRelease(database: Sqlite.Database): Pick<StagedProducts, OfRelease> {
  let list: Sqlite.Statement | null = null;
  const find = database.prepare(`select sequence from product where catalog = ? and id = ? and ${isOfRelease}`).pluck();
  const insertNamedChild = database.prepare('insert into named_child values (?, ?)');
  return {
    mayBeNamedByRelease() {
      // Who was no child when the release was made is named by none of its products.
      const found =
        database.prepare(`select 1 from product news where news.parent is null and news.${isNew} and not exists (
        select 1 from product old where old.catalog = news.catalog and old.id = news.id and old.${isOfRelease} and old.parent is null) limit 1`);
      return found.get() !== undefined;
    },

    nameChildren({ catalogId, id, namedChildren }) {
      const sequence = find.get(catalogId, id);
      if (sequence === undefined) return;
      for (const childId of namedChildren) insertNamedChild.run(sequence, childId);
    },

    listOfRelease(catalogId, after) {
      list ??= prepareList(database);
      return (list.all({ catalogId, after }) as OfReleaseRow[]).map(({ isParent, isUntouched, ...row }) => {
        return { ...row, isParent: isParent === 1, isUntouched: isUntouched === 1 };
      });
    },
  };
}

type OfReleaseRow = Omit<ProductOfRelease, 'isParent' | 'isUntouched'> & Record<'isParent' | 'isUntouched', 0 | 1>;

/**
 * Untouched are those that others say nothing of, neither that they are their parent or their child nor, by a slug of their own, that they
 * have to make room. Who was complete when it was stored is complete now.
 */
function prepareList(database: Sqlite.Database): Sqlite.Statement {
  database.exec(`
    create table touched (sequence integer primary key);
    insert into touched select sequence from product
      where ${isOfRelease} and (parent is not named_parent or is_slug_given = 0);
    insert or ignore into touched select parent.sequence from product child
      join product parent on parent.catalog = child.catalog and parent.id = child.parent
      where (child.${isNew} or child.parent is not child.named_parent) and ${kept('child')}`);
  return database.prepare(`
    select sequence, id, digest, is_parent as isParent,
        ${kept('product')} and sequence not in (select sequence from touched) as isUntouched
      from product where sequence > @after and sequence < 0 and +catalog = @catalogId
    union all select sequence, id, null, 0, 0 from removed where sequence > @after and +catalog = @catalogId
    order by sequence limit ${productsAtATime}`);
}
