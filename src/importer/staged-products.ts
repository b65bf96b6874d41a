/**
 * What is known of an import's products while they are checked: their keys, not their documents, in a database of its own in a
 * temporary file. A million products cost no memory, and what concerns two records (duplicates, absent parents, cycles) is
 * asked in SQL.
 */
import Sqlite from 'better-sqlite3';
import { isObject } from './checked.ts';
import type { ProductRecord } from './product-record.ts';
import { parentIdOf } from './to-release.ts';

/** Counts an import's records, over all files, from 0. */
export type Sequence = number;

export interface StagedProducts {
  add(sequence: Sequence, record: ProductRecord, digest: string | null): void;
  /** A record that is left out: unreadable, faulty, or hanging on one that is. */
  leaveOut(sequence: Sequence): void;
  isLeftOut(sequence: Sequence): boolean;
  /** Those that name none belong there. */
  assignCatalog(catalogId: string): void;
  /** With how many products each; null is for those that name none. */
  countByCatalog(): Map<string | null, number>;
  /** What is wrong between products; what it names is not left out yet. Ask again until it answers nothing. */
  findFaults(): StagedFault[];
  /** The digests of these products of the catalog that are not left out. */
  digestsOf(catalogId: string, ids: Iterable<string>): Map<string, string>;
  close(): void;
}

export interface StagedFault {
  readonly sequence: Sequence;
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
      digest text);
    create table leaf (sequence integer not null, option_path text not null, child text not null);
    create table left_out (sequence integer primary key);
    begin`);
  const insert = database.prepare('insert into product values (?, ?, ?, ?, ?, ?, ?)');
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
    add(sequence, record, digest) {
      const { id, attributes, meta } = record;
      const { sku, slug } = attributes;
      insert.run(sequence, meta?.catalog_id || null, id, parentIdOf(record), sku || null, slug || null, digest);
      for (const { path, child } of unlistedLeaves(record)) insertLeaf.run(sequence, path, child);
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
      return new Map((rows as { catalog: string | null; products: number }[]).map((row) => [row.catalog, row.products]));
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

const kept = 'sequence not in (select sequence from left_out)';

/** Of several that share a value, the first one stays. */
function duplicates(database: Sqlite.Database, column: 'id' | 'sku' | 'slug', path: string): StagedFault[] {
  const rows = database
    .prepare(
      `select product.sequence, product.id, product.${column} as value, first.id as first_id
        from (select catalog, ${column} as value, min(sequence) as sequence from product
          where ${column} is not null and ${kept} group by catalog, ${column} having count(*) > 1) duplicated
        join product on product.catalog = duplicated.catalog and product.${column} = duplicated.value
        join product first on first.sequence = duplicated.sequence
        where product.sequence <> duplicated.sequence and product.${kept} order by product.sequence`,
    )
    .all() as { sequence: number; id: string; value: string; first_id: string }[];
  return rows.map(({ sequence, id, value, first_id }) => {
    const other = column === 'id' ? 'An earlier product' : `The product '${first_id}'`;
    return { sequence, id, path, message: `${other} of the catalog has the same ${column} '${value}'.` };
  });
}

function orphans(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select child.sequence, child.id, child.parent from product child where child.parent is not null and child.${kept}
        and not exists (select 1 from product parent where parent.catalog = child.catalog and parent.id = child.parent
          and parent.${kept}) order by child.sequence`,
    )
    .all() as { sequence: number; id: string; parent: string }[];
  return rows.map(({ sequence, id, parent }) => ({
    sequence,
    id,
    path: 'relationships.parent',
    message: `The catalog's records hold no parent '${parent}'.`,
  }));
}

/** Products of a chain that never ends: only those whose parent has a parent itself are walked. */
function cycles(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select child.sequence, child.catalog, child.id, child.parent from product child
        join product parent on parent.catalog = child.catalog and parent.id = child.parent
        where parent.parent is not null and child.${kept} and parent.${kept} order by child.sequence`,
    )
    .all() as { sequence: number; catalog: string; id: string; parent: string }[];
  const parents = new Map(rows.map(({ catalog, id, parent }) => [JSON.stringify([catalog, id]), parent]));
  return rows.flatMap(({ sequence, catalog, id }) => {
    const cycle = cycleFrom(id, (one) => parents.get(JSON.stringify([catalog, one])));
    if (!cycle) return [];
    return [{ sequence, id, path: 'relationships.parent', message: `It is its own ancestor: ${cycle}.` }];
  });
}

/** `a → b → a` when the way up from there leads back there; null when it ends, or leads into a cycle of others. */
export function cycleFrom(start: string, parentOf: (id: string) => string | undefined): string | null {
  const path = [start];
  const seen = new Set(path);
  for (let id = parentOf(start); id !== undefined; id = parentOf(id)) {
    path.push(id);
    if (id === start) return path.length > 6 ? `${path.slice(0, 3).join(' → ')} → … → ${start}` : path.join(' → ');
    if (seen.has(id)) return null;
    seen.add(id);
  }
  return null;
}

function absentLeaves(database: Sqlite.Database): StagedFault[] {
  const rows = database
    .prepare(
      `select leaf.sequence, product.id, leaf.option_path, leaf.child from leaf join product using (sequence)
        where leaf.${kept} and not exists (select 1 from product child where child.catalog = product.catalog
          and child.id = leaf.child and child.${kept}) order by leaf.sequence`,
    )
    .all() as { sequence: number; id: string; option_path: string; child: string }[];
  return rows.map(({ sequence, id, option_path, child }) => ({
    sequence,
    id,
    path: `meta.variation_matrix.${option_path}`,
    message: `It names the child '${child}', which is neither a record of the catalog nor listed in relationships.children.`,
  }));
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
