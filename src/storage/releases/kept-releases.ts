import { sql } from 'kysely';
import type { FoundRelease, KeptRelease } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { releaseNumberOf } from './release-number.ts';

const nodeCount = sql<number | string>`(select count(*) from release_node node where node.release_id = release.id)`;

/** One of them alone, for each request that reads it: to list them, all releases that the catalog ever had are looked through, and the nodes of all kept ones counted. */
export async function findKept(
  { reader }: Engine,
  catalogId: string,
  releaseId: string | null,
): Promise<FoundRelease | null> {
  const row = await reader
    .selectFrom('catalog')
    .innerJoin('release', 'release.catalog_id', 'catalog.id')
    .select(['release.id', 'release.product_count', nodeCount.as('nodes')])
    .where('catalog.id', '=', catalogId)
    .where(({ eb, ref }) => {
      const id = releaseId === null ? ref('catalog.current_release_id') : (releaseNumberOf(releaseId) ?? 0);
      return eb('release.id', '=', id);
    })
    .where('release.state', '=', 'published')
    .executeTakeFirst();
  return row ? { id: String(row.id), productCount: row.product_count, nodeCount: Number(row.nodes) } : null;
}

/** Those of a catalog that can be read, the newest first. */
export async function listKept({ reader }: Engine, catalogId: string): Promise<KeptRelease[]> {
  const rows = await reader
    .selectFrom('release')
    .innerJoin('catalog', 'catalog.id', 'release.catalog_id')
    .select([
      'release.id',
      'release.created_at',
      'release.published_at',
      'release.product_count',
      'release.languages',
      'catalog.name',
      'catalog.current_release_id',
      nodeCount.as('nodes'),
    ])
    .where('release.catalog_id', '=', catalogId)
    .where('release.state', '=', 'published')
    .orderBy('release.id', 'desc')
    .execute();
  return rows.map((row, position) => {
    const previous = rows[position + 1];
    return {
      id: String(row.id),
      catalogId,
      catalogName: row.name,
      isCurrent: row.current_release_id === row.id,
      createdAt: row.created_at,
      publishedAt: row.published_at ?? '',
      productCount: row.product_count,
      nodeCount: Number(row.nodes),
      languages: JSON.parse(row.languages ?? '[]'),
      previousId: previous ? String(previous.id) : null,
    };
  });
}
