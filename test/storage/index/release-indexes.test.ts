/** A list is right or is not answered: whatever is missing or damaged is told, and rebuilt from the release's records. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import type { ListedItem } from '../../../src/domain/input/listed-json.ts';
import type { Stores } from '../../../src/domain/ports.ts';
import type { ListedProducts } from '../../../src/domain/product/ports.ts';
import type { Product } from '../../../src/domain/product/product.ts';
import { isShown } from '../../../src/domain/product/shown-product.ts';
import {
  DamagedIndex,
  formatManifest,
  type IndexManifest,
  parseManifest,
  releaseFormat,
} from '../../../src/storage/index/index-manifest.ts';
import { expectReadable } from '../../../src/storage/index/later-versions.ts';
import { rebuildIndex } from '../../../src/storage/index/rebuild-index.ts';
import { createReleaseIndexes, type ReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { linesOf } from '../../support/lines-of.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';
import { takeSizesAway } from '../../support/without-sizes.ts';

function withLines({ items, ...page }: ListedProducts) {
  return { ...page, items: items.map(({ item }) => linesOf(item)) };
}

function idIn(json: ListedItem): string {
  return (JSON.parse(json.toString()) as { id: string }).id;
}

describeEachEngine('an index', (open) => {
  const opened = useOpened(() => open({ contents: 'demo' }));
  let releaseId: string;
  let isOfSqlite: boolean;
  beforeAll(async () => {
    const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
    const largest = catalogs.toSorted((a, b) => productsOf(b) - productsOf(a))[0];
    releaseId = largest?.currentRelease?.id ?? '';
    isOfSqlite = opened.engine.description.startsWith('SQLite');
  });

  let told: string[];
  let indexes: ReleaseIndexes;
  let stores: Stores;
  const signal = new AbortController().signal;

  /** As a process that has read nothing yet. */
  function openAnew(): void {
    told = [];
    indexes = createReleaseIndexes(opened.engine, {
      cacheBytes: 1_000_000,
      onDamaged: ({ message }) => told.push(message),
      onRebuilt: (id) => told.push(`rebuilt ${id}`),
      onRebuildFailed: (error) => told.push(String(error)),
    });
    stores = createStores(opened.engine, indexes);
  }
  beforeEach(openAnew);

  async function alter(statements: string): Promise<void> {
    for (const statement of statements.replaceAll('$1', releaseId).split(';')) {
      await sql.raw(statement).execute(opened.engine.writer);
    }
  }

  async function read() {
    const tags = canonicalFilter([{ attribute: 'tags', operator: 'in', values: ['rain', 'bestseller'] }]);
    const window = { limit: 5, from: 'start', after: null, before: null, skip: 40 } as const;
    const query = { releaseId, status: 'live', filter: tags, window, withTotal: true } as const;
    const page = await stores.products.list(writingContext(), query);
    const parentId = demoIds.products.manyChildrenParent;
    const last = { ...window, from: 'end', skip: 0, before: page.items[0]?.sortKey ?? null } as const;
    const children = await stores.products.listChildren(writingContext(), [{ ...query, parentId, window: last }]);
    const shown = await stores.products.list(writingContext(), { ...query, itemsAs: 'slots' });
    const detailed = await stores.products.list(writingContext(), { ...query, itemsAs: 'details' });
    return { page, children, shown: withLines(shown), detailed: withLines(detailed) };
  }

  const first = '(select min(block) from release_index_block where release_id = $1)';
  const isOtherThanWritten = /what the product of the ordinal \d+ shows is not what was written/;
  const damages: Record<string, [string, RegExp]> = {
    'a block is changed': ['', /block \d+ is not what was written/],
    'a block is missing': ['delete from release_index_block where release_id = $1', /block \d+ is missing/],
    'a block is no bytes': [
      `update release_index_block set content = BLOCK where release_id = $1`,
      /block \d+ is not what was written/,
    ],
    'the manifest is changed': [
      'update release set index_manifest = replace(index_manifest, \'"size":\', \'"size":1\') where id = $1',
      /its manifest is not what was written/,
    ],
    'the manifest is empty, as is what its checksum is of': [
      "update release set index_manifest = '0 ' where id = $1",
      /its manifest is not what was written/,
    ],
    'the manifest is another release’s': [
      `update release set index_manifest = (select index_manifest from release other where other.id <> $1
        order by other.live_product_count limit 1) where id = $1`,
      /its manifest is another’s/,
    ],
    'the manifest is missing': ['update release set index_manifest = null where id = $1', /its manifest is not/],
    'a product stands in no place': [
      'delete from release_ordinal where release_id = $1 and ordinal % 2 = 1',
      /ordinal \d+ is missing/,
    ],
    'products stand in each other’s places': [
      `update release_ordinal set ordinal = -1 - ordinal where release_id = $1;
       update release_ordinal set ordinal = case when ordinal % 2 = 0 then -2 - ordinal else -ordinal end where release_id = $1`,
      /the place of the ordinal \d+ is not what was written/,
    ],
    'what a product shows is missing': [
      'update release_ordinal set slots = null where release_id = $1 and ordinal % 2 = 1',
      isOtherThanWritten,
    ],
    'what a product shows is cut off': [
      'update release_ordinal set slots = substr(slots, 1, 60) where release_id = $1',
      isOtherThanWritten,
    ],
    'a letter of what a product shows is changed': [
      "update release_ordinal set slots = replace(slots, 'live', 'lire') where release_id = $1",
      isOtherThanWritten,
    ],
    'the details of products are missing': [
      'update release_ordinal set details = null where release_id = $1 and ordinal % 2 = 1',
      isOtherThanWritten,
    ],
    'the details of products are no texts': [
      "update release_ordinal set details = cast('01' as DETAILS) where release_id = $1 and ordinal % 2 = 1",
      isOtherThanWritten,
    ],
    'the details of one product stand at another': [
      `update release_ordinal set details = (select details from release_ordinal other
        where other.release_id = $1 and other.ordinal = release_ordinal.ordinal + 1) where release_id = $1 and ordinal % 2 = 0`,
      isOtherThanWritten,
    ],
    'what one product shows stands at another': [
      `update release_ordinal set slots = (select slots from release_ordinal other
        where other.release_id = $1 and other.ordinal = release_ordinal.ordinal + 1) where release_id = $1 and ordinal % 2 = 0`,
      isOtherThanWritten,
    ],
  };

  it.each(Object.keys(damages))('of which %s is not read, but told and rebuilt, once', async (name) => {
    const expected = await read();
    const [statement, message] = damages[name] as [string, RegExp];
    const change = isOfSqlite
      ? `update release_index_block set content = substr(content, 1, 30) || x'ff' || substr(content, 32)`
      : `update release_index_block set content = set_byte(content, 30, 255 - get_byte(content, 30))`;
    await alter(
      statement.replace('DETAILS', isOfSqlite ? 'blob' : 'text').replace('BLOCK', isOfSqlite ? '5' : "'\\x05'") ||
        `${change} where release_id = $1 and block = ${first}`,
    );
    openAnew();
    await expect(read()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/are being rebuilt\. Try again\.$/),
    });
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await indexes.build('all', signal);
    expect(await read()).toEqual(expected);
    expect(told).toEqual([expect.stringMatching(message), `rebuilt ${releaseId}`]);
  });

  it('that another process has rebuilt while it was read is read again, and not rebuilt once more', async () => {
    const id = Number(releaseId);
    let reads = 0;
    const result = await indexes.read(releaseId, async (index) => {
      reads += 1;
      if (reads > 1) return index.getSortKeys([0]);
      await opened.engine.writer.updateTable('release').set({ format: 1 }).where('id', '=', id).execute();
      expect(await rebuildIndex(opened.engine, id)).toBe(true);
      throw new DamagedIndex(id, 'ordinal 0 is missing');
    });
    await indexes.settle();
    expect([result.size, told]).toEqual([1, []]);
  });

  it('is read anew where it was rebuilt: products may have other ordinals then', async () => {
    const window = { limit: 3, from: 'start', after: null, before: null, skip: 0 } as const;
    const query = { releaseId, status: 'live', filter: canonicalFilter([]), window, withTotal: false } as const;
    const listIds = async () => {
      const { items } = await stores.products.list(writingContext(), query);
      const documents = await stores.products.listDocuments(writingContext(), { ...query, language: null });
      return [items.map(({ item }) => (item as Product).id), documents.documents.map(idIn)];
    };
    const [before = []] = await listIds();
    const hideFirst = (isLive: 0 | 1) =>
      alter(`update release_product set is_live = ${isLive} where release_id = $1 and product_id = '${before[0]}';
        update release set live_product_count = live_product_count ${isLive === 1 ? '+' : '-'} 1 where id = $1;
        update release_ordinal set slots = null where release_id = $1`);
    const rebuild = async () => {
      await expect(stores.products.list(writingContext(), { ...query, itemsAs: 'slots' })).rejects.toThrow('rebuilt');
      await indexes.build('all', signal);
    };
    await hideFirst(0);
    await rebuild();
    const [products = [], documents = []] = await listIds();
    expect(products.slice(0, 2)).toEqual(before.slice(1));
    expect(documents).toEqual(products);
    await hideFirst(1);
    openAnew();
    await rebuild();
    expect(await listIds()).toEqual([before, before]);
  });

  describe('of a release that an older version published', () => {
    let expected: Awaited<ReturnType<typeof read>>;
    beforeAll(async () => {
      stores = createStores(opened.engine);
      expected = await read();
    });

    beforeEach(async () => {
      await alter('delete from release_index_block');
      await alter('delete from release_ordinal');
      await alter('update release set format = 1, index_manifest = null');
    });

    it('is built from the rows that it has, and nothing is listed meanwhile', async () => {
      const { rows } = await sql<{ id: string; labels: string }>`select product_id as id, labels from release_product
        where release_id = ${Number(releaseId)} and labels is not null`.execute(opened.engine.reader);
      const labelled = rows.flatMap(({ id, labels }) =>
        (JSON.parse(labels) as string[]).map((label) => {
          const [kind, value] = label.split(/ (.*)/s) as ['type' | 'tag', string];
          return { release_id: Number(releaseId), kind, value, product_id: id, sort_key: '' };
        }),
      );
      expect(labelled.length).toBeGreaterThan(500);
      await opened.engine.insertRows([{ table: 'release_product_label', rows: labelled }]);
      await alter('update release_product set labels = null where release_id = $1');
      expect(await indexes.areBuilt()).toBe(false);
      await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await indexes.build('current', signal);
      expect(await indexes.areBuilt()).toBe(true);
      expect(await read()).toEqual(expected);
    });

    it('is built by one process, and another one takes over from one that died', async () => {
      const { engine } = opened;
      const built = await Promise.all([1, 2, 3].map(() => rebuildIndex(engine, Number(releaseId))));
      expect(built.filter(Boolean)).toHaveLength(1);
      await alter("update release set format = 1, index_lease = '2999-01-01T00:00:00.000Z other' where id = $1");
      // Of a clock that was ahead: nobody holds it for so long.
      expect(await rebuildIndex(engine, Number(releaseId))).toBe(true);
      await alter("update release set format = 1, index_lease = '2020-01-01T00:00:00.000Z other' where id = $1");
      expect(await rebuildIndex(engine, Number(releaseId))).toBe(true);
      expect(await read()).toEqual(expected);
      await indexes.build('all', signal);
    });

    it('is given back at once by a process that ends, which tells no failure', async () => {
      const { engine } = opened;
      const closing = new AbortController();
      const onRebuildFailed = vi.fn();
      const ending = createReleaseIndexes(engine, { cacheBytes: 0, closing: closing.signal, onRebuildFailed });
      ending.buildSoon(Number(releaseId));
      closing.abort();
      await ending.settle();
      const { format, index_lease: lease } = await engine.reader
        .selectFrom('release')
        .select(['format', 'index_lease'])
        .where('id', '=', Number(releaseId))
        .executeTakeFirstOrThrow();
      expect({ format, lease, told: onRebuildFailed.mock.calls }).toEqual({ format: 1, lease: null, told: [] });
      expect(await rebuildIndex(engine, Number(releaseId))).toBe(true);
      expect(await read()).toEqual(expected);
      await indexes.build('all', signal);
    });

    it('is left to who is at work on it by the database’s clock, whatever our own says', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
      try {
        const { rows } = await sql<{ now: number | string }>`select ${opened.engine.clock} as now`.execute(
          opened.engine.reader,
        );
        const until = new Date(Number(rows[0]?.now) + 20_000).toISOString();
        await alter(`update release set format = 1, index_lease = '${until} other' where id = $1`);
        expect(await rebuildIndex(opened.engine, Number(releaseId))).toBe(false);
      } finally {
        vi.useRealTimers();
      }
      await alter('update release set index_lease = null where id = $1');
      await indexes.build('all', signal);
    });
  });

  async function readManifest(): Promise<IndexManifest> {
    const { rows } = await sql<{ manifest: string }>`select index_manifest as manifest from release
      where id = ${Number(releaseId)}`.execute(opened.engine.reader);
    return parseManifest(Number(releaseId), rows[0]?.manifest ?? null);
  }

  async function writeManifest(manifest: IndexManifest): Promise<void> {
    const change = { index_manifest: formatManifest(manifest) };
    await opened.engine.writer.updateTable('release').set(change).where('id', '=', Number(releaseId)).execute();
  }

  it('of a version that made no checksums is read as it is', async () => {
    const expected = await read();
    const written = await readManifest();
    const { slots, ...manifest } = written;
    expect(slots?.checksums.length).toBeGreaterThan(0);
    await writeManifest(manifest);
    openAnew();
    expect(await read()).toEqual(expected);
    expect(told).toEqual([]);
    await writeManifest(written);
  });

  it('of a version that wrote no sizes is read as it is', async () => {
    const expected = await read();
    await takeSizesAway(opened.engine, Number(releaseId));
    openAnew();
    expect(await read()).toEqual(expected);
    expect(told).toEqual([]);
  });

  it('of a version that wrote no families is read as it is', async () => {
    const expected = await read();
    const written = await readManifest();
    const { families, ...manifest } = written;
    expect(families?.checksums.length).toBeGreaterThan(0);
    await writeManifest(manifest);
    openAnew();
    expect(await read()).toEqual(expected);
    expect(told).toEqual([]);
    await writeManifest(written);
  });

  it('of a version that wrote no details answers products', async () => {
    const { details, ...manifest } = await readManifest();
    expect(details?.checksums.length).toBeGreaterThan(0);
    await writeManifest(manifest);
    await alter('update release_ordinal set details = null where release_id = $1');
    openAnew();
    const window = { limit: 5, from: 'start', after: null, before: null, skip: 0 } as const;
    const query = { releaseId, status: 'live', filter: canonicalFilter([]), window, withTotal: false } as const;
    const detailed = await stores.products.list(writingContext(), { ...query, itemsAs: 'details' });
    expect(detailed).toEqual(await stores.products.list(writingContext(), query));
    expect(detailed.items).toHaveLength(5);
    expect(told).toEqual([]);
    await alter('update release set format = 1, index_manifest = null where id = $1');
    await indexes.build('all', signal);
    openAnew();
    const { items } = await stores.products.list(writingContext(), { ...query, itemsAs: 'details' });
    expect(items.map(({ item }) => isShown(item) && item.details !== null)).toEqual(Array(5).fill(true));
  });

  const ofOne =
    'release_id = $1 and product_id = (select min(product_id) from release_product where release_id = $1 and is_base = 0)';
  it.each([
    [
      'a product is lost',
      'is_live = 0',
      'is_live = 1',
      /of its listed products \d+ of \d+ are there\. Import its catalog/,
    ],
    [
      'a record does not parse',
      "document = 'x' || document",
      'document = substr(document, 2)',
      /^Error: The release \d+ can't be indexed: The record of the product '\S+' is not/,
    ],
    ...['locales', 'labels'].map((column): [string, string, string, RegExp] => [
      `what stands beside a record does not parse (${column})`,
      `${column} = 'x' || coalesce(${column}, 'null')`,
      `${column} = nullif(substr(${column}, 2), 'null')`,
      /^Error: The release \d+ can't be indexed: The record of the product '\S+' is not/,
    ]),
  ])('of which %s is not built, and not tried again at once', async (_title, damage, repair, message) => {
    const expected = await read();
    await alter(
      `update release_product set ${damage} where ${ofOne}; update release set format = 1, index_manifest = null where id = $1`,
    );
    openAnew();
    const isRefused = () => expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await isRefused();
    await expect.poll(() => told, { interval: 5 }).toEqual([expect.stringMatching(message)]);
    for (let time = 0; time < 3; time += 1) await isRefused();
    expect(told).toHaveLength(1);
    await alter(`update release_product set ${repair} where ${ofOne}`);
    await indexes.build('all', signal);
    expect(await read()).toEqual(expected);
    expect(told.at(-1)).toBe(`rebuilt ${releaseId}`);
  });

  it('of which a node does not parse is not built, and the node is named', async () => {
    const expected = await read();
    const ofOneNode = 'release_id = $1 and node_id = (select min(node_id) from release_node where release_id = $1)';
    await alter(
      `update release_node set document = 'x' || document where ${ofOneNode}; update release set format = 1, index_manifest = null where id = $1`,
    );
    openAnew();
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    const sentence = `Error: The release ${releaseId} can't be indexed: The record of the node '`;
    await expect.poll(() => told, { interval: 5 }).toEqual([expect.stringContaining(sentence)]);
    await alter(`update release_node set document = substr(document, 2) where ${ofOneNode}`);
    await indexes.build('all', signal);
    expect(await read()).toEqual(expected);
  });

  it('of a later version is refused with a sentence', async () => {
    await expectReadable(opened.engine);
    await alter('update release set format = 99 where id = $1');
    await expect(expectReadable(opened.engine)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(read()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `The release ${releaseId} was published by a later version of the gateway, which this one can't read.`,
    });
    const { releases } = createStores(opened.engine);
    await expect(releases.makeCurrent(String(releaseId))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await alter(`update release set format = ${releaseFormat} where id = $1`);
  });
});

function productsOf({ currentRelease }: { readonly currentRelease: { readonly productCount: number } | null }): number {
  return currentRelease?.productCount ?? 0;
}
