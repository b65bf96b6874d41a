/** What changed since a copy is added to that copy, and to nothing else. */
import { expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import type { Platform } from '../../src/mirror/platform-reader.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { syncStores } from '../support/mirrored.ts';
import { productRecord } from '../support/small-catalog.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const [shirt, poster, cap, other] = ['shirt', 'poster', 'cap', 'other'].map((id) => productRecord({ id }));
const base = '/v2/pcm/catalogs';
const listOf = (data: readonly unknown[]) => ({ data, meta: { results: { total: data.length } } });
const releaseOf = (place: number, count: number) => ({
  id: `r${place}`,
  attributes: { catalog_id: 'c', published_at: `2026-02-0${place + 1}T00:00:00.000Z` },
  meta: { total_products: count },
  relationships: { delta: { links: { related: `${base}/c/releases/r${place}/delta` } } },
});
const before = releaseOf(0, 2);
const after = releaseOf(1, 3);

/** `onDelta`: called before it is told what changed. */
function platformAt(latest: typeof before, onDelta: () => Promise<unknown> = async () => undefined): Platform {
  const bodies = new Map<string, object>([
    [base, listOf([{ id: 'c', type: 'catalog', attributes: { name: 'C', ...times } }])],
    [`${base}/rules`, listOf([])],
    [`${base}/c/releases`, listOf(latest === before ? [before] : [after, before])],
    [`${base}/c/releases/latestPublished`, { data: latest }],
    [`${base}/c/releases/r0/products`, listOf([shirt, poster])],
    [`${base}/c/releases/r1/products`, listOf([shirt, poster, cap])],
    [`${base}/c/releases/r1/delta`, { data: [cap] }],
  ]);
  return {
    async get(path) {
      const plain = path.split('?', 1)[0] ?? '';
      if (plain.endsWith('/delta')) await onDelta();
      if (/\/(nodes|hierarchies)$/.test(plain)) return { body: listOf([]) };
      const body = bodies.get(plain);
      if (!body) throw new DomainError('NOT_FOUND', `There is no ${path}.`, [], { details: ['none'] });
      return { body };
    },
  };
}

describeEachEngine('a copy', (open) => {
  it('of what changed is not made onto a release that took the place of the copy meanwhile', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    await syncStores(stores, platformAt(before));
    const importOther = () => importRecords(stores, [shirt, other] as object[], { catalogId: 'c' });
    await expect(syncStores(stores, platformAt(after, importOther))).rejects.toThrow(
      "The catalog 'c' got another release while changes to its copy were read. It is compared again.",
    );
    const building = engine.reader.selectFrom('release').select('id').where('state', '=', 'building');
    expect(await building.execute()).toEqual([]);
    await syncStores(stores, platformAt(after));
    const [catalog] = (await stores.catalogs.getDirectory()).catalogs;
    const found = await stores.products.getMany(catalog?.currentRelease?.id ?? '', ['shirt', 'poster', 'cap', 'other']);
    expect([...found.keys()].sort()).toEqual(['cap', 'poster', 'shirt']);
  });
});
