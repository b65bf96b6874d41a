import type { Catalog, CatalogDirectories, CatalogDirectory, CatalogRule, Release } from '../domain/catalog/catalog.ts';
import type { CatalogStore } from '../domain/catalog/ports.ts';
import { compareCodePoints } from '../domain/paging/sort-key.ts';
import { readRecord } from '../domain/release/read-record.ts';
import type { Engine } from './engines/engine.ts';
import type { ReleaseIndexes } from './index/release-indexes.ts';
import { createHoldBack, type HoldBack } from './releases/held-back.ts';
import { releaseNumberOf } from './releases/release-number.ts';
import type { CatalogRuleTable } from './schema.ts';

export function createCatalogStore(engine: Engine, indexes: Pick<ReleaseIndexes, 'buildSoon'>): CatalogStore {
  const { reader } = engine;
  const holdBack = createHoldBack(engine, indexes);
  return {
    getDirectory: async () => (await getDirectories(reader, async (catalog) => catalog)).current,

    getDirectories: () => getDirectories(reader, holdBack),

    async findRelease(id) {
      const number = releaseNumberOf(id);
      if (number === null) return null;
      const row = await reader
        .selectFrom('release')
        .select(['id as release_id', 'catalog_id as id', 'published_at', 'product_count', 'languages'])
        .where('id', '=', number)
        .where('state', '=', 'published')
        .executeTakeFirst();
      return row ? toRelease(row) : null;
    },
  };
}

/** Each catalog with each of its rules. */
function selectDirectory(reader: Engine['reader']) {
  return reader
    .selectFrom('catalog')
    .leftJoin('release', 'release.id', 'catalog.current_release_id')
    .leftJoin('release as next', (join) =>
      join
        .onRef('next.id', '=', 'catalog.next_release_id')
        .onRef('next.id', '<>', 'catalog.current_release_id')
        .on('next.state', '<>', 'retired'),
    )
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
      'release.format',
      'next.id as next_id',
      'next.published_at as next_published_at',
      'next.product_count as next_product_count',
      'next.languages as next_languages',
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
}

async function getDirectories(reader: Engine['reader'], holdBack: HoldBack): Promise<CatalogDirectories> {
  const rows = await selectDirectory(reader);
  const catalogs = new Map<string, Catalog>();
  for (const row of rows) if (!catalogs.has(row.id)) catalogs.set(row.id, await holdBack(toCatalog(row), row.format));
  const rules = rows.flatMap((row) => (row.rule_id === null ? [] : [toRule(row as RuleRow)]));
  const current = { catalogs: [...catalogs.values()], rules: rules.sort(byCreation) };
  const announced = rows.flatMap((row) => toNextRelease(row) ?? []);
  return { current, upcoming: announced.length > 0 ? withReleases(current, announced) : null };
}

/** In the places of the current ones. */
function withReleases(directory: CatalogDirectory, releases: readonly Release[]): CatalogDirectory {
  const next = new Map(releases.map((release) => [release.catalogId, release]));
  const catalogs = directory.catalogs.map((catalog) => {
    const release = next.get(catalog.id);
    return release ? { ...catalog, currentRelease: release } : catalog;
  });
  return { ...directory, catalogs };
}

type DirectoryRow = Awaited<ReturnType<typeof selectDirectory>>[number];
type ReleaseRow = Pick<DirectoryRow, 'id' | 'release_id' | 'published_at' | 'product_count' | 'languages'>;

interface RuleRow extends Omit<CatalogRuleTable, 'id' | 'catalog_id' | 'name' | 'created_at'> {
  readonly id: string;
  readonly rule_id: string;
  readonly rule_name: string;
  readonly rule_created_at: string;
}

function toCatalog(row: DirectoryRow): Catalog {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    currentRelease: toRelease(row),
    filesPublishedAt: row.files_published_at,
  };
}

function toNextRelease({ id, next_id, next_published_at, ...next }: DirectoryRow): Release | null {
  const counts = { product_count: next.next_product_count, languages: next.next_languages };
  return toRelease({ id, release_id: next_id, published_at: next_published_at, ...counts });
}

/** @throws UnreadableRecord */
function toRelease({ id, release_id, published_at, product_count, languages }: ReleaseRow): Release | null {
  if (release_id === null || published_at === null) return null;
  return {
    id: String(release_id),
    catalogId: id,
    publishedAt: published_at,
    productCount: product_count ?? 0,
    languages: readRecord(`release ${release_id}`, () => JSON.parse(languages ?? '[]')),
  };
}

/** @throws UnreadableRecord */
function toRule(row: RuleRow): CatalogRule {
  return readRecord(`rule '${row.rule_id}'`, () => ({
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
  }));
}

/** By code point, as both engines order texts. */
function byCreation(a: CatalogRule, b: CatalogRule): number {
  return compareCodePoints(`${a.createdAt} ${a.id}`, `${b.createdAt} ${b.id}`);
}
