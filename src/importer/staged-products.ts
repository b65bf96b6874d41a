/**
 * What is known of an import's products while they are checked: their keys, not their documents, in a database of its own in a
 * temporary file. A million products cost no memory, and what concerns two records (duplicates, absent parents, cycles) is
 * asked in SQL.
 */
import Sqlite from 'better-sqlite3';
import { isObject } from './checked.ts';
import { findCycles } from './find-cycles.ts';
import type { ProductRecord } from './product-record.ts';
import type { Place } from './read-records.ts';
import { parentIdOf } from './to-release.ts';

/** Counts an import's records, over all files, from 0. */
export type Sequence = number;

export interface StagedProducts {
  add(sequence: Sequence, place: Place, record: ProductRecord, digest: string | null): void;
  /** A record that is faulty in itself: left out, but known, so that its children are not told that it is absent. */
  addFaulty(sequence: Sequence, place: Place, keys: { readonly id: string; readonly catalogId: string | null }): void;
  /** A record that is left out: unreadable, faulty, or hanging on one that is. */
  leaveOut(sequence: Sequence): void;
  isLeftOut(sequence: Sequence): boolean;
  /** Those that name none belong there. */
  assignCatalog(catalogId: string): void;
  /** With how many products each; null is for those that name none. */
  countByCatalog(): Map<string | null, number>;
  /** What is wrong between products that are not left out. */
  findFaults(): StagedFault[];
  /** Those whose parent is left out. */
  findStranded(): StagedFault[];
  /** How many products of the catalog are not left out. */
  countKept(catalogId: string): number;
  /** The digests of these products of the catalog that are not left out. */
  digestsOf(catalogId: string, ids: Iterable<string>): Map<string, string>;
  close(): void;
}

export interface StagedFault {
  readonly sequence: Sequence;
  readonly place: Place;
  readonly id: string;
  readonly path: string;
  readonly message: string;
}

/** `file` is made, and must not exist. */
export function createStagedProducts(file: string): StagedProducts {
  const database = new Sqlite(file);
  database.pragma('journal_mode = off');
  database.pragma('synchronous = off');
  database.exec(`
    create table product (sequence integer primary key, catalog text, id text not null, parent text, sku text, slug text,
      digest text, file text not null, record integer not null, line integer);
    create table leaf (sequence integer not null, option_path text not null, child text not null);
    create table left_out (sequence integer primary key);
    begin`);
  const insert = database.prepare('insert into product values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertLeaf = database.prepare('insert into leaf values (?, ?, ?)');
  const insertLeftOut = database.prepare('insert or ignore into left_out values (?)');
  const findLeftOut = database.prepare('select 1 from left_out where sequence = ?').pluck();
  let leftOut = 0;
  let isIndexed = false;

  /** Filling goes first, for an index that is made afterwards is made faster. */
  function index(): void {
    if (isIndexed) return;
    isIndexed = true;
    database.exec('commit; create index product_id on product (catalog, id)');
  }

  return {
    add(sequence, { file, record: position, line }, record, digest) {
      const { id, attributes, meta } = record;
      const keys = [meta?.catalog_id || null, id, parentIdOf(record), attributes.sku || null, attributes.slug || null];
      insert.run(sequence, ...keys, digest, file, position, line);
      for (const { path, child } of unlistedLeaves(record)) insertLeaf.run(sequence, path, child);
    },

    addFaulty(sequence, { file, record, line }, { id, catalogId }) {
      insert.run(sequence, catalogId, id, null, null, null, null, file, record, line);
      leftOut += insertLeftOut.run(sequence).changes;
    },

    leaveOut(sequence) {
      leftOut += insertLeftOut.run(sequence).changes;
    },

    isLeftOut: (sequence) => leftOut > 0 && findLeftOut.get(sequence) !== undefined,

    assignCatalog(catalogId) {
      database.prepare('update product set catalog = ? where catalog is null').run(catalogId);
    },

    countByCatalog() {
      const rows = database.prepare('select catalog, count(*) as products from product group by catalog').all();
      return new Map(
        (rows as { catalog: string | null; products: number }[]).map((row) => [row.catalog, row.products]),
      );
    },

    findFaults() {
      index();
      return [
        ...duplicates(database, 'id', 'id'),
        ...duplicates(database, 'sku', 'attributes.sku'),
        ...duplicates(database, 'slug', 'attributes.slug'),
        ...orphans(database),
        ...cycles(database),
        ...absentLeaves(database),
      ];
    },

    findStranded() {
      index();
      return stranded(database);
    },

    countKept(catalogId) {
      const count = database.prepare(`select count(*) from product where catalog = ? and ${kept}`);
      return Number(count.pluck().get(catalogId));
    },

    digestsOf(catalogId, ids) {
      index();
      const rows = database
        .prepare(
          `select id, digest from product where catalog = ? and id in (select value from json_each(?))
            and sequence not in (select sequence from left_out)`,
        )
        .all(catalogId, JSON.stringify([...ids]));
      return new Map((rows as { id: string; digest: string }[]).map(({ id, digest }) => [id, digest]));
    },

    close() {
      database.close();
    },
  };
}

interface ProductRow {
  readonly sequence: Sequence;
  readonly catalog: string;
  readonly id: string;
  readonly parent: string | null;
  readonly file: string;
  readonly record: number;
  readonly line: number | null;
}

function toFault({ sequence, id, file, record, line }: ProductRow, path: string, message: string): StagedFault {
  return { sequence, place: { file, record, line }, id, path, message };
}

const kept = 'sequence not in (select sequence from left_out)';

/** Of several that share a value, the first one stays. */
function duplicates(database: Sqlite.Database, column: 'id' | 'sku' | 'slug', path: string): StagedFault[] {
  const rows = database
    .prepare(
      `select product.*, product.${column} as value, first.id as first_id
        from (select catalog, ${column} as value, min(sequence) as sequence from product
          where ${column} is not null and ${kept} group by catalog, ${column} having count(*) > 1) duplicated
        join product on product.catalog = duplicated.catalog and product.${column} = duplicated.value
        join product first on first.sequence = duplicated.sequence
        where product.sequence <> duplicated.sequence and product.${kept} order by product.sequence`,
    )
    .all() as (ProductRow & { value: string; first_id: string })[];
  return rows.map((row) => {
    const other = column === 'id' ? 'An earlier product' : `The product '${row.first_id}'`;
    return toFault(row, path, `${other} of the catalog has the same ${column} '${row.value}'.`);
  });
}

/** Children whose parent is not among the catalog's products. */
function orphans(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select child.* from product child where child.parent is not null and child.${kept}
        and not exists (select 1 from product parent where parent.catalog = child.catalog and parent.id = child.parent)
        order by child.sequence`,
    )
    .all() as ProductRow[];
  return rows.map((row) =>
    toFault(row, 'relationships.parent', `The catalog's records hold no parent '${row.parent}'.`),
  );
}

