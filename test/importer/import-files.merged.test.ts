/**
 * An import into what is current makes the release that an import of all records makes, those that it brings in the places of those that
 * they replace: to the byte, and so do imports after it. Where one is refused, the other is.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ImportReport } from '../../src/importer/import-files.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importReport } from '../support/import-records.ts';
import { contentsOf } from '../support/release-contents.ts';
import { runs } from '../support/runs.ts';
import { useMade, useOpened } from '../support/use-opened.ts';

const ids = Array.from({ length: 7 }, (_, index) => `p${index}`);
const alwaysThere = 3;
const nodeIds = Array.from({ length: 4 }, (_, index) => `n${index}`);
const maybe = <Value>(value: fc.Arbitrary<Value>, freq = 2) => fc.option(value, { nil: undefined, freq });
const orNull = <Value>(value: fc.Arbitrary<Value>) => maybe(fc.option(value, { nil: null, freq: 4 }));
const toReference = (type: string) => (id: string) => ({ id, type });
const relation = (of: readonly string[], type: string) =>
  fc.option(fc.constantFrom(...of), { nil: null, freq: 3 }).map((id) => ({ data: id && toReference(type)(id) }));
const relations = (of: readonly string[], type: string) =>
  fc.uniqueArray(fc.constantFrom(...of), { maxLength: 3 }).map((some) => ({ data: some.map(toReference(type)) }));
const moment = fc.integer({ min: 1, max: 3 }).map((day) => `2026-01-0${day}T00:00:00Z`);

/** One variation, whose options lead to children. */
const familyOf = (children: readonly string[]) => ({
  variations: [
    { id: 'size', name: 'Size', options: children.map((_, index) => ({ id: `o${index}`, name: `Option ${index}` })) },
  ],
  variation_matrix: Object.fromEntries(children.map((child, index) => [`o${index}`, child])),
});

/** Parents are most often those that every store has, and children come after them: few are refused. */
const productOf = (id: string) => {
  const index = ids.indexOf(id);
  const parents = index > 0 ? ids.slice(0, Math.min(index, alwaysThere)) : ids;
  const children = index < ids.length - 1 ? ids.slice(index + 1) : ids;
  const attributes = {
    name: fc.constantFrom('Coat', 'coat', 'Coat p1', 'coat p2', '靴'),
    status: fc.constantFrom('live', 'live', 'draft'),
    updated_at: moment,
    sku: maybe(fc.constantFrom(id, id, id, 'S1'), 3),
    slug: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(undefined, null, '') },
      fc.constantFrom('coat', id, 'coat-p2', 'coat-p2-2'),
    ),
    tags: maybe(fc.subarray(['rain', 'snow'])),
    base_product: maybe(fc.boolean()),
    base_product_id: maybe(fc.constantFrom(...parents, ''), 4),
    price: maybe(fc.integer({ min: 1, max: 3 }).map((amount) => ({ EUR: { amount, includes_tax: true } }))),
    locales: orNull(fc.constant({ de: { name: 'Mantel' } })),
    components: maybe(
      fc.constantFrom(...ids).map((id) => ({ one: { name: 'One', options: [{ id, type: 'product' }] } })),
    ),
  };
  const relationships = {
    parent: orNull(relation(parents, 'product')),
    children: orNull(relations(children, 'product')),
    files: maybe(fc.constant({ data: [{ id: 'a', type: 'file' }] })),
    links: maybe(fc.constant({ self: '/elsewhere' })),
  };
  const meta = {
    language: maybe(fc.constantFrom('en', 'de')),
    product_types: maybe(fc.subarray(['standard', 'child', 'bundle'])),
    bread_crumb_nodes: maybe(fc.subarray(nodeIds)),
  };
  const family = fc.uniqueArray(fc.constantFrom(...children), { minLength: 1, maxLength: 3 }).map(familyOf);
  return fc
    .record(
      {
        id: fc.constant(id),
        type: fc.constant('product'),
        attributes: fc.record(attributes, { requiredKeys: ['name', 'status'] }),
        relationships: orNull(fc.record(relationships, { requiredKeys: [] })),
        meta: orNull(
          fc.tuple(fc.record(meta, { requiredKeys: [] }), maybe(family, 3)).map(([own, of]) => ({ ...own, ...of })),
        ),
      },
      { requiredKeys: ['id', 'type', 'attributes'] },
    )
    .map(withoutAbsent);
};

