import type { Catalog, CatalogDirectories, CatalogDirectory, Release } from '../domain/catalog/catalog.ts';
import type { CatalogStore } from '../domain/catalog/ports.ts';
import { readRecord } from '../domain/release/read-record.ts';
import { type ReadRules, rememberRules, rulesByCatalog } from './catalog-rules.ts';
import type { Engine } from './engines/engine.ts';
import type { ReleaseIndexes } from './index/release-indexes.ts';
import { createHoldBack, type HoldBack } from './releases/held-back.ts';
import { releaseNumberOf } from './releases/release-number.ts';

export function createCatalogStore(engine: Engine, indexes: Pick<ReleaseIndexes, 'buildSoon'>): CatalogStore {
  const { reader } = engine;
  const holdBack = createHoldBack(engine, indexes);
  const readRules = rememberRules();
  return {
    getDirectory: async () => (await getDirectories(engine, readRules, async (catalog) => catalog)).current,

    getDirectories: () => getDirectories(engine, readRules, holdBack),

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

/** Each catalog with all of its rules. */
function selectDirectory(engine: Engine) {
  return engine.reader
    .selectFrom('catalog')
    .leftJoin('release', 'release.id', 'catalog.current_release_id')
    .leftJoin('release as next', (join) =>
      join
        .onRef('next.id', '=', 'catalog.next_release_id')
        .onRef('next.id', '<>', 'catalog.current_release_id')
        .on('next.state', '<>', 'retired'),
    )
    .leftJoin(rulesByCatalog(engine).as('rule'), 'rule.catalog_id', 'catalog.id')
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
      'rule.texts as rules',
    ])
    .orderBy('catalog.created_at')
    .orderBy('catalog.id')
    .execute();
}

async function getDirectories(engine: Engine, readRules: ReadRules, holdBack: HoldBack): Promise<CatalogDirectories> {
  const rows = await selectDirectory(engine);
  const catalogs: Catalog[] = [];
  for (const row of rows) catalogs.push(await holdBack(toCatalog(row), row.format));
  const current = { catalogs, rules: readRules(rows) };
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
