import { sql } from 'kysely';
import type { KeptRelease } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';

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
      sql<number | string>`(select count(*) from release_node node where node.release_id = release.id)`.as('nodes'),
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
