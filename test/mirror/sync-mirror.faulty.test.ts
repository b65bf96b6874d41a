/** Of several catalogs one can't be copied: what is new in the others is shown all the same. */
import { expect, it } from 'vitest';
import { MirrorProblem } from '../../src/mirror/mirror-problem.ts';
import type { Json, Platform } from '../../src/mirror/platform-reader.ts';
import { openEmbedded } from '../support/engines.ts';
import { syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const catalog = (id: string) => ({ id, type: 'catalog', attributes: { name: id } });
const release = (id: string, place: number) => ({
  id,
  type: 'catalog-release',
  attributes: { published_at: `2026-02-0${place}T00:00:00.000Z` },
  meta: { total_products: 1 },
});

/** `shown`: the products of each catalog's latest release. */
function platformShowing(place: number, shown: Readonly<Record<string, Json>>): Platform {
  const list = (data: readonly Json[]) => ({ data, meta: { results: { total: data.length } } });
  return {
    async get(path) {
      const [, id = '', rest = ''] = /^\/v2\/pcm\/catalogs\/?([^/?]*)([^?]*)/.exec(path) ?? [];
      if (id === '') return { body: list(Object.keys(shown).map(catalog)) };
      const product = shown[id];
      if (!product) return { body: list([]) };
      const latest = release(`${id}-${place}`, place);
      if (rest === '/releases/latestPublished') return { body: { data: latest } };
      if (rest === '/releases') return { body: list([latest]) };
      return { body: list(rest.endsWith('/products') ? [product] : []) };
    },
  };
}

const cap = productRecord({ id: 'cap' }) as Json;
const hat = productRecord({ id: 'hat' }) as Json;
const faulty = { ...hat, attributes: { ...(hat.attributes as Json), price: 'free' } };

it.each([
  ['the first', { broken: faulty, whole: hat }],
  ['the last', { whole: hat, broken: faulty }],
])('a release that is faulty, of %s catalog, keeps no other from being shown', async (_, next) => {
  const mirror = await openRestGateway(openEmbedded, 'tables');
  try {
    const originals = async () => {
      const copies = await mirror.stores.mirror.listCopies();
      return copies.flatMap(({ isCurrent, originalId }) => (isCurrent ? originalId : [])).sort();
    };
    const first = platformShowing(1, { broken: cap });
    await expect(syncStores(mirror.stores, platformShowing(1, { broken: faulty, whole: cap }))).rejects.toThrow();
    expect(await originals()).toEqual([]);
    await syncStores(mirror.stores, first);
    await expect(syncStores(mirror.stores, platformShowing(2, next))).rejects.toThrow(MirrorProblem);
    expect(await originals()).toEqual(['broken-1', 'whole-2']);
    await syncStores(mirror.stores, platformShowing(3, { broken: hat, whole: hat }));
    expect(await originals()).toEqual(['broken-3', 'whole-3']);
  } finally {
    await mirror.drop();
  }
});
