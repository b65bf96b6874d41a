/** What an import's staged products say of each other. */
import type Sqlite from 'better-sqlite3';
import type { StagedProducts } from '../../domain/release/staging.ts';
import { isNew, isOfRelease, kept } from './staged-tables.ts';

/** That are looked up together, at the least and at the most: more where the ones before were all requested. */
const productsAtATime = { least: 8, most: 1024 };

/** Whose child a product is, once all have been staged. */
export function createStagedFamilies(
  database: Sqlite.Database,
  index: () => void,
): Pick<StagedProducts, 'settleFamilies' | 'familyOf'> {
  let families: { readonly find: FindFamily; readonly listChildren: Sqlite.Statement } | null = null;
  return {
    settleFamilies() {
      index();
      placeNews(database);
      if (families) database.exec('update product set parent = named_parent where parent is not named_parent');
      database.exec(`
        create index if not exists named_child_child on named_child (child, sequence);
        update product set parent = (select named.id from named_child join product named using (sequence)
            where named_child.child = product.id and named.catalog = product.catalog and named.id <> product.id
              and ${kept('named')} order by named.release_position limit 1)
          where parent is null and id in (select child from named_child);
        create index if not exists product_parent on product (catalog, parent);
        create index if not exists product_slug on product (catalog, slug);
        create index if not exists product_sku on product (catalog, sku);
        commit;
        begin`);
      const listPage = database.prepare(`select sequence, catalog, id, parent, release_position as position,
          exists (select 1 from product child where child.catalog = own.catalog and child.parent = own.id) as hasChildren,
          (select made.slug from made_slug made where made.sequence = own.sequence) as otherSlug
        from product own where sequence >= ? order by sequence limit ?`);
      const listChildren = database
        .prepare(
          `select id from product where catalog = ? and parent = ? and ${kept('product')} order by release_position`,
        )
        .pluck();
      families = { find: createFind(listPage), listChildren };
    },

    familyOf(sequence) {
      if (!families) throw new Error('Families are settled first.');
      const own = families.find(sequence);
      if (!own) return null;
      const { catalog, id, parent, hasChildren, otherSlug, position } = own;
      return {
        catalogId: catalog,
        parentId: parent,
        childIds: hasChildren ? (families.listChildren.all(catalog, id) as string[]) : [],
        otherSlug,
        position,
      };
    },
  };
}

/** Others than those of a release stand in the order of the files, unless they take the place of one of these. */
function placeNews(database: Sqlite.Database): void {
  const last = database.prepare(`select max(release_position) from product where ${isOfRelease}`).pluck().get();
  if (last === null) return;
  database
    .prepare(
      `update product set release_position = coalesce((select old.release_position from product old
        where old.catalog = product.catalog and old.id = product.id and old.${isOfRelease}), ? + sequence) where ${isNew}`,
    )
    .run(Math.max(0, Number(last) + 1));
}

type FindFamily = (sequence: number) => FamilyRow | undefined;

/** Products are requested in their order: those that follow one are looked up with it. */
function createFind(listPage: Sqlite.Statement): FindFamily {
  let page = new Map<number, FamilyRow>();
  let requested = 0;
  let limit = productsAtATime.least;

  function turnTo(sequence: number): void {
    limit = 2 * requested >= limit ? Math.min(2 * limit, productsAtATime.most) : productsAtATime.least;
    requested = 0;
    page = new Map((listPage.all(sequence, limit) as FamilyRow[]).map((row) => [row.sequence, row]));
  }

  return (sequence) => {
    if (!page.has(sequence)) turnTo(sequence);
    requested += 1;
    return page.get(sequence);
  };
}

interface FamilyRow {
  readonly sequence: number;
  /** All have one by now. */
  readonly catalog: string;
  readonly id: string;
  readonly parent: string | null;
  readonly hasChildren: 0 | 1;
  readonly otherSlug: string | null;
  readonly position: number;
}