const node = fc
  .record(
    {
      id: fc.constantFrom(...nodeIds),
      type: fc.constant('node'),
      attributes: fc.record(
        {
          name: fc.constantFrom('Rain', 'Snow'),
          updated_at: moment,
          locales: maybe(fc.constant({ de: { name: 'Regen' } })),
        },
        { requiredKeys: ['name'] },
      ),
      relationships: orNull(
        fc.record(
          { parent: orNull(relation(nodeIds, 'node')), children: orNull(relations(nodeIds, 'node')) },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: ['id', 'type', 'attributes'] },
  )
  .map(withoutAbsent);

interface Rec {
  readonly id: string;
  readonly type: string;
}

function withoutAbsent(record: object): Rec {
  return JSON.parse(JSON.stringify(record));
}

const productsOf = (some: readonly string[]): fc.Arbitrary<Rec[]> => fc.tuple(...some.map(productOf));
const nodes = (constraints: fc.ArrayConstraints) => fc.uniqueArray(node, { selector: ({ id }) => id, ...constraints });
const shuffled = (list: readonly string[]) => fc.shuffledSubarray([...list], { minLength: list.length });
const records = fc
  .tuple(
    fc
      .subarray(ids.slice(alwaysThere))
      .chain((others) => shuffled([...ids.slice(0, alwaysThere), ...others]))
      .chain(productsOf),
    nodes({ minLength: 3 }),
  )
  .map((lists) => lists.flat());
const changes: fc.Arbitrary<Changes> = fc
  .record({
    records: fc
      .tuple(fc.shuffledSubarray(ids, { maxLength: 3 }).chain(productsOf), nodes({ maxLength: 1 }))
      .map((lists) => lists.flat()),
    removed: fc.subarray(ids.slice(alwaysThere), { maxLength: 1 }),
  })
  .map(({ records, removed }) => ({ records, removed: removed.filter((id) => !records.some((one) => one.id === id)) }));

interface Changes {
  readonly records: readonly Rec[];
  readonly removed: readonly string[];
}

function merge(before: readonly Rec[], { records, removed }: Changes): Rec[] {
  const keyOf = ({ type, id }: Rec) => `${type} ${id}`;
  const merged = new Map(before.map((record) => [keyOf(record), record]));
  for (const id of removed) merged.delete(`product ${id}`);
  for (const record of records) merged.set(keyOf(record), record);
  return [...merged.values()];
}

const childOf = (id: string, parent: string | null) => ({
  ...{ id, type: 'product', attributes: { name: id, status: 'live' } },
  relationships: { parent: { data: parent === null ? null : { id: parent, type: 'product' } } },
});
const parentOf = (id: string, ...children: readonly string[]) => ({
  ...{ id, type: 'product', attributes: { name: id, status: 'live' } },
  relationships: { children: { data: children.map(toReference('product')) } },
});
const named = (id: string, name: string, slug?: string) => ({
  ...{ id, type: 'product', attributes: { name, status: 'live', ...(slug && { slug }) } },
});
const exchanging = (id: string, value: string) => ({
  ...{ id, type: 'product', attributes: { name: id, status: 'live', sku: `sku-${value}`, slug: `slug-${value}` } },
});
const plain = (id: string) => named(id, id);
const nodeAbove = (id: string, ...children: readonly string[]) => ({
  ...{ id, type: 'node', attributes: { name: id } },
  relationships: { children: { data: children.map(toReference('node')) } },
});

/** What is there, and what comes to it, or goes. */
const examples: readonly [what: string, first: readonly Rec[], ...rounds: readonly Partial<Changes>[]][] = [
  [
    'a child moves to another parent, and back',
    [plain('a'), plain('b'), childOf('c', 'a'), childOf('d', 'a')],
    { records: [childOf('c', 'b')] },
    { records: [childOf('c', 'a')] },
    { records: [childOf('c', null), childOf('d', 'b')] },
  ],
  ['a child is gone', [plain('a'), childOf('b', 'a'), childOf('c', 'a')], { removed: ['b'] }, { removed: ['c'] }],
  [
    'a parent names another child',
    [parentOf('a', 'c'), plain('b'), plain('c'), plain('d')],
    { records: [parentOf('a', 'd')] },
    { records: [parentOf('b', 'c')] },
    { records: [plain('a')] },
  ],
  [
    'of two parents that name a child, the first one names it no more',
    [parentOf('b', 'c'), parentOf('a', 'c'), plain('c')],
    { records: [parentOf('b', 'd')] },
    { records: [parentOf('b', 'c'), plain('d')] },
    { removed: ['b'] },
  ],
  ['a parent is gone that named its child', [parentOf('a', 'b'), plain('b')], { removed: ['a'] }],
  [
    'others of the same name come, go and take names',
    [named('b', 'Coat'), named('a', 'Coat'), named('c', 'Coat')],
    { records: [named('b', 'Boat')] },
    { records: [named('0', 'Coat'), named('d', 'Hat', 'boat')] },
    { records: [named('d', 'Hat')] },
    { removed: ['a'] },
  ],
  [
    'slugs with ids are of others, who come and go',
    [named('b', 'Coat'), named('p1', 'Coat'), named('c', 'Coat p1')],
    { removed: ['c'] },
    { records: [named('d', 'Hat', 'Coat-p1')] },
    { records: [named('d', 'Hat')] },
    { records: [named('e', 'Coat-p1'), named('p-1', 'Coat'), named('p 1', 'Coat'), named('1', 'Coat-p')] },
    { removed: ['b', 'p-1'] },
    { records: [named('2', 'Coat-p-1'), named('x', 'y', 'Coat-p-1-2')], removed: ['p1'] },
  ],
  [
    'two exchange what others may not have',
    [exchanging('a', '1'), exchanging('b', '2')],
    { records: [exchanging('a', '2'), exchanging('b', '1')] },
    { records: [exchanging('c', '2'), exchanging('a', '3')] },
  ],
  [
    'a node is named by another one',
    [plain('p'), nodeAbove('x', 'z'), nodeAbove('y'), nodeAbove('z')],
    { records: [nodeAbove('y', 'z')] },
    { records: [nodeAbove('x')] },
    { records: [nodeAbove('y'), nodeAbove('a', 'z')] },
  ],
];

describeEachEngine('an import into what is current', (open) => {
  const opened = useOpened(open);
  const stores = useMade(() => createStores(opened.engine));

  /** Positions as they follow one another. */
  async function contents(report: ImportReport) {
    const all = await contentsOf(opened.engine, report);
    const placed = (rows: unknown) => {
      const positions = (rows as Placed[]).map(({ position }) => Number(position)).sort((a, b) => a - b);
      return (rows as Placed[]).map((row) => ({ ...row, position: positions.indexOf(Number(row.position)) }));
    };
    return { ...all, products: placed(all.products), nodes: placed(all.nodes) };
  }

  async function expectUniqueSlugs(report: ImportReport): Promise<void> {
    const { products } = await contentsOf(opened.engine, report);
    const slugs = (products as { slug: string | null }[]).flatMap(({ slug }) => slug ?? []);
    expect(slugs).toEqual([...new Set(slugs)]);
  }

  async function current(catalogId: string): Promise<string> {
    const { catalogs } = await stores.catalogs.getDirectory();
    return catalogs.find(({ id }) => id === catalogId)?.currentRelease?.id ?? '';
  }

  /** Whether it was published. What was added to stays current, for what comes next. */
  async function expectSame(catalogId: string, changes: Changes, merged: readonly Rec[]): Promise<boolean> {
    const before = await current(catalogId);
    const replaced = { removedProductIds: new Set(changes.removed), hasAllNodes: false };
    const added = await importReport(stores, changes.records, { catalogId, isIntoCurrent: true, replaced });
    const ofAdded = added.isPublished && (await contents(added));
    await stores.releases.makeCurrent(before);
    const whole = await importReport(stores, merged, { catalogId });
    expect({ isPublished: added.isPublished, faults: added.faults }).toMatchObject({ isPublished: whole.isPublished });
    if (whole.isPublished) expect(ofAdded).toEqual(await contents(whole));
    if (whole.isPublished) await expectUniqueSlugs(whole);
    await stores.releases.makeCurrent(added.releases[0]?.releaseId ?? before);
    return added.isPublished;
  }

  let catalogs = 0;
  async function expectSameRounds(first: readonly Rec[], rounds: readonly Changes[]): Promise<void> {
    catalogs += 1;
    const catalogId = `catalog-${catalogs}`;
    fc.pre((await importReport(stores, first, { catalogId })).isPublished);
    let known = first;
    for (const round of rounds) {
      const merged = merge(known, round);
      if (await expectSame(catalogId, round, merged)) known = merged;
    }
  }

  it.each(examples)('makes the release of all records where %s', async (_, first, ...rounds) => {
    await expectSameRounds(
      first,
      rounds.map((round) => ({ records: [], removed: [], ...round })),
    );
  });

  it('makes the release of all records, whatever they are', async () => {
    const stories = fc.asyncProperty(records, fc.array(changes, { minLength: 1, maxLength: 3 }), expectSameRounds);
    await fc.assert(stories, { numRuns: runs(5, 20) });
  });
});

interface Placed {
  readonly position: number | string | null;
}
