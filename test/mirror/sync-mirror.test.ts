/** What a sync makes of what the platform shows, one after the other, and what it asks the platform for. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { formatExactJson, parseVerbatimJson } from '../../src/domain/input/exact-json.ts';
import type { MirrorProblem } from '../../src/mirror/mirror-problem.ts';
import { FileProblem, type Platform } from '../../src/mirror/platform-reader.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { platformOf, syncStores } from '../support/mirrored.ts';
import { openRestGateway, type RestGateway } from '../support/rest-gateway.ts';
import { shirts } from '../support/shirts.ts';
import { productRecord } from '../support/small-catalog.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const node = { id: 'shirts-node', type: 'node', attributes: { name: 'Shirts', ...times } };
const rule = (id: string, members: object) => ({
  id,
  type: 'catalog_rule',
  attributes: { name: id, catalog_id: 'default', ...times, ...members },
});
const changed = shirts.map((record) =>
  record.id === 'medium-blue' ? { ...record, attributes: { ...record.attributes, description: 'New' } } : record,
);

describeEachEngine('a sync', (open) => {
  let origin: RestGateway;
  let mirror: RestGateway;
  let platform: ReturnType<typeof platformOf>;
  beforeAll(async () => {
    origin = await openRestGateway(open, 'tables');
    mirror = await openRestGateway(open, 'tables');
    platform = platformOf(origin);
    await importRecords(origin.stores, [...shirts, node, rule('web', { channels: ['web'] })]);
  });
  afterAll(async () => {
    await origin.drop();
    await mirror.drop();
  });

  /** What was requested of the platform by a sync. */
  async function sync(options: Parameters<typeof syncStores>[2] = {}) {
    origin.forget();
    platform.requested.length = 0;
    const report = await syncStores(mirror.stores, platform, options);
    mirror.forget();
    return report;
  }
  async function sameProducts() {
    const path = '/v2/pcm/catalog/products?page[limit]=100';
    const [own, mirrored] = [await origin.rest('GET', path), await mirror.rest('GET', path)];
    expect(mirrored.text).toBe(own.text);
    return own.body.data.map(({ id }: { id: string }) => id) as string[];
  }
  const currentRelease = async () => (await mirror.stores.catalogs.getDirectory()).catalogs[0]?.currentRelease;

  it('that is dry says what would change, and changes nothing', async () => {
    const report = await sync({ isDryRun: true });
    expect(report.changes).toMatchObject([{ catalogId: 'default', products: { added: 5, removed: 0 } }]);
    expect((await mirror.stores.catalogs.getDirectory()).catalogs).toEqual([]);
  });

  it('copies a first release page by page', async () => {
    await sync();
    expect(await sameProducts()).toContain('shirt');
    const [own] = (await origin.stores.catalogs.getDirectory()).catalogs;
    expect(await currentRelease()).toMatchObject({ publishedAt: own?.currentRelease?.publishedAt, productCount: 5 });
  });

  it('of what is shown already asks for the directory alone, and publishes nothing', async () => {
    const before = await mirror.stores.releases.list();
    expect(await sync()).toMatchObject({ releases: [], hasOtherDirectory: false });
    expect(platform.requested).toHaveLength(3);
    expect(await mirror.stores.releases.list()).toEqual(before);
  });

  it('copies what changed, and what is gone is gone', async () => {
    const added = productRecord({ id: 'cap', attributes: { name: 'Cap' } });
    await importRecords(origin.stores, [...changed.filter(({ id }) => id !== 'poster'), added, node]);
    const report = await sync({ isDryRun: true });
    expect(report.changes).toMatchObject([{ products: { added: 1, changed: 1, removed: 1, unchanged: 3 } }]);
    await sync();
    expect(platform.requested.some((path) => path.includes('/delta?since='))).toBe(true);
    expect(platform.requested.some((path) => path.includes('/products?'))).toBe(false);
    expect(await sameProducts()).toEqual(expect.arrayContaining(['shirt', 'cap']));
    expect(await sameProducts()).not.toContain('poster');
  });

  it('follows several releases at once, and changes of nodes alone', async () => {
    await importRecords(origin.stores, [...shirts, node]);
    await importRecords(origin.stores, [...shirts.filter(({ id }) => id !== 'small-red'), node]);
    await importRecords(origin.stores, [
      ...changed,
      { ...node, attributes: { ...node.attributes, name: 'All shirts' } },
    ]);
    await sync();
    expect(platform.requested.filter((path) => path.includes('/delta'))).toHaveLength(3);
    expect(await sameProducts()).not.toContain('cap');
    const path = '/v2/pcm/catalog/nodes';
    expect((await mirror.rest('GET', path)).text).toBe((await origin.rest('GET', path)).text);
  });

  it('shows an earlier release again without copying it again', async () => {
    const [, earlier] = (await origin.stores.releases.list()).filter(({ isRetired }) => !isRetired);
    await mirror.stores.releases.list();
    const copies = await mirror.stores.mirror.listCopies();
    await origin.stores.releases.makeCurrent(copies.at(-1)?.originalId ?? earlier?.id ?? '');
    await sync();
    expect(platform.requested).toHaveLength(3);
    expect(await sameProducts()).toContain('poster');
    expect(await mirror.stores.mirror.listCopies()).toHaveLength(copies.length);
  });

  it('follows rules, and forgets those that are gone', async () => {
    const { rules } = await origin.stores.catalogs.getDirectory();
    await sync();
    expect((await mirror.stores.catalogs.getDirectory()).rules).toEqual(rules);
    await origin.engine.writer.deleteFrom('catalog_rule').execute();
    await importRecords(origin.stores, [...changed, node, rule('books', { pricebook_ids: [{ id: 'b' }] })]);
    const { remarks } = await sync();
    expect((await mirror.stores.catalogs.getDirectory()).rules).toMatchObject([
      { id: 'books', unknownCriteria: ['pricebook_ids'] },
    ]);
    expect(remarks).toEqual([
      "The rule 'books' fits nobody here: the gateway can't hold 'pricebook_ids' against a shopper.",
    ]);
    await origin.engine.writer.deleteFrom('catalog_rule').execute();
    await sync();
    expect((await mirror.stores.catalogs.getDirectory()).rules).toEqual([]);
  });

  it('follows the name of a catalog', async () => {
    await origin.engine.writer.updateTable('catalog').set({ name: 'Outdoor' }).execute();
    await sync();
    expect((await mirror.stores.catalogs.getDirectory()).catalogs).toMatchObject([{ name: 'Outdoor' }]);
  });

  describe('that can not be whole', () => {
    async function expectUnchanged(other: Platform, reason: RegExp | typeof MirrorProblem): Promise<void> {
      await importRecords(origin.stores, [...shirts, node]);
      origin.forget();
      const shown = await currentRelease();
      await expect(syncStores(mirror.stores, other)).rejects.toThrow(reason);
      mirror.forget();
      expect(await currentRelease()).toEqual(shown);
      const unpublished = mirror.engine.reader.selectFrom('release').select('id').where('state', '=', 'building');
      expect(await unpublished.execute()).toEqual([]);
    }
    const altered = (matches: RegExp, alter: (body: never) => unknown): Platform => ({
      async get(path) {
        const { body } = await platform.get(path);
        return { body: matches.test(path) ? alter(body as never) : body };
      },
    });

    it('holds fewer products than the platform counts: is not shown', async () => {
      const more = altered(/latestPublished/, ({ data }: { data: { meta: object } }) => ({
        data: { ...data, meta: { ...data.meta, total_products: 7 } },
      }));
      await expectUnchanged(more, /has 7 products, and 5 of them were found\. It is not shown\./);
    });

    it('holds a faulty product: is not shown, and the first fault is said', async () => {
      const faulty = altered(/\/delta/, ({ data, ...rest }: { data: { id: string }[] }) => ({
        ...rest,
        data: data.map((one) => ({ ...one, attributes: { name: 7 } })),
      }));
      await expectUnchanged(faulty, /has (a fault|[2-9] faults), and is not shown\. The first: .*attributes\.name/);
    });

    it.each([
      ['a list that is none', /catalogs\?/, () => ({ data: {} }), /is no list of records/],
      ['a record that is none', /latestPublished/, () => ({ data: [] }), /is no record/],
      ['an answer that is none', /rules/, () => 7, /is no JSON object/],
      [
        'a catalog without a name',
        /catalogs\?/,
        () => ({ data: [{ id: 'a', attributes: {} }] }),
        /A catalog of the platform/,
      ],
      [
        'a rule of a catalog that is not listed',
        /rules/,
        () => ({ data: [rule('lost', { catalog_id: 'nowhere' })] }),
        /^The platform's rule 'lost' is of the catalog 'nowhere', which is not among its catalogs\.$/,
      ],
    ])('%s changes nothing', async (_, matches, alter, reason) => {
      await expectUnchanged(altered(matches, alter), reason);
    });

    it('is not published by who does not hold the place any more', async () => {
      await importRecords(origin.stores, [...shirts, node]);
      origin.forget();
      const shown = await currentRelease();
      const { mirror: place } = mirror.stores;
      const onRead = async () => void (await place.take('another', await place.getState()));
      let taking = Promise.resolve();
      const failing = syncStores(mirror.stores, platform, {
        onRead: () => {
          taking = onRead();
        },
      });
      await expect(failing).rejects.toMatchObject({ code: 'CONFLICT' } satisfies Partial<DomainError>);
      await taking;
      mirror.forget();
      expect(await currentRelease()).toEqual(shown);
    });
  });

  it('goes another way where the file of what changed can not be had', async () => {
    await importRecords(origin.stores, [...changed, node]);
    await sync();
    await importRecords(origin.stores, [...shirts, node]);
    origin.forget();
    const elsewhere: Platform = {
      async get(path) {
        const { body } = await platform.get(path);
        const text = formatExactJson(body).replace(/"[^"]*\/delta[^"]*"/g, '"https://files.example/gone"');
        return { body: parseVerbatimJson(text) };
      },
    };
    const ways: string[] = [];
    await syncStores(mirror.stores, elsewhere, {
      downloadFile(link) {
        throw new FileProblem(link);
      },
      onRead: ({ plan }) => void ways.push(plan.kind),
    });
    mirror.forget();
    expect(ways).toEqual(['pages']);
    await sameProducts();
  });

  it.each([
    ['is gone', () => Promise.reject(new DomainError('NOT_FOUND', 'It is gone.'))],
    ['leads elsewhere', () => Promise.reject(new DomainError('UNAVAILABLE', 'It is a redirect.'))],
    ['is no list', async () => ({ body: { data: {} } })],
    ['leads to itself', async () => ({ body: { data: [], links: { next: '/v2/pcm/delta' } } })],
  ] as const)('goes another way where what changed %s on the platform itself', async (_, get) => {
    await importRecords(origin.stores, [...changed, node]);
    await sync();
    await importRecords(origin.stores, [...shirts, node]);
    origin.forget();
    const without: Platform = { get: (path) => (path.includes('/delta') ? get() : platform.get(path)) };
    const ways: string[] = [];
    await syncStores(mirror.stores, without, { onRead: ({ plan }) => void ways.push(plan.kind) });
    mirror.forget();
    expect(ways).toEqual(['pages']);
    await sameProducts();
  });

  it('gives parents their children anew where the platform names these by their parents alone', async () => {
    type Product = { type: string; attributes: object; relationships?: { children?: unknown } };
    const withoutFamily = ({ attributes, relationships, ...product }: Product) => {
      const { children, ...others } = relationships ?? {};
      return { ...product, attributes: { ...attributes, base_product: null }, relationships: others, meta: {} };
    };
    const terse: Platform = {
      async get(path) {
        const { body } = await platform.get(path);
        const { data, ...page } = body as { data: Product[] };
        if (!/\/(products|delta)\?/.test(path)) return { body };
        // What a parent says of itself stays as it was.
        const said = path.includes('/delta') ? data.filter((one) => !one.relationships?.children) : data;
        return { body: { ...page, data: said.map((one) => (one.type === 'product' ? withoutFamily(one) : one)) } };
      },
    };
    const family = (ofB: string) => [
      ...['a', 'b'].map((id) => productRecord({ id })),
      ...['c', 'd'].map((id) => productRecord({ id, relationships: relatedTo(id === 'c' ? ofB : 'a') })),
    ];
    const relatedTo = (id: string) => ({ parent: { data: { type: 'product', id } } });
    const copy = async (ofB: string) => {
      await importRecords(origin.stores, family(ofB));
      origin.forget();
      const ways: string[] = [];
      await syncStores(mirror.stores, terse, { onRead: ({ plan }) => void ways.push(plan.kind) });
      mirror.forget();
      const { id = '' } = (await currentRelease()) ?? {};
      const found = await mirror.stores.products.getMany(id, ['a', 'b']);
      return { ways, children: ['a', 'b'].map((id) => found.get(id)?.childIds) };
    };
    for (const { releaseId } of await mirror.stores.mirror.listCopies())
      await mirror.engine.writer
        .updateTable('release')
        .set({ original_id: null })
        .where('id', '=', Number(releaseId))
        .execute();
    expect(await copy('a')).toEqual({ ways: ['pages'], children: [['c', 'd'], []] });
    expect(await copy('b')).toEqual({ ways: ['changes'], children: [['d'], ['c']] });
  });

  it('no answer is a bug', () => expect([...origin.bugs, ...mirror.bugs]).toEqual([]));
});
