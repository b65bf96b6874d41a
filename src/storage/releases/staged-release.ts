/** The products of the release that an import adds to, as they are staged. */
import type Sqlite from 'better-sqlite3';
import type { ProductOfRelease, StagedProducts } from '../../domain/release/staging.ts';
import { isNew, isOfRelease, kept } from './staged-tables.ts';

/** One statement copies those of them that are untouched: see `copied-products.ts`. */
const productsAtATime = 2000;

type OfRelease = 'mayBeNamedByRelease' | 'nameChildren' | 'listOfRelease';

export function createOfRelease(database: Sqlite.Database): Pick<StagedProducts, OfRelease> {
  let list: Sqlite.Statement | null = null;
  const find = database.prepare(`select sequence from product where catalog = ? and id = ? and ${isOfRelease}`).pluck();
  const insertNamedChild = database.prepare('insert into named_child values (?, ?)');
  return {
    mayBeNamedByRelease() {
      database.exec(
        `create index if not exists named_child_child on named_child (child, sequence); ${nameStoredChildren}`,
      );
      return database.prepare(selectUnsettled).get() !== undefined;
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

/** Children of the release that name no parent: each has as its parent the first product that named it as its child. */
const nameStoredChildren = `insert into named_child select parent.sequence, child.id from product child
  join product parent on parent.catalog = child.catalog and parent.id = child.stored_parent and parent.${isOfRelease}
  where child.${isOfRelease} and child.parent is null and child.stored_parent is not null`;

/** That `product`, or what takes its place, names the one of the release that was made its child. */
const isStillNamed = (child: string) => `exists (select 1 from named_child join product named using (sequence)
  where named_child.child = ${child}.id and named.catalog = ${child}.catalog and named.id = ${child}.stored_parent and ${kept('named')})`;

/**
 * Whether there is a product that names no parent, and of which it is not known who names it as a child. Of the release's products it is: nobody, where
 * it had no parent; the first that did, where it had one, as long as that one still does.
 */
const selectUnsettled = `select 1 from product own where own.parent is null and ${kept('own')} and case
  when own.${isOfRelease} then own.stored_parent is not null and not ${isStillNamed('own')}
  else not exists (select 1 from product old where old.catalog = own.catalog and old.id = own.id and old.${isOfRelease}
    and (old.stored_parent is null or old.parent is null and ${isStillNamed('old')})) end limit 1`;

type OfReleaseRow = Omit<ProductOfRelease, 'isParent' | 'isUntouched'> & Record<'isParent' | 'isUntouched', 0 | 1>;

/**
 * Untouched are those that others say nothing new of: neither that they are their parent or their child, or are no more, nor that they
 * have another slug. Who was complete when it was stored is complete now.
 */
function prepareList(database: Sqlite.Database): Sqlite.Statement {
  database.exec(`
    create table touched (sequence integer primary key);
    insert into touched select sequence from product where ${isOfRelease} and parent is not stored_parent;
    insert or ignore into touched select parent.sequence from product child
      join product parent on parent.catalog = child.catalog and parent.id = child.parent
      where (child.${isNew} or child.parent is not child.stored_parent) and ${kept('child')};
    create table gone as select catalog, id, stored_parent from product where ${isOfRelease} and not ${kept('product')}
      union all select catalog, id, stored_parent from removed;
    insert or ignore into touched select parent.sequence
      from (select catalog, stored_parent from gone union select catalog, stored_parent from product
        where ${isOfRelease} and parent is not stored_parent) child
      join product parent on parent.catalog = child.catalog and parent.id = child.stored_parent;
    insert or ignore into touched select own.sequence from product own left join made_slug made using (sequence)
      where own.${isOfRelease} and made.slug is not own.stored_slug`);
  return database.prepare(`
    select sequence, id, digest, is_parent as isParent,
        ${kept('product')} and sequence not in (select sequence from touched) as isUntouched
      from product where sequence > @after and sequence < 0 and +catalog = @catalogId
    union all select sequence, id, null, 0, 0 from removed where sequence > @after and +catalog = @catalogId
    order by sequence limit ${productsAtATime}`);
}
