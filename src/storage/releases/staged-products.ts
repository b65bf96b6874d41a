/** An import's staged products in a SQLite database of their own, in a temporary file, whatever the engine of the stores is. */
import type Sqlite from 'better-sqlite3';
import {
  type DuplicateProduct,
  type FoundProduct,
  type RemovedProduct,
  ranks,
  type Sequence,
  type StagedProducts,
} from '../../domain/release/staging.ts';
import { createStagedFamilies } from './staged-families.ts';
import { createOfRelease } from './staged-release.ts';
import { settleSlugs } from './staged-slugs.ts';
import { createTables, isNew, isOfRelease, kept } from './staged-tables.ts';

/** `file` is made, and must not exist. */
export function createStagedProducts(file: string): StagedProducts {
  const database = createTables(file);
  const insert = database.prepare('insert into product values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertNamedChild = database.prepare('insert into named_child values (?, ?)');
  const leftOut = createLeftOut(database);
  let isIndexed = false;

  /** Filling goes first, for an index that is made afterwards is made faster. What is written after it is one transaction as well. */
  function index(): void {
    if (isIndexed) return;
    isIndexed = true;
    database.exec('commit; create index product_id on product (catalog, id); begin');
  }

  return {
    ...createStagedFamilies(database, index),
    settleSlugs: () => settleSlugs(database),
    ...createOfRelease(database),
    ...createCatalogs(database, index),
    ...createFaultLists(database, index),

    add({ sequence, place: { file, record, line }, catalogId, id, parentId, isParent, namedChildren, ...product }) {
      const { sku, slug, isSlugGiven, digest, origin, hasLocales, stored } = product;
      const rank = ranks[origin];
      const keys = [sku, slug, Number(isSlugGiven), digest];
      const flags = [Number(isParent), Number(hasLocales)];
      const was = [stored?.parentId, stored?.otherSlug, stored?.position ?? sequence];
      insert.run(sequence, catalogId, id, parentId, parentId, ...keys, rank, file, record, line, ...flags, ...was);
      for (const childId of namedChildren) insertNamedChild.run(sequence, childId);
    },

    leaveOut: leftOut.add,

    remove: leftOut.remove,

    isLeftOut: leftOut.has,

    yieldToRightful() {
      index();
      database.exec('delete from left_out where has_yielded = 1');
      database.exec('delete from claim');
      database.prepare(collectClaims).run();
      const { changes } = database.prepare(leaveOutWithoutRight).run();
      leftOut.note(changes);
      return changes;
    },

    close: () => void database.close(),
  };
}

/** Most imports leave out nothing, and look nothing up. */
function createLeftOut(database: Sqlite.Database) {
  const insert = database.prepare('insert or ignore into left_out (sequence) values (?)');
  const insertRemoved = database.prepare('insert into removed values (?, ?, ?, ?)');
  const find = database.prepare('select 1 from left_out where sequence = ?').pluck();
  let isEmpty = true;
  function add(sequence: Sequence): void {
    isEmpty = false;
    insert.run(sequence);
  }
  return {
    add,
    remove({ sequence, catalogId, id, stored }: RemovedProduct): void {
      add(sequence);
      insertRemoved.run(sequence, catalogId, id, stored.parentId);
    },
    has: (sequence: Sequence) => !isEmpty && find.get(sequence) !== undefined,
    /** That others were added. */
    note(count: number): void {
      isEmpty &&= count === 0;
    },
  };
}

/** Of each file, the first to say something of an id: few where products are many, so that one said a million times is judged at once. */
const collectClaims = `insert into claim
    select catalog, id, rank, digest, file, min(sequence) as first from product where ${kept('product')}
      and (+catalog, +id) in (select catalog, id from product group by catalog, id having count(*) > 1)
    group by catalog, id, rank, digest, file`;

// NOTE: the `+` keeps SQLite from looking for each claimed id among all products of its catalog.
const ofSameId = 'select 1 from claim where claim.catalog = product.catalog and claim.id = product.id';

/** Products whose id another claims with a better right: of a lower rank, or the first of the same. */
const leaveOutWithoutRight = `insert into left_out select product.sequence, 1 from product
  where ${kept('product')} and (+catalog, +id) in (select catalog, id from claim) and (
    exists (${ofSameId} and claim.rank < product.rank)
    or product.rank > 0 and exists (${ofSameId} and claim.rank = product.rank and claim.first < product.sequence)
    or product.rank = 0 and exists (${ofSameId} and claim.digest = product.digest and claim.rank = 0
      and claim.first < product.sequence and claim.file <> product.file))`;

/** What each catalog holds. */
function createCatalogs(
  database: Sqlite.Database,
  index: () => void,
): Pick<StagedProducts, 'assignCatalog' | 'countByCatalog' | 'countKept' | 'digestsOf'> {
  return {
    assignCatalog(catalogId) {
      database.prepare('update product set catalog = ? where catalog is null').run(catalogId);
    },

    countByCatalog() {
      const rows = database.prepare('select catalog, count(*) as products from product group by catalog').all();
      return new Map(
        (rows as { catalog: string | null; products: number }[]).map((row) => [row.catalog, row.products]),
      );
    },

    countKept(catalogId) {
      const count = database.prepare(`select count(*) from product where catalog = ? and ${kept('product')}`);
      return Number(count.pluck().get(catalogId));
    },

    digestsOf(catalogId, ids) {
      index();
      const rows = database
        .prepare(
          `select id, digest from product where catalog = ? and id in (select value from json_each(?)) and ${kept('product')}`,
        )
        .all(catalogId, JSON.stringify([...ids]));
      return new Map((rows as { id: string; digest: string }[]).map(({ id, digest }) => [id, digest]));
    },
  };
}

/** Products that contradict others, or say less than others did. */
function createFaultLists(
  database: Sqlite.Database,
  index: () => void,
): Pick<StagedProducts, 'listDuplicates' | 'listOrphans' | 'listStranded' | 'listGrandchildren' | 'listUntranslated'> {
  const list = createList(database, index);
  return {
    *listDuplicates(attribute) {
      const found = list<DuplicateRow>(`select product.sequence, product.${attribute}, duplicated.sequence
        from (select catalog, ${attribute} as value, min(sequence) as sequence from product
          where ${attribute} is not null and ${rightful(attribute)} and ${kept('product')} group by catalog, ${attribute} having count(*) > 1) duplicated
        join product on product.catalog = duplicated.catalog and product.${attribute} = duplicated.value
        where product.sequence <> duplicated.sequence and ${rightful(attribute)} and ${kept('product')}
        order by product.sequence`);
      for (const { firstId: id, firstFile: file, firstRecord: record, firstLine: line, ...product } of found) {
        yield { ...product, first: { id, place: { file, record, line } } };
      }
    },

    listOrphans: () =>
      list(`select child.sequence, null, null from (${namedParents} and not exists (${productNamed})) named
        join product child on child.catalog = named.catalog and child.parent = named.parent
        where ${kept('child')} order by child.sequence`),

    listStranded: () =>
      list(`with recursive stranded (sequence) as (
          select child.sequence from product child where ${kept('child')} and child.named_parent is not null and exists (${parentOfChild})
            and not exists (${parentOfChild} and ${kept('parent')})
          union
          select child.sequence from stranded join product parent using (sequence)
            join product child on child.catalog = parent.catalog and child.parent = parent.id and child.named_parent = parent.id
          where not exists (${successor}))
        select child.sequence, null, null from stranded join product child using (sequence)
        where ${kept('child')} order by child.sequence`),

    listGrandchildren: () =>
      list(`select child.sequence, null, null
        from (${namedParents} and exists (${productNamed} and +parent.parent is not null and ${kept('parent')})) named
        join product child on child.catalog = named.catalog and child.parent = named.parent
        where ${kept('child')} order by child.sequence`),

    // NOTE: a cross join keeps SQLite from beginning with the release, whose products may be many more.
    listUntranslated: () =>
      list(`select product.sequence, null, null
        from product cross join product old on old.catalog = product.catalog and old.id = product.id
        where product.has_locales = 0 and product.${isNew} and ${kept('product')}
          and old.has_locales = 1 and old.${isOfRelease}
        order by product.sequence`),
  };
}

/** A list is found once and then read in pages: there may be a million, who must not be in memory together, nor be found again for each page. */
function createList(database: Sqlite.Database, index: () => void) {
  const readPage = database.prepare(`select found.position, product.*, product.parent as parentId, found.value,
      first.id as firstId, first.file as firstFile, first.record as firstRecord, first.line as firstLine
    from found join product using (sequence) left join product first on first.sequence = found.first
    where found.list = ? and found.position > ? order by found.position limit ${pageSize}`);
  const forget = database.prepare('delete from found where list = ?');
  let lists = 0;
  return function* list<Found>(statement: string): Generator<FoundProduct & Found> {
    index();
    lists += 1;
    const name = lists;
    database.prepare(`insert into found (list, sequence, value, first) select ${name}, * from (${statement})`).run();
    try {
      let rows = readPage.all(name, 0) as (ProductRow & Found)[];
      while (rows.length > 0) {
        for (const row of rows) yield toFound(row);
        rows = readPage.all(name, rows.at(-1)?.position) as (ProductRow & Found)[];
      }
    } finally {
      forget.run(name);
    }
  };
}

const pageSize = 1000;

/** Each once: few where products are many. */
const namedParents = 'select distinct catalog, parent from product naming where parent is not null';
/** NOTE: the `+` before another column keeps SQLite from looking for it among all products that have it. */
const productNamed = 'select 1 from product parent where parent.catalog = naming.catalog and parent.id = naming.parent';

const parentOfChild = 'select 1 from product parent where parent.catalog = child.catalog and parent.id = child.parent';

/** Who takes the place of a parent that is left out. */
const successor = `select 1 from product other join left_out using (sequence)
  where other.catalog = parent.catalog and other.id = parent.id and left_out.has_yielded = 1`;

/** Which products may keep a value that several have: a slug that was made of a name makes room for one that was given. */
function rightful(attribute: string): string {
  return attribute === 'slug' ? 'product.is_slug_given = 1' : 'true';
}

interface ProductRow {
  readonly position: number;
  readonly sequence: number;
  readonly catalog: string;
  readonly id: string;
  readonly file: string;
  readonly record: number;
  readonly line: number | null;
}

/** With where the product stands that has the value already. */
interface DuplicateRow extends Pick<DuplicateProduct, 'value'> {
  readonly firstId: string;
  readonly firstFile: string;
  readonly firstRecord: number;
  readonly firstLine: number | null;
}

function toFound<Found>(row: ProductRow & Found): FoundProduct & Found {
  const { file, record, line } = row;
  return { ...row, catalogId: row.catalog, place: { file, record, line } };
}
