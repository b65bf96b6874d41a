import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { formatImportReport } from '../../src/cli/import-report.ts';
import { allDemoCredentials, toApplicationKeys } from '../../src/demo/application-keys.ts';
import { generateDemoStore } from '../../src/demo/demo-store.ts';
import { selectRule } from '../../src/domain/catalog/select-catalog.ts';
import { DomainError } from '../../src/domain/errors.ts';
import { formatExactJson } from '../../src/domain/input/exact-json.ts';
import type { Stores } from '../../src/domain/ports.ts';
import type { Actor } from '../../src/domain/request-context.ts';
import { formatImportFault } from '../../src/importer/import-faults.ts';
import { type ImportOptions, importFiles } from '../../src/importer/import-files.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { shirts } from '../support/shirts.ts';
import { useOpened } from '../support/use-opened.ts';

const product = (id: string, changes: Record<string, unknown> = {}) => ({
  type: 'product',
  id,
  attributes: { name: id, status: 'live' },
  ...changes,
});
const childOf = (id: string) => ({ relationships: { parent: { data: { id, type: 'product' } } } });
const node = (id: string, parent: string | null) => ({
  type: 'node',
  id,
  attributes: { name: id },
  relationships: { parent: { data: parent === null ? null : { id: parent, type: 'node' } } },
});
const inCatalog = <Of extends object>(catalog_id: string, record: Of) => ({ ...record, meta: { catalog_id } });
const shirtRecords = [
  { type: 'catalog', id: 'shirts', attributes: { name: 'Shirts' } },
  { type: 'node', id: 'shirts-node', attributes: { name: 'Shirts' } },
  ...shirts,
];

