/** A platform that shows an earlier release of a catalog again, or none of them any more; and what is announced of those that it shows. */
import { expect, it, vi } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import type { Json, Platform } from '../../src/mirror/platform-reader.ts';
import { openEmbedded } from '../support/engines.ts';
import { syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const releases = ['second', 'first'].map((id, place) => ({
  id,
  type: 'catalog-release',
  attributes: { published_at: `2026-02-0${2 - place}T00:00:00.000Z` },
  meta: { total_products: 1 },
}));

/** `latest`: the release that is shown; null: none is. */
function platformShowing(latest: string | null): Platform {
  const listOf = (path: string): readonly unknown[] => {
    if (path === '/v2/pcm/catalogs') return [{ id: 'shop', type: 'catalog', attributes: { name: 'Shop' } }];
    if (path.endsWith('/releases')) return releases;
    return path.endsWith('/products') ? [productRecord({ id: 'cap' }) as Json] : [];
  };
  return {
    async get(target) {
      const [path = ''] = target.split('?');
      const data = listOf(path);
      if (!path.endsWith('/latestPublished')) return { body: { data, meta: { results: { total: data.length } } } };
      const shown = releases.find(({ id }) => id === latest);
      if (shown) return { body: { data: shown } };
      throw new DomainError('NOT_FOUND', 'No release.', [], { details: ['No release.'] });
    },
  };
}

it('an earlier release is shown again, and none where there is none, which is published once', async () => {
  const { stores, drop } = await openRestGateway(openEmbedded, 'tables');
  try {
    const published = vi.spyOn(stores.releases, 'publish');
    const sync = async (latest: string | null) => {
      await syncStores(stores, platformShowing(latest));
      const copies = await stores.mirror.listCopies();
      return [copies.find(({ isCurrent }) => isCurrent)?.originalId ?? null, published.mock.calls.length];
    };
    expect(await sync('first')).toEqual(['first', 1]);
    expect(await sync('second')).toEqual(['second', 2]);
    expect(await sync('first')).toEqual(['first', 3]);
    expect(await sync(null)).toEqual([null, 4]);
    expect(await sync(null)).toEqual([null, 4]);
    expect(await sync('first')).toEqual(['first', 5]);
  } finally {
    await drop();
  }
});

it('what will be shown is announced before, as of when the platform published it', async () => {
  const { stores, drop } = await openRestGateway(openEmbedded, 'tables');
  try {
    const done: unknown[] = [];
    const { announce, publish } = stores.releases;
    vi.spyOn(stores.releases, 'announce').mockImplementation((announced) => {
      done.push(announced);
      return announce(announced);
    });
    vi.spyOn(stores.releases, 'publish').mockImplementation((publication) => {
      done.push(publication.releases.map(({ releaseId }) => releaseId));
      return publish(publication);
    });
    for (const latest of ['first', 'second', 'first']) await syncStores(stores, platformShowing(latest));
    const [first = '', second = ''] = (await stores.mirror.listCopies()).map(({ releaseId }) => releaseId).toReversed();
    const shown = ([releaseId, day]: readonly [string, string]) => [
      [{ releaseId, publishedAt: `2026-02-0${day}T00:00:00.000Z` }],
      [releaseId],
    ];
    expect(done).toEqual([[first, '1'] as const, [second, '2'] as const, [first, '1'] as const].flatMap(shown));
  } finally {
    await drop();
  }
});

it('a copy that a later version made is made again, whether it is shown or would be shown again', async () => {
  const { engine, stores, drop } = await openRestGateway(openEmbedded, 'tables');
  try {
    const sync = async (latest: string) => {
      await syncStores(stores, platformShowing(latest));
      const catalogs = await stores.catalogs.getDirectory();
      return catalogs.catalogs.map(({ currentRelease }) => currentRelease?.id);
    };
    const [first] = await sync('first');
    await engine.writer.updateTable('release').set({ format: 99 }).execute();
    const [again] = await sync('first');
    expect(again).not.toBe(first);
    await sync('second');
    expect(await sync('first')).toEqual([again]);
    await sync('second');
    await engine.writer.updateTable('release').set({ format: 99 }).where('id', '=', Number(again)).execute();
    expect(await sync('first')).not.toEqual([again]);
  } finally {
    await drop();
  }
});
