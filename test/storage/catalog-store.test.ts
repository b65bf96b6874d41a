/** What catalogs show while a release that an older version published has no index yet. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Catalog } from '../../src/domain/catalog/catalog.ts';
import type { Stores } from '../../src/domain/ports.ts';
import { releaseFormat } from '../../src/storage/index/index-manifest.ts';
import { createReleaseIndexes } from '../../src/storage/index/release-indexes.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';

describeEachEngine('a release of an older version', (open) => {
  let opened: TestEngine;
  beforeAll(async () => {
    opened = await open({ contents: 'demo' });
  });
  afterAll(() => opened.drop());

  /** As a process that has read nothing yet. */
  function openAnew(): { readonly stores: Stores; readonly rebuilt: string[] } {
    const rebuilt: string[] = [];
    const onRebuilt = (id: string) => void rebuilt.push(id);
    return {
      stores: createStores(opened.engine, createReleaseIndexes(opened.engine, { cacheBytes: 0, onRebuilt })),
      rebuilt,
    };
  }

  const findShown = async ({ catalogs }: Stores, { id }: Catalog) => {
    const { current } = await catalogs.getDirectories();
    return current.catalogs.find((catalog) => catalog.id === id)?.currentRelease?.id;
  };

  /** The same products again, as a version of another format has them. Returns its id. */
  async function publishAs(format: number, { id, currentRelease }: Catalog): Promise<string> {
    const { writer } = opened.engine;
    const from = Number(currentRelease?.id);
    const release = await writer.selectFrom('release').selectAll().where('id', '=', from).executeTakeFirstOrThrow();
    const { id: _id, ...copied } = { ...release, format, index_manifest: null };
    const { id: next } = await writer.insertInto('release').values(copied).returning('id').executeTakeFirstOrThrow();
    const products = await writer.selectFrom('release_product').selectAll().where('release_id', '=', from).execute();
    for (const product of products) {
      await writer
        .insertInto('release_product')
        .values({ ...product, release_id: next })
        .execute();
    }
    await writer.updateTable('catalog').set({ current_release_id: next }).where('id', '=', id).execute();
    return String(next);
  }

  async function smallest(): Promise<Catalog> {
    const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
    const shown = catalogs.filter(({ currentRelease }) => currentRelease !== null);
    return shown.toSorted(
      (a, b) => Number(a.currentRelease?.productCount) - Number(b.currentRelease?.productCount),
    )[0] as Catalog;
  }

  it('is shown when its index is built, and the one before until then', async () => {
    const catalog = await smallest();
    const before = catalog.currentRelease?.id;
    const [one, other] = [openAnew(), openAnew()];
    expect(await findShown(one.stores, catalog)).toBe(before);
    const next = await publishAs(releaseFormat - 1, catalog);
    expect(await findShown(one.stores, catalog)).toBe(before);
    expect(
      (await one.stores.catalogs.getDirectory()).catalogs.find(({ id }) => id === catalog.id)?.currentRelease?.id,
    ).toBe(next);
    await expect.poll(() => findShown(one.stores, catalog)).toBe(next);
    await expect.poll(() => one.rebuilt).toEqual([next]);
    // Who has shown nothing has nothing else to show.
    expect(await findShown(other.stores, catalog)).toBe(next);
  });

  it('is held back when a later version published it, too, as long as the one before is there', async () => {
    const catalog = await smallest();
    const before = catalog.currentRelease?.id;
    const { stores, rebuilt } = openAnew();
    await findShown(stores, catalog);
    const next = await publishAs(releaseFormat + 1, catalog);
    expect(await findShown(stores, catalog)).toBe(before);
    await sql`update release set state = 'retired' where id = ${Number(before)}`.execute(opened.engine.writer);
    expect(await findShown(stores, catalog)).toBe(next);
    expect(rebuilt).toEqual([]);
  });
});

describeEachEngine('the directory of catalogs', (open) => {
  it.each([
    ['release 1', sql`release set languages = '[' where id = 1`],
    ["rule 'canary'", sql`catalog_rule set id = 'canary', channels = '['`],
  ])('names the %s that is not what was written', async (name, damage) => {
    const opened = await open({ contents: 'demo' });
    onTestFinished(() => opened.drop());
    if (name.startsWith('rule'))
      await sql`delete from catalog_rule where id <> (select min(id) from catalog_rule)`.execute(opened.engine.writer);
    await sql`update ${damage}`.execute(opened.engine.writer);
    const read = createStores(opened.engine).catalogs.getDirectory();
    await expect(read).rejects.toThrow(`The record of the ${name} is not what was written.`);
  });
});
