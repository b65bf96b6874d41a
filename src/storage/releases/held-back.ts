/**
 * A release that an older version published, while instances of this one answer, is held back until its index is built: its catalog shows what it
 * showed before, as long as that is there. So instances of two versions may publish to one database.
 */
import type { Catalog, Release } from '../../domain/catalog/catalog.ts';
import type { Engine } from '../engines/engine.ts';
import { releaseFormat } from '../index/index-manifest.ts';
import type { ReleaseIndexes } from '../index/release-indexes.ts';

/** What a catalog shows. `format`: of its current release; null: it has none. */
export type HoldBack = (catalog: Catalog, format: number | null) => Promise<Catalog>;

export function createHoldBack({ reader }: Engine, indexes: Pick<ReleaseIndexes, 'buildSoon'>): HoldBack {
  /** Of each catalog. */
  const shown = new Map<string, Release>();

  async function isReadable({ id }: Release): Promise<boolean> {
    const release = await reader
      .selectFrom('release')
      .select('id')
      .where('id', '=', Number(id))
      .where('state', '=', 'published')
      .where('format', '=', releaseFormat)
      .executeTakeFirst();
    return release !== undefined;
  }

  return async (catalog, format) => {
    const { id, currentRelease } = catalog;
    if (!currentRelease || format === null) return catalog;
    if (format === releaseFormat) {
      shown.set(id, currentRelease);
      return catalog;
    }
    const before = shown.get(id);
    if (format < releaseFormat) indexes.buildSoon(Number(currentRelease.id));
    const isHeld = before !== undefined && before.id !== currentRelease.id && (await isReadable(before));
    return isHeld ? { ...catalog, currentRelease: before } : catalog;
  };
}
