/** A release is published whole, or removed whole, whoever does which at the same time. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Stores } from '../../../src/domain/ports.ts';
import { publish } from '../../../src/importer/publish.ts';
import { beginRelease } from '../../../src/importer/release-builder.ts';
import { toLoadedProduct } from '../../../src/importer/to-release.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine, type TestEngine } from '../../support/engines.ts';
import { contentsOf } from '../../support/release-contents.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

const publishedAt = '2026-02-03T04:05:06.000Z';
const beginning = new Date(Date.UTC(2026, 0, 1));

describeEachEngine('a release that is being built', (open) => {
  let opened: TestEngine;
  let stores: Stores;
  beforeEach(async () => {
    opened = await open();
    stores = createStores(opened.engine);
    const product = productRecord({ id: 'first' });
    await publish(smallCatalog('one', [product]), { releases: stores.releases, now: beginning });
  });
  afterEach(() => opened.drop());

  async function build() {
    const builder = await beginRelease(stores.releases, { catalogId: 'one', basedOn: null, now: () => beginning });
    await builder.addProduct(
      toLoadedProduct(productRecord({ id: 'second' }), { digest: null, addedMembers: null, position: null }),
    );
    return builder.finish();
  }

  function publishBuilt(built: Awaited<ReturnType<typeof build>>): Promise<void> {
    const nothing = { catalogs: [], rules: [], files: [], offerings: [], plans: [] };
    const others = { customApis: [], customFields: [], applicationKeys: [] };
    return stores.releases.publish({ publishedAt, isFirst: false, releases: [built], ...nothing, ...others });
  }

  const productsOf = async (releaseId: string) => [
    ...(await stores.releases.listDigests(releaseId, 'products', '')).keys(),
  ];
  const current = async () => (await stores.catalogs.getDirectory()).catalogs[0]?.currentRelease?.id;

  it('is not removed any more once it is published', async () => {
    const built = await build();
    await publishBuilt(built);
    expect(await stores.releases.discard(built.releaseId)).toBe(false);
    expect(await current()).toBe(built.releaseId);
    expect(await productsOf(built.releaseId)).toEqual(['second']);
  });

  it('is not taken for abandoned by others whose clocks are ahead of its builder', async () => {
    const built = await build();
    await stores.releases.discardAbandoned(120_000);
    await publishBuilt(built);
    expect(await current()).toBe(built.releaseId);
  });

  it('is not published any more once it is removed, and what its builder still writes is removed with it', async () => {
    const before = await current();
    const built = await build();
    await stores.releases.discardAbandoned(-1000);
    await stores.releases.addNodes(built.releaseId, [{ id: 'n', sortKey: 'n', digest: 'd', document: '{}' }]);
    await expect(publishBuilt(built)).rejects.toThrow(/has been removed in the meantime.*import again/);
    expect(await current()).toBe(before);
    expect(await stores.releases.discard(built.releaseId)).toBe(true);
    expect(await stores.releases.listDigests(built.releaseId, 'nodes', '')).toEqual(new Map());
    expect(await productsOf(built.releaseId)).toEqual([]);
  });

  it('is not published where the server may have lost rows of it, as one that crashes does', async () => {
    const { writer } = opened.engine;
    const before = await current();
    const built = await build();
    // Such a table is empty then.
    await writer.deleteFrom('shared_state').execute();
    await expect(publishBuilt(built)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await current()).toBe(before);
    const other = await build();
    await publishBuilt(other);
    // One that was published is whole, whatever happens later.
    await publishBuilt(other);
    expect(await current()).toBe(other.releaseId);
    expect(await stores.releases.discard((await build()).releaseId)).toBe(true);
    expect(await writer.selectFrom('shared_state').selectAll().execute()).toEqual([]);
  });

  it('leaves no mark, whoever removes it, and whatever other marks there are stay', async () => {
    const { writer } = opened.engine;
    const marks = () => writer.selectFrom('shared_state').select('name').orderBy('name').execute();
    const [removed, built] = [await build(), await build()];
    await writer.insertInto('shared_state').values({ name: 'calls', version: 0, state: '{}' }).execute();
    // As a version that knows of no marks does.
    await writer.deleteFrom('release').where('id', '=', Number(removed.releaseId)).execute();
    await stores.releases.discardAbandoned(120_000);
    expect(await marks()).toEqual([{ name: `building ${built.releaseId}` }, { name: 'calls' }]);
    await publishBuilt(built);
    expect(await current()).toBe(built.releaseId);
    await writer.deleteFrom('shared_state').execute();
  });

  it('is sealed no further once that is interrupted, wherever it is, and leaves nothing', async () => {
    const nodes = [{ id: 'n', sortKey: 'n', digest: 'd', document: '{"id":"n","attributes":{},"relationships":{}}' }];
    const children = Array.from({ length: 300 }, (_, index) =>
      productRecord({ id: `child${index}`, relationships: { parent: { data: { type: 'product', id: 'parent' } } } }),
    );
    const products = [productRecord({ id: 'parent', attributes: { base_product: true } }), ...children];
    const rows = products.map((record) => {
      return toLoadedProduct(record, { digest: null, addedMembers: null, position: null }).row;
    });
    const isSealed = async (places: number) => {
      let left = places;
      const signal = {
        throwIfAborted() {
          left -= 1;
          if (left < 0) throw new Error('interrupted');
        },
      } as AbortSignal;
      const releaseId = await stores.releases.begin('one', beginning.toISOString());
      await stores.releases.addNodes(releaseId, nodes);
      await stores.releases.addProducts(releaseId, rows);
      try {
        await stores.releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' }, { signal });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ message: 'interrupted' });
        await stores.releases.discard(releaseId);
        const { products, ranges, ordinals, blocks } = await contentsOf(opened.engine, { releases: [{ releaseId }] });
        expect({ products, ranges, ordinals, blocks }).toEqual({ products: [], ranges: [], ordinals: [], blocks: [] });
        return false;
      }
    };
    let places = 0;
    while (!(await isSealed(places))) places += 1;
    expect(places).toBeGreaterThan(3);
  });

  it('is not removed by one, and published by another, at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const built = await build();
      const [published, discarded] = await Promise.allSettled([
        publishBuilt(built),
        stores.releases.discardAbandoned(-1000),
      ]);
      expect(discarded.status).toBe('fulfilled');
      const isCurrent = (await current()) === built.releaseId;
      expect(isCurrent).toBe(published.status === 'fulfilled');
      expect(await productsOf(built.releaseId)).toEqual(isCurrent ? ['second'] : []);
    }
  });
});