function stranded(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select child.* from product child where child.${kept}
        and exists (select 1 from product parent where parent.catalog = child.catalog and parent.id = child.parent)
        and not exists (select 1 from product parent where parent.catalog = child.catalog and parent.id = child.parent
          and parent.${kept}) order by child.sequence`,
    )
    .all() as ProductRow[];
  return rows.map((row) => toFault(row, 'relationships.parent', `Its parent '${row.parent}' is left out.`));
}

/** Products of a chain that never ends: only those whose parent has a parent itself are walked. */
function cycles(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select child.* from product child
        join product parent on parent.catalog = child.catalog and parent.id = child.parent
        where parent.parent is not null and child.${kept} and parent.${kept} order by child.sequence`,
    )
    .all() as (ProductRow & { parent: string })[];
  const key = (catalog: string, id: string) => JSON.stringify([catalog, id]);
  const parents = new Map(rows.map(({ catalog, id, parent }) => [key(catalog, id), key(catalog, parent)]));
  const inCycles = findCycles(parents);
  return rows
    .filter(({ catalog, id }) => inCycles.has(key(catalog, id)))
    .map((row) => toFault(row, 'relationships.parent', 'It is its own ancestor.'));
}

function absentLeaves(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select product.*, leaf.option_path, leaf.child from leaf join product using (sequence)
        where leaf.${kept} and not exists (select 1 from product child where child.catalog = product.catalog
          and child.id = leaf.child) order by leaf.sequence`,
    )
    .all() as (ProductRow & { option_path: string; child: string })[];
  return rows.map((row) => {
    const message = `It names the child '${row.child}', which is neither a record of the catalog nor listed in relationships.children.`;
    return toFault(row, `meta.variation_matrix.${row.option_path}`, message);
  });
}

/** The children that a matrix names and the parent does not list: a listed one may be absent, as drafts are in saved pages. */
function* unlistedLeaves({ meta, relationships }: ProductRecord) {
  const matrix = meta?.variation_matrix;
  if (matrix == null) return;
  const listed = new Set((relationships?.children?.data ?? []).map(({ id }) => id));
  for (const leaf of leavesOf(matrix, [])) if (!listed.has(leaf.child)) yield leaf;
}

function* leavesOf(value: unknown, path: readonly string[]): Generator<{ path: string; child: string }> {
  if (typeof value === 'string') yield { path: path.join('.'), child: value };
  else if (isObject(value)) for (const [key, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, key]);
}
