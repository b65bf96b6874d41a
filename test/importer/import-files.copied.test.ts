/**
 * What files say nothing new of is copied by the database. The judge is the import that reads every record of the release again: it makes
 * the same release, to the byte.
 */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../src/domain/ports.ts';
import { formatManifest, parseManifest } from '../../src/storage/index/index-manifest.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords, importReport } from '../support/import-records.ts';
import { contentsOf } from '../support/release-contents.ts';
import { runs } from '../support/runs.ts';
import { shirts } from '../support/shirts.ts';
import { productRecord } from '../support/small-catalog.ts';
import { useOpened } from '../support/use-opened.ts';
import { takeSizesAway } from '../support/without-sizes.ts';

const ids = Array.from({ length: 9 }, (_, index) => `p${index}`);
const id = fc.constantFrom(...ids);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const reference = (of: string) => ({ id: of, type: 'product' });

/** Any of which others may say that it is their parent or child, or whose name others have. */
const product = fc
  .record({
    id,
    name: fc.constantFrom('Coat', 'coat', 'Löffel', '靴', 'ガラス瓶', 'ガラス瓶'.normalize('NFD')),
    status: fc.constantFrom('live', 'live', 'draft'),
    day: fc.integer({ min: 1, max: 4 }),
    slug: maybe(fc.constantFrom('coat', 'own')),
    tags: maybe(fc.subarray(['rain', 'snow'])),
    description: maybe(fc.constantFrom('warm and dry', '<p>für Regen</p>')),
    parent: maybe(id),
    children: maybe(fc.subarray(ids, { maxLength: 2 })),
    language: maybe(fc.constantFrom('en', 'de', 'de-CH Swiss', 'de-Österreich')),
    locale: maybe(fc.constantFrom('de', 'fr')),
    amount: maybe(fc.integer({ min: 1, max: 3 })),
  })
  .map(({ id, name, status, day, slug, tags, description, parent, children, language, locale, amount }) => ({
    type: 'product',
    id,
    attributes: {
      ...{ name, status, updated_at: `2026-01-0${day}T00:00:00Z`, slug, tags, description },
      ...(locale && { locales: { [locale]: { name: `${name} ${locale}` } } }),
      ...(amount && { price: { EUR: { amount, includes_tax: true } } }),
    },
    relationships: {
      ...(parent && { parent: { data: reference(parent) } }),
      ...(children && { children: { data: children.map(reference) } }),
    },
    meta: { language },
  }));

const records = fc.uniqueArray(product, { selector: (one) => one.id, minLength: 2 });
const changes = fc.record({
  records: fc.uniqueArray(product, { selector: (one) => one.id, minLength: 1, maxLength: 3 }),
  removed: fc.subarray(ids, { maxLength: 2 }),
});

