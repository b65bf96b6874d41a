/** What is said of a release before it is current, and what becomes of that. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../../src/domain/ports.ts';
import type { PublishedRelease } from '../../../src/domain/release/ports.ts';
import { publish } from '../../../src/importer/publish.ts';
import { beginRelease } from '../../../src/importer/release-builder.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine, type TestEngine } from '../../support/engines.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

const now = new Date(Date.UTC(2026, 0, 1));
const publishedAt = '2026-02-03T04:05:06.000Z';

describeEachEngine('a release that is announced', (open) => {
  let opened: TestEngine;
  let stores: Stores;
  /** The newest first: the current one, and two that were before it. */
  let kept: readonly PublishedRelease[];
  beforeEach(async () => {
    opened = await open();
    stores = createStores(opened.engine);
    for (const name of ['first', 'second', 'third']) {
      const product = productRecord({ id: name, attributes: { name } });
      await publish(smallCatalog('one', [product]), { releases: stores.releases, now });
    }
    kept = await stores.releases.list();
    expect(kept.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  });
  afterEach(() => opened.drop());

  const idOf = (place: number) => kept[place]?.id ?? '';
  const announce = (releaseId: string) => stores.releases.announce([{ releaseId, publishedAt }]);
  const findUpcoming = async () => (await stores.catalogs.getDirectories()).upcoming;
  const currentIn = (directory: Awaited<ReturnType<typeof findUpcoming>>) =>
    directory?.catalogs.map(({ currentRelease }) => currentRelease?.id);

  it('is nothing but known until it is current, and is then what was known', async () => {
    const before = await stores.catalogs.getDirectory();
    expect(await findUpcoming()).toBe(null);
    expect(await announce(idOf(1))).toBe(1);
    expect(await stores.catalogs.getDirectory()).toEqual(before);
    const upcoming = await findUpcoming();
    expect(currentIn(upcoming)).toEqual([idOf(1)]);
    await stores.releases.makeCurrent(idOf(1));
    expect(await stores.catalogs.getDirectories()).toEqual({ current: upcoming, upcoming: null });
  });

  it('may be one that is being built: it is published as it was announced', async () => {
    const builder = await beginRelease(stores.releases, { catalogId: 'one', basedOn: null, now: () => now });
    const built = await builder.finish();
    // An empty release: nobody is waited for, and it is known all the same.
    expect(await announce(built.releaseId)).toBe(0);
    const upcoming = await findUpcoming();
    expect(upcoming?.catalogs[0]?.currentRelease).toMatchObject({ id: built.releaseId, publishedAt });
    const nothing = { catalogs: [], rules: [], files: [], offerings: [], plans: [] };
    const others = { customApis: [], customFields: [], applicationKeys: [] };
    await stores.releases.publish({ publishedAt, isFirst: false, releases: [built], ...nothing, ...others });
    expect(await stores.catalogs.getDirectories()).toEqual({ current: upcoming, upcoming: null });
  });

  it('is known no more when it is discarded', async () => {
    const builder = await beginRelease(stores.releases, { catalogId: 'one', basedOn: null, now: () => now });
    const { releaseId } = await builder.finish();
    await announce(releaseId);
    expect(currentIn(await findUpcoming())).toEqual([releaseId]);
    await stores.releases.discard(releaseId);
    expect(await findUpcoming()).toBe(null);
  });

  it('is known no more when it is retired', async () => {
    await announce(idOf(2));
    await stores.releases.retire(idOf(2));
    expect(await findUpcoming()).toBe(null);
    expect(await announce(idOf(2))).toBe(0);
    expect(await findUpcoming()).toBe(null);
  });

  it('gives way to the next one', async () => {
    await announce(idOf(1));
    await announce(idOf(2));
    expect(currentIn(await findUpcoming())).toEqual([idOf(2)]);
  });

  it('is forgotten when another one is made current', async () => {
    await announce(idOf(1));
    await stores.releases.makeCurrent(idOf(2));
    expect(await findUpcoming()).toBe(null);
  });

  it('is no other than the current one', async () => {
    expect(await announce(idOf(0))).toBe(0);
    expect(await findUpcoming()).toBe(null);
  });

  it.each(['999', '0', '-1', 'x', '1e400', ''])('%j is none', async (id) => {
    expect(await announce(id)).toBe(0);
    expect(await findUpcoming()).toBe(null);
  });

  it('is of no interest where its catalog shows nothing yet', async () => {
    const builder = await beginRelease(stores.releases, { catalogId: 'two', basedOn: null, now: () => now });
    const { releaseId } = await builder.finish();
    expect(await announce(releaseId)).toBe(0);
    expect(await findUpcoming()).toBe(null);
  });
});
