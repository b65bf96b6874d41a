import type { Transaction } from 'kysely';
import type { AnnouncedRelease } from '../../domain/release/ports.ts';
import type { Engine } from '../engines/engine.ts';
import { inPublishingTransaction } from '../in-transaction.ts';
import type { Schema } from '../schema.ts';
import { releaseNumberOf } from './release-number.ts';

/** Returns how many products they will show in the place of others. */
export function announceReleases(engine: Engine, releases: readonly AnnouncedRelease[]): Promise<number> {
  return inPublishingTransaction(engine, async (transaction) => {
    let products = 0;
    for (const release of releases) products += await announce(transaction, release);
    return products;
  });
}

async function announce(
  transaction: Transaction<Schema>,
  { releaseId, publishedAt }: AnnouncedRelease,
): Promise<number> {
  const id = releaseNumberOf(releaseId);
  if (id === null) return 0;
  const release = transaction.selectFrom('release').where('id', '=', id).where('state', '<>', 'retired');
  await transaction
    .updateTable('release')
    .set({ published_at: publishedAt })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .execute();
  const { numUpdatedRows } = await transaction
    .updateTable('catalog')
    .set({ next_release_id: id })
    .where('id', '=', release.select('catalog_id'))
    .where('current_release_id', '<>', id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return 0;
  return (await release.select('product_count').executeTakeFirstOrThrow()).product_count;
}
