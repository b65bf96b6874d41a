import type { Catalog, CatalogRule, Release } from '../domain/catalog/catalog.ts';
import type { CatalogStore } from '../domain/catalog/ports.ts';
import { compareCodePoints } from '../domain/paging/sort-key.ts';
import type { Engine } from './engines/engine.ts';
import type { CatalogRuleTable } from './schema.ts';

export function createCatalogStore({ reader }: Engine): CatalogStore {
  return {
    async getDirectory() {
      const rows = await reader
        .selectFrom('catalog')
        .leftJoin('release', 'release.id', 'catalog.current_release_id')
        .leftJoin('catalog_rule as rule', 'rule.catalog_id', 'catalog.id')
        .select([
          'catalog.id',
          'catalog.name',
          'catalog.created_at',
          'catalog.files_published_at',
          'release.id as release_id',
          'release.published_at',
          'release.product_count',
          'release.languages',
          'rule.id as rule_id',
          'rule.name as rule_name',
          'rule.channels',
          'rule.tags',
          'rule.account_ids',
          'rule.account_tag_ids',
          'rule.customer_ids',
          'rule.unknown_criteria',
          'rule.schedules',
          'rule.created_at as rule_created_at',
        ])
        .orderBy('catalog.created_at')
        .orderBy('catalog.id')
        .orderBy('rule.created_at')
        .orderBy('rule.id')
        .execute();
      const catalogs = new Map(rows.map((row) => [row.id, toCatalog(row)]));
      const rules = rows.flatMap((row) => (row.rule_id === null ? [] : [toRule(row as RuleRow)]));
      return { catalogs: [...catalogs.values()], rules: rules.sort(byCreation) };
    },

    async findRelease(id) {
      const row = await reader
        .selectFrom('release')
        .select(['id as release_id', 'catalog_id as id', 'published_at', 'product_count', 'languages'])
        .where('id', '=', Number(id))
        .where('state', '=', 'published')
        .executeTakeFirst();
      return row ? toRelease(row) : null;
    },
  };
}

interface ReleaseRow {
  readonly id: string;
  readonly release_id: number | null;
  readonly published_at: string | null;
  readonly product_count: number | null;
  readonly languages: string | null;
}

interface RuleRow extends Omit<CatalogRuleTable, 'id' | 'catalog_id' | 'name' | 'created_at'> {
  readonly id: string;
  readonly rule_id: string;
  readonly rule_name: string;
  readonly rule_created_at: string;
}

interface CatalogRow extends ReleaseRow {
  readonly name: string;
  readonly created_at: string;
  readonly files_published_at: string | null;
}

function toCatalog(row: CatalogRow): Catalog {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    currentRelease: toRelease(row),
    filesPublishedAt: row.files_published_at,
  };
}

function toRelease({ id, release_id, published_at, product_count, languages }: ReleaseRow): Release | null {
  if (release_id === null || published_at === null) return null;
  return {
    id: String(release_id),
    catalogId: id,
    publishedAt: published_at,
    productCount: product_count ?? 0,
    languages: JSON.parse(languages ?? '[]'),
  };
}

function toRule(row: RuleRow): CatalogRule {
  return {
    id: row.rule_id,
    catalogId: row.id,
    name: row.rule_name,
    channels: JSON.parse(row.channels),
    tags: JSON.parse(row.tags),
    accountIds: JSON.parse(row.account_ids),
    accountTagIds: JSON.parse(row.account_tag_ids),
    customerIds: JSON.parse(row.customer_ids),
    unknownCriteria: JSON.parse(row.unknown_criteria),
    schedules: JSON.parse(row.schedules),
    createdAt: row.rule_created_at,
  };
}

/** By code point, as both engines order texts. */
function byCreation(a: CatalogRule, b: CatalogRule): number {
  return compareCodePoints(`${a.createdAt} ${a.id}`, `${b.createdAt} ${b.id}`);
}
