/**
 * The slugs of products that are given none, where their names make what is another's. They depend on nothing but the products of their
 * catalog and the order of these: what is added to a release gets, and leaves to others, what it would in an import of all.
 */
import type Sqlite from 'better-sqlite3';
import { defaultSlug } from '../../domain/product/product-rules.ts';
import { kept } from './staged-tables.ts';

const productsAtATime = 1000;

export function settleSlugs(database: Sqlite.Database): void {
  database.function('default_slug', { deterministic: true }, (id) => defaultSlug(String(id)));
  database.exec(addIds);
  numberRest(database);
}

/** Of those that share one, all get their ids behind it but the one that has it given, or else the first. */
const addIds = `
  create table shared_slug as select catalog, slug, max(is_slug_given) as is_given, min(release_position) as first
    from product where (catalog, slug) in (select catalog, slug from product where slug is not null group by catalog, slug having count(*) > 1)
      and ${kept('product')}
    group by catalog, slug;
  insert into made_slug
    select own.sequence, own.catalog, own.release_position, own.slug || coalesce('-' || default_slug(own.id), '')
    from shared_slug shared cross join product own on own.catalog = shared.catalog and own.slug = shared.slug
    where own.is_slug_given = 0 and (shared.is_given = 1 or shared.first < own.release_position) and ${kept('own')};
  create index made_slug_slug on made_slug (catalog, slug, position);
  insert into slug_to_number (sequence, catalog, slug) select sequence, catalog, slug from made_slug made
    where exists (select 1 from product where product.catalog = made.catalog and product.slug = made.slug and ${kept('product')})
      or exists (select 1 from made_slug other where other.catalog = made.catalog and other.slug = made.slug and other.position < made.position)
    order by position;
  commit;
  begin`;

/** Those that are others' all the same, in the order of their products. */
function numberRest(database: Sqlite.Database): void {
  const list = database.prepare(
    `select number, sequence, catalog, slug from slug_to_number where number > ? order by number limit ${productsAtATime}`,
  );
  const isTaken = database
    .prepare(`select exists (select 1 from product where catalog = ? and slug = ? and ${kept('product')})
      or exists (select 1 from made_slug where catalog = ? and slug = ?)`)
    .pluck();
  const update = database.prepare('update made_slug set slug = ? where sequence = ?');
  const numbers = new Map<string, number>();
  let rows = list.all(0) as SlugRow[];
  while (rows.length > 0) {
    for (const { sequence, catalog, slug } of rows) {
      const key = JSON.stringify([catalog, slug]);
      let number = numbers.get(key) ?? 2;
      const numbered = () => `${slug}-${number}`;
      while (isTaken.get(catalog, numbered(), catalog, numbered()) === 1) number += 1;
      update.run(numbered(), sequence);
      numbers.set(key, number + 1);
    }
    rows = list.all(rows.at(-1)?.number) as SlugRow[];
  }
}

interface SlugRow {
  readonly number: number;
  readonly sequence: number;
  readonly catalog: string;
  readonly slug: string;
}
