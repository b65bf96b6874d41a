/**
 * What an import leaves out that keeps going might as well not stand in the files: the release is the one that an import of the rest makes.
 * Of a release that is added to, nothing is left out.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../src/domain/ports.ts';
import { formatImportFault } from '../../src/importer/import-faults.ts';
import type { ImportReport } from '../../src/importer/import-files.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importReport } from '../support/import-records.ts';
import { contentsOf } from '../support/release-contents.ts';
import { runs } from '../support/runs.ts';
import { useOpened } from '../support/use-opened.ts';

interface Rec {
  readonly id: string;
  readonly type: string;
}

const toReference = (type: string) => (id: string) => ({ id, type });
const record = (type: string, id: string, attributes: object = {}, relationships: object = {}): Rec => ({
  ...{ id, type, attributes: { name: id, ...(type === 'product' && { status: 'live' }), ...attributes } },
  ...{ relationships },
});
const product = (id: string, attributes: object = {}) => record('product', id, attributes);
const below = (type: string, id: string, parent: string, attributes: object = {}) =>
  record(type, id, attributes, { parent: { data: toReference(type)(parent) } });
const above = (type: string, id: string, child: string, attributes: object = {}) =>
  record(type, id, attributes, { children: { data: [toReference(type)(child)] } });

/** `first`: what is current; null: the import is of a catalog in full. */
const examples: readonly [what: string, first: readonly Rec[] | null, records: readonly Rec[], leftOut: number[]][] = [
  ['a product that names children', null, [product('a'), product('b'), above('product', 'a', 'b')], [3]],
  [
    'the first one that names a child',
    null,
    [product('a', { sku: 'S' }), above('product', 'b', 'c', { sku: 'S' }), above('product', 'd', 'c'), product('c')],
    [2],
  ],
  [
    'a product above one that names a child',
    null,
    [product('a'), below('product', 'b', 'nobody'), record('product', 'c', {}, relationsOf('b', 'd')), product('d')],
    [2, 3],
  ],
  [
    'what takes the place of a parent',
    [product('a', { sku: 'S' }), product('b'), below('product', 'c', 'b')],
    [product('b', { sku: 'S' })],
    [1],
  ],
  [
    'what makes a cycle of a chain',
    [product('a'), below('product', 'b', 'a'), below('product', 'c', 'b')],
    [below('product', 'a', 'c')],
    [1],
  ],
  [
    'what would hang on it, and takes the place of another',
    [product('a', { sku: 'S' }), product('b'), below('product', 'c', 'b')],
    [product('d', { sku: 'S' }), below('product', 'b', 'd')],
    [1, 2],
  ],
  [
    'a node that takes the place of a parent',
    [product('p'), record('node', 'a'), below('node', 'b', 'a'), below('node', 'c', 'b')],
    [below('node', 'b', 'nobody')],
    [1],
  ],
  [
    'a node that makes a cycle of a chain',
    [product('p'), record('node', 'a'), below('node', 'b', 'a'), below('node', 'c', 'b')],
    [below('node', 'a', 'c')],
    [1],
  ],
];

function relationsOf(parent: string, child: string) {
  return { parent: { data: toReference('product')(parent) }, children: { data: [toReference('product')(child)] } };
}

const maybe = <Value>(value: fc.Arbitrary<Value>, freq: number) => fc.option(value, { nil: undefined, freq });
const relationshipsOf = (ids: readonly string[], type: string) =>
  fc.record(
    {
      children: maybe(
        fc
          .uniqueArray(fc.constantFrom(...ids), { maxLength: 3 })
          .map((some) => ({ data: some.map(toReference(type)) })),
        3,
      ),
      parent: maybe(
        fc.constantFrom(...ids, 'nobody').map((id) => ({ data: toReference(type)(id) })),
        3,
      ),
    },
    { requiredKeys: [] },
  );
