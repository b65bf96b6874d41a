import { sql } from 'kysely';
import type { TestEngine } from './engines.ts';

/** Everything that is stored of the first release of a report, but its number. */
export async function contentsOf(
  { reader }: TestEngine['engine'],
  report: { readonly releases: readonly { readonly releaseId: string }[] },
): Promise<Record<string, unknown>> {
  const release = Number(report.releases[0]?.releaseId);
  const read = async (table: string, key: string) => {
    const { rows } = await sql<object>`select * from ${sql.table(table)} where release_id = ${release}
      order by ${sql.raw(key)}`.execute(reader);
    return rows.map((row) => ({ ...row, release_id: 0 }));
  };
  const { rows } =
    await sql<object>`select languages, language_counts, digest, product_count, live_product_count, format,
    index_manifest from release where id = ${release}`.execute(reader);
  return {
    release: rows,
    products: await read('release_product', 'product_id'),
    ranges: await read('release_price_range', 'product_id, currency, valid_from'),
    nodes: await read('release_node', 'node_id'),
    ordinals: await read('release_ordinal', 'ordinal'),
    blocks: await read('release_index_block', 'block'),
  };
}
