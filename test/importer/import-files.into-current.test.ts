/** `--into current`: the files hold a part of a catalog, and the rest is what is current. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../../src/domain/ports.ts';
import { formatImportFault } from '../../src/importer/import-faults.ts';
import type { ImportOptions } from '../../src/importer/import-files.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords, importReport } from '../support/import-records.ts';
import { shirts } from '../support/shirts.ts';
import { useMade, useOpened } from '../support/use-opened.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const product = (id: string, attributes: object = {}, more: object = {}) => ({
  type: 'product',
  id,
  attributes: { name: id, status: 'live', sku: `SKU-${id}`, ...times, ...attributes },
  ...more,
});
const node = (id: string, parent: string | null = null) => ({
  type: 'node',
  id,
  attributes: { name: id, ...times },
  relationships: { parent: { data: parent === null ? null : { id: parent, type: 'node' } } },
});
const into = (catalogId: string | null, more: Partial<ImportOptions> = {}) => ({
  catalogId,
  isIntoCurrent: true,
  ...more,
});

describeEachEngine('an import into what is current', (open) => {
  const opened = useOpened(open);
  const stores = useMade(() => createStores(opened.engine));

  it('is refused where nothing is current', async () => {
    await expect(importRecords(stores, [product('a')], into(null))).rejects.toThrow(
      'There is no current release to add to. Import a catalog in full first, without --into.',
    );
    await expect(importRecords(stores, [product('a')], into('nowhere'))).rejects.toThrow(
      "The catalog 'nowhere' has no current release to add to.",
    );
    await expect(
      importRecords(stores, [product('a', {}, { meta: { catalog_id: 'named' } })], into(null)),
    ).rejects.toThrow("The catalog 'named' has no current release to add to.");
  });

  it.each([
    ['product', 'shirt', sql`release_product set document = '{' where product_id = 'shirt'`],
    ['node', 'root', sql`release_node set document = '{' where node_id = 'root'`],
  ])('names the %s that is not what was written', async (type, id, damage) => {
    await importRecords(stores, [node('root'), ...shirts], { catalogId: type });
    const release = sql`(select current_release_id from catalog where id = ${type})`;
    await sql`update ${damage} and release_id = ${release}`.execute(opened.engine.writer);
    await expect(importRecords(stores, [product('other')], into(type))).rejects.toThrow(
      `The record of the ${type} '${id}' is not what was written.`,
    );
  });

  it('is refused where products of it were lost, also where the files hold others of them', async () => {
    const { releases } = await importRecords(stores, [product('kept'), product('lost')], { catalogId: 'fewer' });
    const [release] = releases;
    await sql`delete from release_product where release_id = ${Number(release?.releaseId)} and product_id = 'lost'`.execute(
      opened.engine.writer,
    );
    await expect(importRecords(stores, [product('kept', { sku: 'other' })], into('fewer'))).rejects.toThrow(
      `The release ${release?.releaseId} can't be added to: of its products 1 of 2 are there.`,
    );
  });

  /** What a release is made of, but the moments of its making. */
  async function contents(catalogId: string) {
    const release = sql`(select current_release_id from catalog where id = ${catalogId})`;
    const products = await sql<{
      document: string;
      locales: string;
      matrix: string;
    }>`select product_id, parent_id, document,
      locales, matrix, live_child_count, price_points from release_product where release_id = ${release}
      order by product_id`.execute(opened.engine.reader);
    const nodes = await sql<object>`select document from release_node where release_id = ${release}
      order by node_id`.execute(opened.engine.reader);
    const ranges = await sql<object>`select product_id, currency, min_amount, max_amount from release_price_range
      where release_id = ${release} order by product_id, currency, valid_from`.execute(opened.engine.reader);
    return [products.rows, nodes.rows, ranges.rows].map((rows) =>
      JSON.stringify(rows).replaceAll(`catalog_id\\":\\"${catalogId}\\"`, ''),
    );
  }

  it('makes the release that all files together would have made', async () => {
    const first = [node('root'), node('shirts-node', 'root'), ...shirts, product('changed', { description: 'before' })];
    const next = [
      product('changed', { description: 'after' }),
      product('medium-green', {}, { relationships: { parent: { data: { id: 'shirt', type: 'product' } } } }),
      node('more', 'shirts-node'),
    ];
    await importRecords(stores, first, { catalogId: 'whole' });
    await importRecords(stores, first, { catalogId: 'parts' });
    const before = (await stores.releases.list()).find(({ catalogId }) => catalogId === 'parts');
    const report = await importRecords(stores, next, into('parts'));
    expect(report.releases).toMatchObject([{ catalogId: 'parts', basedOn: before?.id, products: 7, nodes: 3 }]);
    expect(report.otherRecords).toEqual({ node: 1 });
    const replaced = [...first.filter(({ id }) => id !== 'changed'), ...next];
    await importRecords(stores, replaced, { catalogId: 'whole' });
    expect(await contents('parts')).toEqual(await contents('whole'));
    const ofCatalog = (id: string) => stores.releases.list().then((all) => all.find((one) => one.catalogId === id));
    expect((await ofCatalog('parts'))?.digest).toBe((await ofCatalog('whole'))?.digest);
    expect(await stores.products.getMany(before?.id ?? '', ['medium-green'])).toEqual(new Map());
  });

  it('makes parents and children by their types, too, of products that were neither', async () => {
    await importRecords(
      stores,
      [product('alone'), product('own'), product('bundle', {}, { meta: { product_types: ['bundle'] } })],
      {
        catalogId: 'types',
      },
    );
    const childOf = (id: string) => ({ relationships: { parent: { data: { id, type: 'product' } } } });
    const naming = { relationships: { children: { data: [{ id: 'bundle', type: 'product' }] } } };
    const next = [product('new', {}, childOf('alone')), product('naming', {}, naming), product('own')];
    const { releases } = await importRecords(stores, next, into('types'));
    const found = await stores.products.getMany(releases[0]?.releaseId ?? '', ['alone', 'bundle', 'own']);
    expect(['alone', 'bundle', 'own'].map((id) => found.get(id)?.productTypes)).toEqual([
      ['parent'],
      ['child', 'bundle'],
      ['standard'],
    ]);
  });

  it('shows in a dry run what the page alone changes', async () => {
    await importRecords(stores, [product('same'), product('other')], { catalogId: 'dry' });
    const page = [product('other', { description: 'new' }), product('added')];
    const { changes } = await importReport(stores, page, into('dry', { isDryRun: true }));
    expect(changes).toMatchObject([{ products: { added: 1, changed: 1, removed: 0, unchanged: 1 } }]);
  });

  it('keeps numbers as they are written, and translations, of products that the files do not hold', async () => {
    const odd =
      '{"type":"product","id":"odd","attributes":{"name":"odd","status":"live","weight":1.50,"big":12345678901234567890123,"locales":{"de":{"name":"seltsam","n":90071992547409930}}}}\n';
    await importRecords(stores, [], { catalogId: 'odd', stdin: Readable.from([odd]) });
    const before = await contents('odd');
    expect(before[0]).toContain('\\"weight\\":1.50,\\"big\\":12345678901234567890123');
    await importRecords(stores, [node('n')], into('odd'));
    const [products, nodes] = await contents('odd');
    expect(products).toBe(before[0]);
    expect(nodes).toContain('\\"id\\":\\"n\\"');
  });

  describe('counts what loses its translations', () => {
    const locales = { de: { name: 'auf Deutsch' } };
    const remarksOn = async (records: object[], more: Partial<ImportOptions> = {}) => {
      const { remarks } = await importReport(stores, records, into('translated', more));
      return remarks.map(formatImportFault);
    };
    const two =
      "2 products lose their translations, this one first: the files hold them without 'locales', as answers to shoppers do.";
    const one = "1 node loses its translations: the files hold it without 'locales', as answers to shoppers do.";

    it.each([
      [
        "products, as a shopper's page holds them",
        [product('same'), product('one'), product('new'), product('two', { locales: null })],
        [`standard input line 2: product 'one', attributes.locales: ${two}`],
      ],
      ['nodes', [node('other'), node('root')], [`standard input line 2: node 'root', attributes.locales: ${one}`]],
      [
        'none, where records say what they are translated to',
        [product('one', { locales: {} }), product('two', { locales })],
        [],
      ],
    ])('%s', async (_, page, remarks) => {
      const root = { ...node('root'), attributes: { name: 'root', ...times, locales } };
      const translated = ['one', 'two', 'three'].map((id) => product(id, { locales }));
      await importRecords(stores, [root, node('other'), product('same'), ...translated], { catalogId: 'translated' });
      expect(await remarksOn(page, { isDryRun: true })).toEqual(remarks);
      expect(await remarksOn(page)).toEqual(remarks);
      // What is lost is lost once.
      expect(await remarksOn(page)).toEqual([]);
    });
  });

  describe('of several catalogs', () => {
    beforeAll(async () => {
      await importRecords(stores, [product('a')], { catalogId: 'one' });
      await importRecords(stores, [product('a')], { catalogId: 'two' });
    });

    it('asks which one is meant', async () => {
      const several =
        /^meta\.catalog_id is missing in 1 of the products and nodes, .* several catalogs to add to: .*'one', 'two'.* --catalog\.$/;
      await expect(importRecords(stores, [product('b')], into(null))).rejects.toThrow(several);
      await expect(importRecords(stores, [node('n')], into(null))).rejects.toThrow(several);
    });

    it('adds to the one that records or the option name', async () => {
      const named = product('c', {}, { meta: { catalog_id: 'two' } });
      expect((await importRecords(stores, [named], into(null))).releases).toMatchObject([
        { catalogId: 'two', products: 2 },
      ]);
      expect((await importRecords(stores, [node('n')], into('one'))).releases).toMatchObject([
        { catalogId: 'one', products: 1, nodes: 1 },
      ]);
    });

    it('makes no release of records that are in none', async () => {
      const rule = {
        type: 'catalog_rule',
        id: 'r',
        attributes: { name: 'r', catalog_id: 'one', channels: ['x'], ...times },
      };
      expect(await importRecords(stores, [rule], into(null))).toMatchObject({ isPublished: true, releases: [] });
    });
  });

  it('takes what an older version added to a record for its own, until a full import', async () => {
    const childOf = (id: string, parent: string) =>
      product(id, {}, { relationships: { parent: { data: { id: parent, type: 'product' } } } });
    const all = [product('a'), product('b'), childOf('c', 'a'), childOf('d', 'a')];
    await importRecords(stores, all, { catalogId: 'older' });
    for (const table of ['release_product', 'release_node'])
      await sql`update ${sql.table(table)} set added_members = null, position = null`.execute(opened.engine.writer);
    const read = async () => {
      const current = (await stores.releases.list()).find(
        ({ catalogId, isCurrent }) => catalogId === 'older' && isCurrent,
      );
      const found = await stores.products.getMany(current?.id ?? '', ['a', 'b', 'c', 'd']);
      return ['a', 'b', 'c', 'd'].map((id) => [found.get(id)?.slug, found.get(id)?.parentId, found.get(id)?.childIds]);
    };
    await importRecords(stores, [childOf('c', 'b')], into('older'));
    await importRecords(stores, [childOf('d', 'b')], into('older'));
    const ofB = ['b', null, ['c', 'd']];
    const children = [
      ['c', 'b', []],
      ['d', 'b', []],
    ];
    expect(await read()).toEqual([['a', null, ['c', 'd']], ofB, ...children]);
    await importRecords(stores, [...all.slice(0, 2), childOf('c', 'b'), childOf('d', 'b')], { catalogId: 'older' });
    expect(await read()).toEqual([['a', null, []], ofB, ...children]);
  });

  it('finds faults with what is current, and leaves it as it is', async () => {
    await importRecords(stores, [product('a', { slug: 'taken' }), product('b')], { catalogId: 'faults' });
    const refused = (records: object[]) => expect(importRecords(stores, records, into('faults'))).rejects;
    await refused([product('c', { slug: 'taken' })]).toThrow(
      /^standard input line 1: product 'c', attributes\.slug: The product 'a' of the catalog \(release \d+ record 1\) has the same slug 'taken'\.$/,
    );
    await refused([product('c', { base_product_id: 'nobody' })]).toThrow(
      "The catalog's records hold no parent 'nobody'.",
    );
    const kept = await importRecords(
      stores,
      [product('b', { slug: 'taken' }), product('d')],
      into('faults', { isKeepingGoing: true }),
    );
    expect(kept.releases).toMatchObject([{ products: 3 }]);
    const { releaseId = '' } = kept.releases[0] ?? {};
    expect((await stores.products.getMany(releaseId, ['b'])).get('b')?.slug).toBe('b');
  });

  it('changes nothing when another release became current in the meantime', async () => {
    await importRecords(stores, [product('a')], { catalogId: 'raced' });
    const rule = { type: 'catalog_rule', id: 'lost', attributes: { name: 'lost', catalog_id: 'raced', ...times } };
    const releases: Stores['releases'] = {
      ...stores.releases,
      async publish(publication) {
        await importRecords(stores, [product('theirs')], { catalogId: 'raced' });
        await stores.releases.publish(publication);
      },
    };
    await expect(importRecords({ ...stores, releases }, [product('mine'), rule], into('raced'))).rejects.toThrow(
      "The catalog 'raced' got another release in the meantime. Nothing was changed: import again.",
    );
    const { catalogs, rules } = await stores.catalogs.getDirectory();
    const current = catalogs.find(({ id }) => id === 'raced')?.currentRelease?.id ?? '';
    expect([...(await stores.products.getMany(current, ['a', 'mine', 'theirs'])).keys()]).toEqual(['theirs']);
    expect(rules.map(({ id }) => id)).not.toContain('lost');
  });
});