const productIds = Array.from({ length: 6 }, (_, index) => `p${index}`);
const nodeIds = ['n0', 'n1', 'n2'];
const anyProduct = fc
  .tuple(
    fc.constantFrom(...productIds),
    fc.record(
      {
        name: fc.constantFrom('Coat', 'Hat', 'Coat p1'),
        status: fc.constantFrom('live', 'live', 'draft', 'gone'),
        sku: maybe(fc.constantFrom('S1', 'S2', 'S3', 'S4'), 3),
        slug: maybe(fc.constantFrom('Coat', 'x'), 3),
      },
      { requiredKeys: ['name', 'status'] },
    ),
    relationshipsOf(productIds, 'product'),
  )
  .map(([id, attributes, relationships]) => record('product', id, attributes, relationships));
const anyNode = fc
  .tuple(fc.constantFrom(...nodeIds), fc.constantFrom('N', ''), relationshipsOf(nodeIds, 'node'))
  .map(([id, name, relationships]) => record('node', id, { name }, relationships));
const files = fc
  .array(fc.oneof({ weight: 3, arbitrary: anyProduct }, { weight: 1, arbitrary: anyNode }), { maxLength: 10 })
  .map((some) => [product('first'), ...(JSON.parse(JSON.stringify(some)) as Rec[])]);

describeEachEngine('an import that keeps going', (open) => {
  const opened = useOpened(open);
  let stores: Stores;
  let catalogs = 0;
  beforeAll(async () => {
    stores = createStores(opened.engine);
  });

  /** But the digits of positions, where records were left out before. */
  async function contents(report: ImportReport) {
    const { release, products, nodes, ranges } = await contentsOf(opened.engine, report);
    const without = (rows: unknown) => (rows as { position: unknown }[]).map(({ position, ...row }) => row);
    return { release, products: without(products), nodes: without(nodes), ranges };
  }

  /** Answers the places of what is left out, or null where what is current already contradicts itself without what the files replace. */
  async function expectSame(first: readonly Rec[] | null, records: readonly Rec[]): Promise<number[] | null> {
    catalogs += 1;
    const options = { catalogId: `catalog-${catalogs}`, isIntoCurrent: first !== null };
    if (first) await importReport(stores, first, { ...options, isIntoCurrent: false, isKeepingGoing: true });
    const [before] = (await stores.releases.list()).filter(({ catalogId }) => catalogId === options.catalogId);
    const report = await importReport(stores, records, { ...options, isKeepingGoing: true });
    if (report.faults.some(({ place }) => place.file !== 'standard input')) return null;
    const leftOut = new Set(report.faults.map(({ place }) => place.record));
    const rest = records.filter((_, index) => !leftOut.has(index + 1));
    if (before) await stores.releases.makeCurrent(before.id);
    const again = await importReport(stores, rest, { ...options, ...(first && rest.length === 0 && noRecords) });
    expect(again.faults.map(formatImportFault)).toEqual([]);
    expect(await contents(report)).toEqual(await contents(again));
    return [...leftOut].sort((a, b) => a - b);
  }
  const noRecords = { replaced: { removedProductIds: new Set<string>(), hasAllNodes: false } };

  it.each(examples)('makes the release of the rest where it leaves out %s', async (_, first, records, leftOut) => {
    expect(await expectSame(first, records)).toEqual(leftOut);
  });

  it('ends when it is interrupted while it looks what hangs on what', async () => {
    const interrupted = new AbortController();
    const stageProducts: Stores['releases']['stageProducts'] = async (file) => {
      const staged = await stores.releases.stageProducts(file);
      const listDuplicates: typeof staged.listDuplicates = (attribute) => {
        setImmediate(() => interrupted.abort(new Error('Enough.')));
        return staged.listDuplicates(attribute);
      };
      return { ...staged, listDuplicates };
    };
    const options = { catalogId: 'interrupted', isKeepingGoing: true, signal: interrupted.signal };
    const interruptible = { ...stores, releases: { ...stores.releases, stageProducts } };
    await expect(importReport(interruptible, [product('a'), product('a')], options)).rejects.toThrow('Enough.');
  });

  it('makes the release of the rest, whatever it leaves out', async () => {
    const story = fc.asyncProperty(fc.option(files, { nil: null }), files, async (first, records) => {
      await expectSame(first, records);
    });
    await fc.assert(story, { numRuns: runs(5, 30) });
  });
});