describeEachEngine('import', (open) => {
  const opened = useOpened(open);
  let stores: Stores;
  let folder: string;
  beforeAll(async () => {
    stores = createStores(opened.engine);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-import-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function file(content: string | Buffer, name = 'file'): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  const run = (files: readonly string[], options: Partial<ImportOptions> = {}) =>
    importFiles({
      files,
      catalogId: null,
      isIntoCurrent: false,
      isKeepingGoing: false,
      isDryRun: false,
      keptReleases: 100,
      stores,
      stdin: Readable.from([]),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      now: () => new Date(),
      ...options,
    });

  async function importText(text: string | Buffer, options: Partial<ImportOptions> = {}) {
    const report = await run([await file(text)], options);
    return { ...report, messages: report.faults.map((fault) => formatImportFault(fault).replaceAll(`${folder}/`, '')) };
  }

  /** Every row of what a release is made of: what must not change when nothing is written. */
  async function contents(): Promise<Record<string, unknown>> {
    const tables = [
      'catalog',
      'catalog_rule',
      'release',
      'release_product',
      'release_product_label',
      'release_node',
      'offering',
    ];
    const counts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(opened.engine.reader);
        return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
      }),
    );
    return Object.fromEntries(counts);
  }

  /** Of the release that is current: the documents as they are stored. */
  async function documents(catalogId: string): Promise<string[]> {
    const { rows } = await sql<{ document: string }>`select document from release_product
      where release_id = (select current_release_id from catalog where id = ${catalogId}) order by product_id`.execute(
      opened.engine.reader,
    );
    return rows.map(({ document }) => document);
  }

  describe('takes', () => {
    const ndjson = (records: readonly object[]) => records.map((record) => `${formatExactJson(record)}\n`).join('');
    const page = (records: readonly object[]) => formatExactJson({ data: records, meta: {}, links: {} });
    const pretty = (value: object) => formatExactJson(value).replace(/^./, '$&\n  ');

    it.each([
      ['NDJSON', ndjson(shirtRecords)],
      [
        'NDJSON with a byte order mark, empty lines and CRLF',
        `\ufeff${ndjson(shirtRecords).replaceAll('\n', '\r\n\r\n')}`,
      ],
      ['a list', formatExactJson(shirtRecords)],
      ['a saved page', page(shirtRecords)],
      ['pages, one a line', `${page(shirtRecords.slice(0, 3))}\n${page(shirtRecords.slice(3))}\n`],
      ['single resources', shirtRecords.map((record) => `{\n"data": ${formatExactJson(record)}}`).join('\n')],
      [
        'a record in one line, and others in several, after blank lines',
        shirtRecords.map((record, at) => (at === 0 ? ndjson([record]) : pretty(record))).join('\r\n \r\n'),
      ],
      ['a page in one line, and one in several', `${page(shirtRecords.slice(0, 3))}\n${pretty(shirtRecords.slice(3))}`],
      ['gzip', gzipSync(page(shirtRecords))],
      [
        'gzip in parts, with zeros at its end',
        Buffer.concat([...shirtRecords.map((one) => gzipSync(ndjson([one]))), Buffer.alloc(512)]),
      ],
    ])('%s, and makes the same release of it', async (_, content) => {
      const report = await importText(content);
      expect(report.messages).toEqual([]);
      expect(report.recordCount).toBe(shirtRecords.length);
      expect(report.releases).toMatchObject([{ catalogId: 'shirts', products: shirts.length, nodes: 1 }]);
      const { digest } = report.releases[0] ?? {};
      const [first, ...others] = (await stores.releases.list()).filter(({ catalogId }) => catalogId === 'shirts');
      expect(first).toMatchObject({ isCurrent: true, digest, productCount: shirts.length });
      for (const other of others) expect(other.digest).toBe(digest);
    });

    it('lines after blank and indented ones, each with its own number', async () => {
      const report = await importText('{"type":"a"}\n\n \t\r\n\n  {"type":"b"}\n\n\n{"type":"c"}');
      expect(report.messages.map((message) => / line (\d+): /.exec(message)?.[1])).toEqual(['1', '5', '8']);
    });

    it('standard input, which it keeps no copy of', async () => {
      const { TMPDIR } = process.env;
      process.env.TMPDIR = folder;
      onTestFinished(() => {
        if (TMPDIR === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = TMPDIR;
      });
      const stdin = Readable.from([
        Buffer.from(ndjson(shirtRecords).slice(0, 500)),
        Buffer.from(ndjson(shirtRecords).slice(500)),
      ]);
      expect((await run(['-'], { stdin })).releases).toHaveLength(1);
      expect(await readdir(folder)).toEqual([]);
    });

    it('members that nobody here knows, and exact amounts', async () => {
      const record = `{"type":"product","id":"x","future":{"__proto__":[1]},"attributes":{"name":"x","status":"live","price":{"EUR":{"amount":9223372036854775807,"why":null}}}}`;
      await importText(record, { catalogId: 'unknown' });
      const [document = ''] = await documents('unknown');
      expect(document).toContain('"future":{"__proto__":[1]}');
      expect(document).toContain('"price":{"EUR":{"amount":9223372036854775807,"why":null}}');
    });

    it('records as sparse as other platforms write them', async () => {
      const nulls = {
        sku: null,
        tags: null,
        price: null,
        tiers: null,
        components: null,
        extensions: null,
        locales: null,
      };
      const relationships = { parent: null, children: { data: null }, files: null, main_image: { data: null } };
      const meta = { variations: null, variation_matrix: null, bread_crumbs: null, sale_expires: null };
      const record = {
        ...product('sparse'),
        attributes: { name: 'sparse', status: 'live', ...nulls },
        relationships,
        meta,
      };
      const report = await importText(JSON.stringify([record, product('bare')]), { catalogId: 'sparse' });
      expect(report.messages).toEqual([]);
      const releaseId = report.releases[0]?.releaseId ?? '';
      const found = await stores.products.getMany(releaseId, ['sparse', 'bare']);
      expect([...found.values()].map(({ tags, prices, parentId }) => [tags, prices, parentId])).toEqual([
        [[], [], null],
        [[], [], null],
      ]);
    });

    it('the demo store, as it is', async () => {
      const { catalogs, rules, offerings, plans, customApis, customFields, applicationKeys } = generateDemoStore();
      const products = catalogs.flatMap((catalog) => [catalog.catalog, ...catalog.products()]);
      const others = [...rules, ...offerings, ...plans, ...customApis, ...customFields, ...applicationKeys];
      const nodes = catalogs.flatMap((catalog) => catalog.nodes);
      const report = await importText(ndjson([...nodes, ...products, ...others]));
      expect(report.messages).toEqual([]);
      expect(report.releases.map((release) => release.nodes)).toEqual(catalogs.map((catalog) => catalog.nodes.length));
      expect(report.otherRecords).toMatchObject({ catalog_rule: 6, subscription_offering: 3, custom_field: 8 });
    });
  });

  it('of each catalog its own tree, whatever others have of the same ids', async () => {
    const down = [node('up', null), node('down', 'up')].map((one) => inCatalog('downwards', one));
    const up = [node('down', null), node('up', 'down')].map((one) => inCatalog('upwards', one));
    const products = ['downwards', 'upwards'].map((id) => inCatalog(id, product('p')));
    const report = await importText(JSON.stringify([...products, ...down, ...up]));
    expect(report.messages).toEqual([]);
    expect(report.releases.map(({ nodes }) => nodes)).toEqual([2, 2]);
  });

  describe('refuses, names the place, and writes nothing:', () => {
    const parent = { ...product('parent'), attributes: { name: 'p', status: 'live', base_product: true } };
    const variations = [{ id: 'size', name: 'Size', options: [{ id: 's', name: 'S' }] }];
    const withMatrix = (variation_matrix: object) => ({ ...parent, meta: { variations, variation_matrix } });
    const huge = JSON.stringify([product('small'), product('huge', { text: 'x'.repeat(50_000_000) })]);
    const long = `${JSON.stringify(product('small'))}\n${JSON.stringify(product('huge', { text: 'x'.repeat(50_000_000) }))}\n`;

    it.each<[string, unknown[] | string | Buffer, (string | RegExp)[]]>([
      [
        'an amount beyond int64',
        [product('a', { attributes: { name: 'a', status: 'live', price: { EUR: { amount: 9223372036854775808n } } } })],
        [/^file record 1: product 'a', attributes.price.EUR.amount: Must be a whole number .* 9223372036854775808\.$/],
      ],
      [
        'a duplicate id',
        [product('a'), product('a')],
        [`file record 2: product 'a', id: An earlier product of the catalog (file record 1) has the same id 'a'.`],
      ],
      [
        'a duplicate id that is long, in an excerpt',
        [product('i'.repeat(200)), product('i'.repeat(200))],
        [
          `file record 2: product '${'i'.repeat(80)}…', id: An earlier product of the catalog (file record 1) has the same id '${'i'.repeat(80)}…'.`,
        ],
      ],
      [
        'a duplicate slug',
        ['a', 'b'].map((id) => product(id, { attributes: { name: id, status: 'live', slug: 'same' } })),
        [
          `file record 2: product 'b', attributes.slug: The product 'a' of the catalog (file record 1) has the same slug 'same'.`,
        ],
      ],
      [
        'a duplicate SKU',
        ['a', 'b'].map((id) => product(id, { attributes: { name: id, status: 'live', sku: 'same' } })),
        [/record 2: product 'b', attributes.sku/],
      ],
      [
        'a child of an absent parent',
        [product('a', childOf('nobody'))],
        [`file record 1: product 'a', relationships.parent: The catalog's records hold no parent 'nobody'.`],
      ],
      [
        'a cycle among parents',
        [
          product('a', childOf('b')),
          product('b', childOf('c')),
          product('c', childOf('a')),
          product('d', childOf('a')),
        ],
        [/'a', .*its own ancestor/, /'b', .*its own ancestor/, /'c', .*its own ancestor/],
      ],
      ['a product that is its own parent', [product('a', childOf('a'))], [/'a', .*its own ancestor/]],
      [
        'a cycle among nodes',
        [product('p'), node('a', 'b'), node('b', 'a'), node('c', 'a')],
        [/node 'a', .*its own ancestor/, /node 'b', .*its own ancestor/],
      ],
      [
        'a node of an absent parent',
        [product('p'), node('a', 'nobody')],
        [/node 'a', relationships.parent: The records hold no parent node 'nobody'/],
      ],
      [
        'a node of a parent that another catalog has',
        [
          inCatalog('A', product('p')),
          inCatalog('B', product('p')),
          inCatalog('A', node('a', null)),
          inCatalog('B', node('b', 'a')),
        ],
        [/node 'b', relationships.parent: The records hold no parent node 'a'/],
      ],
      [
        'a node of every catalog, and one of a catalog with its id',
        [inCatalog('A', product('p')), node('a', null), inCatalog('A', node('a', null))],
        [/record 3: node 'a', id: A node that names no catalog, and so is in every one, has the same id\.$/],
      ],
      [
        'a matrix that names an absent option',
        [withMatrix({ xl: 'parent' })],
        [/'parent', meta.variation_matrix.xl: Must stand under an option of the variation, but 'xl' is none\.$/],
      ],
      [
        'a record that is none',
        [product('a'), { type: 'widget' }, 5, null],
        [
          /record 2: widget, type: Must be one of product, node, .*, but is 'widget'\.$/,
          /record 3: Must be an object\.$/,
          /record 4: Must be an object\.$/,
        ],
      ],
      [
        'a rule of an absent catalog',
        [{ type: 'catalog_rule', id: 'r', attributes: { name: 'r', catalog_id: 'nowhere' } }],
        [/catalog_rule 'r', attributes.catalog_id: Neither the files nor the store hold the catalog 'nowhere'/],
      ],
      [
        'broken JSON in a line',
        '{"type":"catalog","id":"c","attributes":{"name":"c"}}\n{"type":}\n',
        [`file line 2: It is not valid JSON.`],
      ],
      [
        'bytes that are not UTF-8',
        Buffer.concat([Buffer.from('[{"type":"catalog","id":"'), Buffer.from([0xff]), Buffer.from('"}]')]),
        ['file record 1: It is not valid UTF-8.'],
      ],
      ...[Buffer.from('\ufeff[]', 'utf16le'), Buffer.from('\ufeff[]', 'utf16le').swap16()].map(
        (utf16): [string, Buffer, string[]] => [
          `UTF-16 (${utf16.toString('hex', 0, 2)})`,
          utf16,
          ['file record 1: The file is UTF-16, as its first bytes say: save it as UTF-8.'],
        ],
      ),
      [
        'a truncated gzip',
        gzipSync(formatExactJson(shirtRecords)).subarray(0, 200),
        [/^file record \d+: The gzip file is truncated/],
      ],
      [
        'a damaged gzip',
        Buffer.concat([gzipSync('[]').subarray(0, 10), Buffer.alloc(50, 7)]),
        [/The gzip file is damaged/],
      ],
      [
        'a gzip with more text after zeros',
        Buffer.concat([gzipSync('[]\n'), Buffer.alloc(100_000), gzipSync(`${JSON.stringify(product('a'))}\n`)]),
        [/The gzip file is damaged: it goes on after zeros\.$/],
      ],
      [
        'a truncated file of lines',
        `${JSON.stringify(product('a'))}\n${JSON.stringify(product('b')).slice(0, -3)}`,
        ['file record 2: The file ends in the middle of line 2: it is truncated, or that line is faulty.'],
      ],
      ['a truncated list', formatExactJson(shirtRecords).slice(0, -5), [/ends in the middle of a record/]],
      ...[
        { type: 'product', data: [] },
        { data: [], type: 'product' },
      ].map((record): [string, string, RegExp[]] => [
        `a record that can not be told from a page: ${JSON.stringify(record)}`,
        JSON.stringify({ ...record, id: 'a', attributes: { name: 'a', status: 'live' } }, null, 1),
        [/^file record 1: A record whose member 'data' is a list is taken for a page .* put it into a list/],
      ]),
      [
        'a list in which a comma is missing, and a faulty record before that',
        `[${JSON.stringify(product('a'))},{"type":"widget"}${JSON.stringify(product('b'))}]`,
        [/^file record 2: widget, type/, /^file record 3: Expected another record, or the end, but got '{'\.$/],
      ],
      ['a record of 50 MB', huge, [/A record is larger than 16 MiB/]],
      ['a line of 50 MB', long, [/Line 2 is larger than 16 MiB/]],
      [
        'odd numbers at a depth of thousands',
        `${JSON.stringify(product('a'))}\n${'['.repeat(5000)}1.0${']'.repeat(5000)}\n`,
        ['file line 2: It is nested deeper than 100 levels.'],
      ],
      ['nesting without end', `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`, [/Must be an object\.$/]],
    ])('%s', async (_, content, messages) => {
      const before = await contents();
      const text = Array.isArray(content) ? formatExactJson(content) : content;
      const report = await importText(text as string | Buffer, { catalogId: 'refused' });
      expect(report.messages).toEqual(
        messages.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))),
      );
      expect(report.isPublished).toBe(false);
      expect(await contents()).toEqual(before);
    });
  });

  it('leaves out nothing of a file of lines that is truncated, though it is told to keep going', async () => {
    const before = await contents();
    const lines = ['a', 'b', 'c'].map((id) => JSON.stringify(product(id))).join('\n');
    const report = await importText(lines.slice(0, -3), { catalogId: 'refused', isKeepingGoing: true });
    expect(report.messages).toEqual([expect.stringContaining('The file ends in the middle of line 3')]);
    expect(report.isPublished).toBe(false);
    expect(await contents()).toEqual(before);
  });

  it('leaves out what is faulty, and what hangs on it, when it is told to keep going', async () => {
    const records = [
      product('good'),
      product('faulty', { attributes: { name: '', status: 'live' } }),
      product('child', childOf('faulty')),
      product('grandchild', childOf('child')),
      product('good'),
    ];
    const report = await importText(JSON.stringify(records), { catalogId: 'kept', isKeepingGoing: true });
    expect(report.messages).toEqual([
      expect.stringMatching(/record 2: product 'faulty', attributes.name/),
      expect.stringMatching(/record 5: product 'good', id/),
      expect.stringMatching(/record 3: product 'child', relationships.parent: Its parent 'faulty' is left out/),
      expect.stringMatching(/record 4: product 'grandchild', relationships.parent: Its parent 'child' is left out/),
    ]);
    expect(report.releases).toMatchObject([{ catalogId: 'kept', products: 1 }]);
  });

  it('refuses secrets that everybody knows, where it is told which', async () => {
    const key = toApplicationKeys().find(({ client_secret: secret }) => secret !== undefined);
    const text = JSON.stringify([{ ...key, client_id: 'public' }]);
    const report = await importText(text, {
      publicSecrets: allDemoCredentials.map(({ clientSecret }) => clientSecret),
    });
    expect(report.messages).toEqual([
      expect.stringMatching(
        /application_key '.*', client_secret: It is the demo store's secret, which everybody knows/,
      ),
    ]);
    expect(await stores.applicationKeys.findCredentials('public')).toBeNull();
    expect((await importText(text)).messages).toEqual([]);
  });

  it('never publishes an empty catalog because everything was left out', async () => {
    const records = [product('good')];
    await importText(JSON.stringify(records), { catalogId: 'precious' });
    const faulty = product('faulty', { attributes: { name: '', status: 'live' } });
    const report = await importText(JSON.stringify([faulty]), { catalogId: 'precious', isKeepingGoing: true });
    expect(report.releases).toEqual([]);
    expect(await documents('precious')).toHaveLength(1);
  });

  it('refuses what another record of the store is called, and takes the same record again', async () => {
    const timestamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const uuid = (digit: number) => `0f0000${digit}0-0000-4000-8000-000000000000`;
    const named = (first: number) => [
      { type: 'custom_api', id: uuid(first), name: 'Huts', slug: 'huts', api_type: 'taken_ext', meta: { timestamps } },
      {
        ...{ type: 'custom_field', id: uuid(first + 1), custom_api_id: uuid(1), name: 'Beds', slug: 'beds' },
        ...{ field_type: 'integer', meta: { timestamps } },
      },
      { type: 'application_key', id: uuid(first + 2), name: 'Key', client_id: 'taken', meta: { timestamps } },
    ];
    for (const again of [1, 1]) expect((await importText(JSON.stringify(named(again)))).messages).toEqual([]);
    expect((await importText(JSON.stringify(named(5)))).messages).toEqual([
      expect.stringMatching(/record 1: custom_api .*, api_type: Another custom_api of the store has the same api_type/),
      expect.stringMatching(/record 2: custom_field .*, slug: Another custom_field of the store has the same slug/),
      expect.stringMatching(
        /record 3: application_key .*, client_id: Another application_key of the store has the same/,
      ),
    ]);
  });

  it('takes records that exchange what they are called, or pass it on to a new one', async () => {
    const timestamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const uuid = (digit: number) => `0e0000${digit}0-0000-4000-8000-000000000000`;
    const all = (...names: readonly string[]) =>
      names.flatMap((name, index) => [
        {
          type: 'custom_api',
          id: uuid(index),
          name: 'Huts',
          slug: 'huts',
          api_type: `${name}_ext`,
          meta: { timestamps },
        },
        {
          ...{ type: 'custom_field', id: uuid(index), custom_api_id: uuid(0), name: 'Beds', slug: name },
          ...{ field_type: 'integer', meta: { timestamps } },
        },
        { type: 'application_key', id: uuid(index), name: 'Key', client_id: name, meta: { timestamps } },
      ]);
    for (const names of [
      ['one', 'other'],
      ['other', 'one'],
      ['one', 'third', 'other'],
    ]) {
      expect((await importText(JSON.stringify(all(...names).reverse()))).messages).toEqual([]);
      const { customFields, applicationKeys } = stores;
      const ids = names.map((_, index) => uuid(index));
      const [apis, fields] = [await customFields.getManyApis(ids), await customFields.getMany(ids)];
      expect(ids.map((id) => apis.get(id)?.apiType)).toEqual(names.map((name) => `${name}_ext`));
      expect(ids.map((id) => fields.get(id)?.slug)).toEqual(names);
      for (const [index, name] of names.entries())
        expect((await applicationKeys.findCredentials(name))?.id).toBe(uuid(index));
    }
    expect((await importText(JSON.stringify(all('one', 'one')))).messages).toEqual(
      ['custom_api', 'custom_field', 'application_key'].map((type) =>
        expect.stringMatching(new RegExp(`: ${type} .*: An earlier ${type} \\(file record \\d\\) has the same `)),
      ),
    );
  });

  it('takes fields of one slug that exchange their APIs', async () => {
    const timestamps = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
    const uuid = (digit: number) => `0f0000${digit}0-0000-4000-8000-000000000000`;
    const api = (digit: number) => ({
      ...{ type: 'custom_api', id: uuid(digit), name: 'Tents', slug: 'tents', api_type: `tents${digit}_ext` },
      meta: { timestamps },
    });
    const field = (digit: number, apiDigit: number) => ({
      ...{ type: 'custom_field', id: uuid(digit), custom_api_id: uuid(apiDigit), name: 'Poles', slug: 'poles' },
      ...{ field_type: 'integer', meta: { timestamps } },
    });
    for (const [first, second] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const records = [api(1), api(2), field(1, first), field(2, second)];
      expect((await importText(JSON.stringify(records))).messages).toEqual([]);
      const fields = await stores.customFields.getMany([uuid(1), uuid(2)]);
      expect([1, 2].map((digit) => fields.get(uuid(digit))?.customApiId)).toEqual([uuid(first), uuid(second)]);
    }
  });

  it('makes no catalog of products that are all left out, and leaves out what names it', async () => {
    const inLost = (record: object) => ({ ...record, meta: { catalog_id: 'lost' } });
    const records = [
      inLost(product('faulty', { attributes: { name: '', status: 'live' } })),
      inLost(node('lost-node', null)),
      { type: 'catalog_rule', id: 'lost-rule', attributes: { name: 'Lost', catalog_id: 'lost' } },
      { ...product('faulty-too'), meta: { catalog_id: 'no\u0000catalog' } },
      { ...product('far-too-long'), meta: { catalog_id: 'x'.repeat(256) } },
      product('good'),
    ];
    const report = await importText(JSON.stringify(records), { catalogId: 'found', isKeepingGoing: true });
    expect(report.messages).toEqual([
      expect.stringMatching(/record 1: product 'faulty', attributes.name/),
      expect.stringMatching(/record 4: product 'faulty-too', meta.catalog_id: Must not contain the NUL/),
      expect.stringMatching(/record 5: product 'far-too-long', meta.catalog_id: Is longer than an identifier can be/),
      expect.stringMatching(/record 3: catalog_rule 'lost-rule', attributes.catalog_id: Neither the files/),
      expect.stringMatching(/record 2: node 'lost-node', meta.catalog_id: The files hold no products/),
    ]);
    const { catalogs } = await stores.catalogs.getDirectory();
    expect(catalogs.map(({ id }) => id)).toContain('found');
    expect(catalogs.map(({ id }) => id)).not.toContain('lost');
  });

  it('shows in a dry run what would change, and writes nothing', async () => {
    await importText(JSON.stringify([product('same'), product('other'), product('gone')]), { catalogId: 'dry' });
    const before = await contents();
    const next = [product('same'), product('other', { attributes: { name: 'new', status: 'live' } }), product('added')];
    const report = await importText(JSON.stringify(next), { catalogId: 'dry', isDryRun: true });
    expect(report.changes).toMatchObject([
      { catalogId: 'dry', products: { added: 1, changed: 1, removed: 1, unchanged: 1 } },
    ]);
    expect(await contents()).toEqual(before);
  });

  describe('never widens a rule:', () => {
    const ruleOf = (id: string, criteria: object) => ({
      type: 'catalog_rule',
      id,
      attributes: { name: id, catalog_id: 'restricted', created_at: '2020-01-01T00:00:00Z', ...criteria },
    });
    const bearer = { clientId: 'c', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] } as const;
    const anonymous = { actor: null, channel: '', tag: '', language: '', now: new Date() };

    it.each<[string, object, Partial<Actor>]>([
      ['customers', { customer_ids: ['c1'] }, { customerId: 'c1' }],
      ['account tags', { account_tag_ids: ['gold'] }, { accountTagIds: ['gold'] }],
    ])('one for some %s fits nobody else', async (_, criteria, claims) => {
      const report = await importText(JSON.stringify([product('p'), ruleOf('some', criteria)]), {
        catalogId: 'restricted',
      });
      expect([report.messages, report.remarks]).toEqual([[], []]);
      const { rules } = await stores.catalogs.getDirectory();
      const own = rules.filter(({ id }) => id === 'some');
      expect(own).toHaveLength(1);
      expect(selectRule(own, anonymous)).toBe(null);
      expect(selectRule(own, { ...anonymous, actor: bearer })).toBe(null);
      expect(selectRule(own, { ...anonymous, actor: { ...bearer, ...claims } })?.id).toBe('some');
    });

    it.each<[string, unknown]>([
      ['pricebook_ids', [{ id: 'pb', priority: 1 }]],
      ['segments', { any: ['vip'] }],
      ['region', 'eu'],
    ])('one with the criterion %s fits nobody, and the report says so', async (name, value) => {
      const records = [product('p'), ruleOf('unknown', { [name]: value, channels: [] })];
      const report = await importText(JSON.stringify(records), { catalogId: 'restricted' });
      expect(report.remarks.map((remark) => formatImportFault(remark).replace(`${folder}/`, ''))).toEqual([
        `file record 2: catalog_rule 'unknown', attributes.${name}: The gateway can not hold this against a shopper, so the rule fits nobody.`,
      ]);
      const { rules } = await stores.catalogs.getDirectory();
      const own = rules.filter(({ id }) => id === 'unknown');
      expect(own).toMatchObject([{ unknownCriteria: [name] }]);
      expect(selectRule(own, anonymous)).toBe(null);
    });

    it.each([null, [], {}, '', false])(
      'one whose other criterion is %j, which is none, fits as before',
      async (none) => {
        const records = [product('p'), ruleOf('none', { segments: none, customer_ids: none === null ? null : [] })];
        const report = await importText(JSON.stringify(records), { catalogId: 'restricted' });
        expect(report.remarks).toEqual([]);
        const { rules } = await stores.catalogs.getDirectory();
        expect(
          selectRule(
            rules.filter(({ id }) => id === 'none'),
            anonymous,
          )?.id,
        ).toBe('none');
      },
    );
  });

  it('keeps the secret of a known application key whose record brings none', async () => {
    const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-02T00:00:00.000Z' };
    const key = {
      type: 'application_key',
      id: 'b1c5a2ce-6b39-4d43-9b83-0f4f7a4c2f11',
      name: 'Before',
      client_id: 'kept-secret',
      meta: { timestamps: times },
    };
    await importText(JSON.stringify({ ...key, client_secret: 'a secret' }));
    const before = await stores.applicationKeys.findCredentials('kept-secret');
    await importText(JSON.stringify({ ...key, name: 'After' }));
    const after = await stores.applicationKeys.findCredentials('kept-secret');
    expect(after).toMatchObject({ name: 'After', secretHash: before?.secretHash });
    expect(before?.secretHash).toBeTruthy();
  });

  it('tells faults that may be why the catalogs are not clear, as in a file that is truncated before its products', async () => {
    for (const isKeepingGoing of [false, true]) {
      const { isPublished, faults } = await importText(`${JSON.stringify(node('n', null))}\n{"id":"a","type":"prod`, {
        isKeepingGoing,
      });
      expect(isPublished).toBe(false);
      const message = 'The file ends in the middle of line 2: it is truncated, or that line is faulty.';
      expect(faults).toMatchObject([{ place: { record: 2 }, message }]);
    }
  });

  it('of no record is refused, unless it adds to what is current', async () => {
    for (const text of ['', '[]', '{"data":[]}']) {
      await expect(importText(text)).rejects.toThrow('The files hold no records, so that nothing was written.');
    }
    await importText(JSON.stringify([product('a')]), { catalogId: 'added-nothing' });
    const { recordCount, faults, isPublished } = await importText('', {
      catalogId: 'added-nothing',
      isIntoCurrent: true,
    });
    expect({ recordCount, faults, isPublished }).toEqual({ recordCount: 0, faults: [], isPublished: false });
  });

  it('says why it wrote nothing though it leaves out what is faulty', async () => {
    const named = ['one', 'two'].map((id) => product(id, { meta: { catalog_id: id } }));
    const records = JSON.stringify([
      ...named,
      product('c'),
      { type: 'product', id: 'faulty', meta: { catalog_id: 'one' } },
    ]);
    const kept = await importText(records, { isKeepingGoing: true });
    expect(kept).toMatchObject({ isPublished: false, faultCount: 1 });
    const refusal = /^meta\.catalog_id is missing in 1 of the products, and there are several catalogs: /;
    expect(kept.refusal).toMatch(refusal);
    expect(formatImportReport(kept, false).result).toMatch(/Nothing was written: meta\.catalog_id is missing/);
    // Faults are to be mended first where they are not left out, and may be why.
    expect((await importText(records)).refusal).toBeNull();
  });

  it('asks which catalog products belong to where it is not clear', async () => {
    const named = product('a', { meta: { catalog_id: 'one' } });
    const other = product('b', { meta: { catalog_id: 'two' } });
    await expect(importText(JSON.stringify([named, other, product('c')]))).rejects.toThrow(
      "meta.catalog_id is missing in 1 of the products, and there are several catalogs: 'one', 'two'. Say which one with --catalog.",
    );
    await expect(importText(JSON.stringify([node('n', null)]))).rejects.toThrow(
      'The files hold nodes, but no products.',
    );
  });

  it.each([
    ['', 'The id of --catalog must not be empty.'],
    ['c'.repeat(256), 'The id of --catalog is longer than an identifier can be (255 characters).'],
  ])('of products for a catalog that none can be is refused: %j', async (catalogId, message) => {
    const before = await contents();
    for (const isIntoCurrent of [false, true]) {
      const importing = importText(JSON.stringify([product('a')]), { catalogId, isIntoCurrent });
      await expect(importing).rejects.toThrow(message);
    }
    expect(await contents()).toEqual(before);
  });

  it.each(['checking', 'loading', 'finishing'] as const)(
    'that is interrupted while %s leaves no trace',
    async (phase) => {
      const before = await contents();
      const controller = new AbortController();
      const onProgress: ImportOptions['onProgress'] = (progress) => {
        if (progress.phase === phase) controller.abort(new Error('interrupted'));
      };
      const many = Array.from({ length: 3000 }, (_, index) => product(`p${index}`));
      const text = many.map((record) => JSON.stringify(record)).join('\n');
      await expect(
        importText(text, { catalogId: 'interrupted', signal: controller.signal, onProgress }),
      ).rejects.toThrow('interrupted');
      const { release, ...rest } = await contents();
      expect({ release, ...rest }).toEqual(before);
    },
  );

  it('retires the oldest releases beyond those that are kept, and never the current one', async () => {
    for (const name of ['a', 'b', 'c']) {
      await importText(JSON.stringify([product(name)]), { catalogId: 'kept-few', keptReleases: 2 });
    }
    const ofCatalog = async () => (await stores.releases.list()).filter(({ catalogId }) => catalogId === 'kept-few');
    const releases = await ofCatalog();
    expect(releases.map(({ isCurrent, isRetired }) => [isCurrent, isRetired])).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    const [newest, older, oldest] = releases.map(({ id }) => id) as [string, string, string];
    expect(await stores.products.getMany(oldest, ['a'])).toEqual(new Map());
    expect(await stores.catalogs.findRelease(oldest)).toBe(null);
    expect(await stores.releases.makeCurrent(older)).toMatchObject({ id: older, isCurrent: true });
    await expect(stores.releases.retire(older)).rejects.toThrow(/is current: make another one current first/);
    await expect(stores.releases.makeCurrent(oldest)).rejects.toThrow(/is retired: what it held is gone/);
    await expect(stores.releases.retire('999999')).rejects.toThrow(/No release with the id '999999'/);
    expect((await stores.releases.retire(newest)).isRetired).toBe(true);
  });

  it('is published, whatever becomes of the removal of older releases', async () => {
    const publishOne = (options: Partial<ImportOptions> = {}) =>
      importText(JSON.stringify([product(`at-${Math.random()}`)]), { catalogId: 'kept-busy', ...options });
    await publishOne();
    const retire = () => Promise.reject(new DomainError('CONFLICT', 'The release 1 is current.'));
    const report = await publishOne({
      keptReleases: 1,
      stores: { ...stores, releases: { ...stores.releases, retire } },
    });
    expect(report).toMatchObject({ isPublished: true, retiredReleaseIds: [], releases: [{ catalogId: 'kept-busy' }] });
    expect(report.retirementProblem).toBe('Older releases could not all be removed: The release 1 is current.');
  });

  it('removes what a process that died has left, and leaves alone what another one is building', async () => {
    async function begunBefore(ms: number): Promise<string> {
      const id = await stores.releases.begin('abandoned', new Date().toISOString());
      const touched_at = new Date(Date.now() - ms).toISOString();
      await opened.engine.writer.updateTable('release').set({ touched_at }).where('id', '=', Number(id)).execute();
      return id;
    }
    const [abandoned, building] = [await begunBefore(130_000), await begunBefore(60_000)];
    await importText(JSON.stringify([product('p')]), { catalogId: 'sweeper' });
    const { rows } = await sql<{ id: number }>`select id from release where state = 'building'`.execute(
      opened.engine.reader,
    );
    expect(rows.map(({ id }) => String(id))).toEqual([building]);
    expect(abandoned).not.toBe(building);
  });
});
