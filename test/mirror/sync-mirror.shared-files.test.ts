/** Catalogs of one platform that have the same pictures, and releases of the same name. */
import { expect, it, onTestFinished } from 'vitest';
import type { Json, Platform } from '../../src/mirror/platform-reader.ts';
import { describeEachEngine } from '../support/engines.ts';
import { syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const photo = { id: 'photo', type: 'file', file_name: 'photo.png', link: { href: 'https://files.example/photo.png' } };
const release = { id: 'r', type: 'catalog-release', attributes: { published_at: '2026-02-01T00:00:00.000Z' } };
const counted = { ...release, meta: { total_products: 1 } };

/** Each catalog has one product, of the catalog's own id. */
const platformOf = (names: readonly string[]): Platform => ({
  async get(path) {
    const [, id = '', rest = ''] = /^\/v2\/pcm\/catalogs\/?([^/?]*)([^?]*)/.exec(path) ?? [];
    const list = (data: readonly Json[], included = {}) => ({
      body: { data, included, meta: { results: { total: data.length } } },
    });
    const catalogs = names.map((name) => ({ id: name, type: 'catalog', attributes: { name } }));
    if (id === '') return list(catalogs);
    if (rest === '/releases/latestPublished') return { body: { data: counted } };
    if (rest === '/releases') return list([counted]);
    if (!rest.endsWith('/products')) return list([]);
    const relationships = { main_image: { data: { id: photo.id, type: 'main_image' as const } } };
    return list([productRecord({ id, relationships }) as Json], { main_images: [photo] });
  },
});

describeEachEngine('a platform with two catalogs', (open) => {
  it.each([
    ['at once', [['one', 'two']]],
    ['one after the other', [['one'], ['one', 'two']]],
  ])('is mirrored with all products, and each picture once: %s', async (_, syncs) => {
    const { stores, drop } = await openRestGateway(open, 'tables');
    onTestFinished(drop);
    for (const names of syncs) await syncStores(stores, platformOf(names));
    const copies = await stores.mirror.listCopies();
    expect(copies.map(({ catalogId }) => catalogId).sort()).toEqual(['one', 'two']);
    expect([...(await stores.files.getMany([photo.id])).keys()]).toEqual([photo.id]);
  });
});
