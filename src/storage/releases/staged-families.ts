/** What an import's staged products say of each other. */
import type Sqlite from 'better-sqlite3';
import type { StagedProducts } from '../../domain/release/staging.ts';
import { kept, ranks } from './staged-tables.ts';

/** That are looked up together. */
const productsAtATime = 1000;

/** Whose child a product is, once all have been staged. */
export function createFamilies(
  database: Sqlite.Database,
  index: () => void,
): Pick<StagedProducts, 'settleFamilies' | 'surroundingsOf'> {
  let families: Record<'listPage' | 'listChildren', Sqlite.Statement> | null = null;
  /** Products are requested in their order: those that follow one are looked up with it. */
  let page = new Map<number, Surroundings>();
  return {
    settleFamilies() {
      index();
      database.exec(`
        create index named_child_child on named_child (child, sequence);
        update product set parent = (select named.id from named_child join product named using (sequence)
            where named_child.child = product.id and named.catalog = product.catalog and named.id <> product.id
              and ${kept('named')} order by named_child.sequence limit 1)
          where parent is null and id in (select child from named_child);
        create index product_parent on product (catalog, parent);
        create index product_slug on product (catalog, slug);
        create index product_sku on product (catalog, sku);
        commit;
        begin`);
      const listPage = database.prepare(`select sequence, parent,
          exists (select 1 from product child where child.catalog = own.catalog and child.parent = own.id) as hasChildren,
          is_slug_given = 0 and exists (select 1 from product other where other.catalog = own.catalog and other.slug = own.slug
            and other.sequence <> own.sequence and (other.is_slug_given = 1 or other.sequence < own.sequence) and ${kept('other')}) as isSlugTaken
        from product own where sequence >= ? order by sequence limit ${productsAtATime}`);
      const listChildren = database
        .prepare(`select id from product where catalog = ? and parent = ? and ${kept('product')} order by sequence`)
        .pluck();
      families = { listPage, listChildren };
    },

    surroundingsOf({ sequence, catalogId, id }) {
      if (!families) throw new Error('Families are settled first.');
      if (!page.has(sequence)) {
        const rows = families.listPage.all(sequence) as Surroundings[];
        page = new Map(rows.map((row) => [row.sequence, row]));
      }
      const own = page.get(sequence);
      return {
        parentId: own?.parent ?? null,
        childIds: own?.hasChildren ? (families.listChildren.all(catalogId, id) as string[]) : [],
        isSlugTaken: own?.isSlugTaken === 1,
      };
    },
  };
}

interface Surroundings {
  readonly sequence: number;
  readonly parent: string | null;
  readonly hasChildren: 0 | 1;
  readonly isSlugTaken: 0 | 1;
}

/**
 * Of the products that a release had before: those that others say nothing of, neither that they are their parent or their child nor,
 * by a slug of their own, that they have to make room. Who was complete when it was stored is complete now.
 */
export function createUntouched(database: Sqlite.Database): Pick<StagedProducts, 'isUntouched'> {
  let find: Sqlite.Statement | null = null;
  const isOfRelease = `rank = ${ranks.release}`;
  const isNews = `(child.rank <> ${ranks.release} or child.parent is not child.named_parent)`;
  function prepare(): Sqlite.Statement {
    database.exec(`
      create table touched (sequence integer primary key);
      insert into touched select sequence from product where ${isOfRelease} and (parent is not named_parent or is_slug_given = 0);
      insert or ignore into touched select parent.sequence from product child
        join product parent on parent.catalog = child.catalog and parent.id = child.parent
        where ${isNews} and ${kept('child')}`);
    return database.prepare('select 1 from touched where sequence = ?');
  }
  return {
    isUntouched(sequence) {
      find ??= prepare();
      return find.get(sequence) === undefined;
    },
  };
}