describeEachEngine('an import into what is current', (open) => {
  const opened = useOpened(open);
  let copying: Stores;
  let rewriting: Stores;
  beforeAll(async () => {
    copying = createStores(opened.engine);
    const releases: Stores['releases'] = { ...copying.releases, findLanguageCounts: async () => null };
    rewriting = { ...copying, releases };
  });

  async function current(catalogId: string): Promise<string> {
    const { catalogs } = await copying.catalogs.getDirectory();
    return catalogs.find((catalog) => catalog.id === catalogId)?.currentRelease?.id ?? '';
  }

  /** The release that both make of the same one, or the faults that both find. */
  async function expectSame(catalogId: string, records: readonly object[], removedIds: readonly string[] = []) {
    const replaced = { removedProductIds: new Set(removedIds), hasAllNodes: false };
    const options = { catalogId, isIntoCurrent: true, replaced };
    const before = await current(catalogId);
    const rewritten = await importReport(rewriting, records, options);
    await copying.releases.makeCurrent(before);
    const copied = await importReport(copying, records, options);
    expect(copied.faults).toEqual(rewritten.faults);
    expect(copied.releases).toHaveLength(rewritten.releases.length);
    if (copied.releases.length > 0)
      expect(await contentsOf(opened.engine, copied)).toEqual(await contentsOf(opened.engine, rewritten));
  }

  it('makes the release that it made of all records', async () => {
    let catalogs = 0;
    await fc.assert(
      fc.asyncProperty(records, fc.array(changes, { minLength: 1, maxLength: 3 }), async (first, rounds) => {
        catalogs += 1;
        const catalogId = `catalog-${catalogs}`;
        await importRecords(copying, first, { catalogId, isKeepingGoing: true });
        fc.pre((await current(catalogId)) !== '');
        for (const { records, removed } of rounds) await expectSame(catalogId, records, removed);
      }),
      { numRuns: runs(6, 50) },
    );
  });

  it('copies a family of which a child changes, is added, or is removed', async () => {
    await importRecords(copying, shirts, { catalogId: 'shirts' });
    const child = shirts.find((one) => one.id === 'small-red') as (typeof shirts)[number];
    await expectSame('shirts', [{ ...child, attributes: { ...child.attributes, status: 'draft' } }]);
    await expectSame('shirts', [{ ...child, id: 'small-green' }]);
    await expectSame('shirts', [child], ['small-green']);
  });

  async function alter(statement: (release: number) => string, catalogId: string): Promise<void> {
    await sql.raw(statement(Number(await current(catalogId)))).execute(opened.engine.writer);
  }

  const added = productRecord({ id: 'added', attributes: { name: 'Added' } });

  it('takes over what the index of that release knows of a product', async () => {
    const kept = productRecord({ id: 'kept', attributes: { name: 'Known' } });
    await importRecords(copying, [...shirts, kept], { catalogId: 'known' });
    // Of whoever reads documents again, the index says what they say.
    await alter(
      (id) => `update release_product set document = replace(document, '"Known"', '"Taken"') where release_id = ${id}`,
      'known',
    );
    const report = await importRecords(copying, [added], { catalogId: 'known', isIntoCurrent: true });
    const { ordinals } = await contentsOf(opened.engine, report);
    expect(JSON.stringify(ordinals)).toContain('Known');
    expect(JSON.stringify(ordinals)).not.toContain('Taken');
  });

  it.each([
    ['a block is missing', (id: number) => `delete from release_index_block where release_id = ${id} and block = 0`],
    ['a product is missing', (id: number) => `delete from release_ordinal where release_id = ${id} and ordinal = 1`],
    [
      'what a product shows is missing',
      (id: number) => `update release_ordinal set slots = null where release_id = ${id}`,
    ],
    [
      'what a product shows is another thing',
      (id: number) => `update release_ordinal set slots = replace(slots, 'live', 'lire') where release_id = ${id}`,
    ],
    ['its manifest is another one', (id: number) => `update release set index_manifest = '1 {}' where id = ${id}`],
    ['an older version made it', (id: number) => `update release set format = 6 where id = ${id}`],
  ])('indexes all records where, of the index of that release, %s', async (what, statement) => {
    await importRecords(copying, shirts, { catalogId: what });
    await alter(statement, what);
    await expectSame(what, [added]);
  });

  it('indexes all records where the index of that release says nothing of sizes', async () => {
    await importRecords(copying, shirts, { catalogId: 'no sizes' });
    await takeSizesAway(opened.engine, Number(await current('no sizes')));
    await expectSame('no sizes', [added]);
  });

  it('indexes all records where a version that found other words made the index of that release', async () => {
    const kept = productRecord({ id: 'kept', attributes: { name: 'Known' } });
    await importRecords(copying, [kept], { catalogId: 'other words' });
    const { reader, writer } = opened.engine;
    const release = Number(await current('other words'));
    const ofRelease = reader.selectFrom('release').select('index_manifest').where('id', '=', release);
    const { index_manifest } = await ofRelease.executeTakeFirstOrThrow();
    const { indexing, ...older } = parseManifest(release, index_manifest);
    expect(indexing).toBeGreaterThan(1);
    await writer
      .updateTable('release')
      .set({ index_manifest: formatManifest(older) })
      .where('id', '=', release)
      .execute();
    await alter(
      (id) => `update release_product set document = replace(document, '"Known"', '"Taken"') where release_id = ${id}`,
      'other words',
    );
    const report = await importRecords(copying, [added], { catalogId: 'other words', isIntoCurrent: true });
    expect(JSON.stringify((await contentsOf(opened.engine, report)).ordinals)).toContain('Taken');
  });

  it('indexes all records where nodes are moved', async () => {
    const node = (nodeId: string, parentId?: string) => ({
      ...{ id: nodeId, type: 'node', attributes: { name: nodeId } },
      ...(parentId && { relationships: { parent: { data: { id: parentId, type: 'node' } } } }),
    });
    const poster = productRecord({ id: 'poster', meta: { bread_crumbs: { below: ['above'] } } });
    await importRecords(copying, [node('above'), node('other'), node('below', 'above'), poster], {
      catalogId: 'moved',
    });
    await expectSame('moved', [node('below', 'other'), added]);
    await expectSame('moved', [node('third', 'below')]);
  });

  it('reads none of the products that stay as they are', async () => {
    await importRecords(copying, shirts, { catalogId: 'unread' });
    const read: string[] = [];
    const releases: Stores['releases'] = {
      ...copying.releases,
      listRecords(releaseId, of, after) {
        if (typeof of !== 'string') read.push(...of);
        return copying.releases.listRecords(releaseId, of, after);
      },
    };
    const poster = shirts.find((one) => one.id === 'poster') as (typeof shirts)[number];
    await importRecords({ ...copying, releases }, [poster], { catalogId: 'unread', isIntoCurrent: true });
    expect(new Set(read)).toEqual(new Set(['poster']));
  });

  it('reads none of them where they were given slugs and parents, either', async () => {
    const relationships = { children: { data: ['b', 'c'].map(reference) } };
    const family = [productRecord({ id: 'a', relationships }), productRecord({ id: 'b' }), productRecord({ id: 'c' })];
    const others = ['d', 'e'].map((id) => productRecord({ id, attributes: { name: 'Of one name', slug: null } }));
    await importRecords(copying, [...family, ...others], { catalogId: 'made' });
    const read: string[] = [];
    const releases: Stores['releases'] = {
      ...copying.releases,
      listRecords(releaseId, of, after) {
        if (of !== 'nodes') read.push(...(of === 'parents' ? ['parents'] : of));
        return copying.releases.listRecords(releaseId, of, after);
      },
    };
    const changed = productRecord({ id: 'e', attributes: { name: 'Of one name', slug: null, description: 'new' } });
    await importRecords({ ...copying, releases }, [changed], { catalogId: 'made', isIntoCurrent: true });
    expect(new Set(read)).toEqual(new Set(['e']));
  });
});
