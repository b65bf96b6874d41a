/** Relay's connection rules, whatever the list: any walk is compared with the same walk over an array. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { runs } from '../../support/runs.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

/** In order; the last two differ by what a JavaScript Date would lose. */
const moments = [
  '2025-12-31T23:59:59Z',
  '2026-01-01T01:00:00+01:00',
  '2026-01-01T00:00:00.000000001Z',
  '2026-01-01T00:00:00.000000002Z',
];
const tags = ['rain', 'sun'] as const;

interface Row {
  readonly id: string;
  readonly isChild: boolean;
  readonly isLive: boolean;
  /** Which of the moments. */
  readonly updated: number;
  readonly tag: (typeof tags)[number];
}

const row = fc.record({
  isChild: fc.constantFrom(true, true, true, false),
  isLive: fc.constantFrom(true, true, true, false),
  updated: fc.nat(moments.length - 1),
  tag: fc.constantFrom(...tags),
});
const rows = fc
  .array(row, { maxLength: 40, size: 'max' })
  .map((all) => all.map((one, index): Row => ({ ...one, id: `p${(index * 7919) % 101}` })));

/** One page: how many, from which end, and after and before which rows of the list, as parts of its length. */
const step = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(40, 100)),
  isForward: fc.boolean(),
  after: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  before: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
});
const walk = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 15 }), { minLength: 1, maxLength: 4 }),
  turns: fc.array(fc.record({ isForward: fc.boolean(), size: fc.integer({ min: 1, max: 12 }) }), { maxLength: 8 }),
  jumps: fc.array(step, { maxLength: 6 }),
  filter: fc.constantFrom('none', 'tag', 'ids'),
});
type Walk = typeof walk extends fc.Arbitrary<infer Value> ? Value : never;

const parent: Row = { id: 'parent', isChild: false, isLive: true, updated: 1, tag: 'rain' };

function toStore(all: readonly Row[]) {
  const records = all.map(({ id, isChild, isLive, updated, tag }) =>
    productRecord({
      id,
      attributes: { status: isLive ? 'live' : 'draft', updated_at: moments[updated], tags: [tag] },
      ...(isChild && { relationships: { parent: { data: { id: 'parent', type: 'product' } } } }),
    }),
  );
  const { updated, tag } = parent;
  const base = { base_product: true, updated_at: moments[updated], tags: [tag] };
  return smallCatalog('walks', [productRecord({ id: 'parent', attributes: base }), ...records]);
}

/** The last updated first, then by id. */
function inOrder(all: readonly Row[]): string[] {
  return all
    .filter(({ isLive }) => isLive)
    .sort((a, b) => b.updated - a.updated || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

const args = '(filter: $filter, first: $first, after: $after, last: $last, before: $before) { ...Page }';
const document = (
  field: string,
) => `query($filter: ProductFilter, $first: Int, $after: String, $last: Int, $before: String) {
  ${field} }
  fragment Page on ProductConnection { totalCount nodes { resourceId } edges { cursor node { resourceId } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;

interface Connection {
  readonly query: string;
  readonly isList: (one: Row) => boolean;
}

const connections: Readonly<Record<string, Connection>> = {
  'Product.childProducts': {
    query: document(`product(id: "parent") { childProducts${args} }`),
    isList: ({ isChild }) => isChild,
  },
  'Query.childProducts': {
    query: document(`childProducts${args.replace('(', '(productId: "parent", ')}`),
    isList: ({ isChild }) => isChild,
  },
  'Query.products': { query: document(`products${args}`), isList: () => true },
};

interface Asked {
  readonly first?: number;
  readonly last?: number;
  readonly after?: number | null;
  readonly before?: number | null;
}

describeEachEngine('any walk through a connection', (open) => {
  const gateway = useOpened(() => openGateway(open));

  /** Asks for pages of one list, by the places of its rows, and holds each answer against the array. */
  function createReader({ query }: Connection, ids: readonly string[], filter: object | null) {
    const cursors = new Map<number, string>();
    return async function read({ first, last, after = null, before = null }: Asked) {
      const variables = {
        ...{ first, last, filter },
        after: after === null ? null : cursors.get(after),
        before: before === null ? null : cursors.get(before),
      };
      const { data, errors, shown } = await gateway.ask(query, variables, { channel: 'walks' });
      expect(errors, shown).toEqual([]);
      const page = data.products ?? data.childProducts ?? data.product.childProducts;
      const [from, to] = [after === null ? 0 : after + 1, before ?? ids.length];
      const start = last === undefined ? from : Math.max(from, to - last);
      const end = first === undefined ? to : Math.min(to, from + first);
      const expected = ids.slice(start, end);
      const idOf = ({ resourceId }: { resourceId: string }) => resourceId;
      expect(page.nodes.map(idOf), shown).toEqual(expected);
      expect(
        page.edges.map(({ node }: { node: { resourceId: string } }) => idOf(node)),
        shown,
      ).toEqual(expected);
      const found: string[] = page.edges.map(({ cursor }: { cursor: string }) => cursor);
      expect(page.totalCount, shown).toBe(ids.length);
      expect(page.pageInfo, shown).toEqual({
        hasPreviousPage: start > 0,
        hasNextPage: end < ids.length,
        startCursor: found[0] ?? null,
        endCursor: found.at(-1) ?? null,
      });
      for (const [index, cursor] of found.entries()) {
        // A row's cursor is the same on every page.
        expect(cursors.get(start + index) ?? cursor, shown).toBe(cursor);
        cursors.set(start + index, cursor);
      }
      return { start, end, hasNext: page.pageInfo.hasNextPage, hasPrevious: page.pageInfo.hasPreviousPage };
    };
  }

  async function walkThrough(connection: Connection, all: readonly Row[], { sizes, turns, jumps, filter }: Walk) {
    const some = all.filter((_, index) => index % 3 > 0).map(({ id }) => id);
    const filters = {
      none: { filter: null, fits: () => true },
      tag: { filter: { tags: { eq: 'rain' } }, fits: ({ tag }: Row) => tag === 'rain' },
      ids: { filter: { id: { in: [...some, 'nothing'] } }, fits: ({ id }: Row) => some.includes(id) },
    };
    const { filter: asked, fits } = filters[filter];
    const ids = inOrder(all.filter((one) => connection.isList(one) && fits(one)));
    const read = createReader(connection, ids, asked);
    const sizeAt = (page: number) => sizes[page % sizes.length] ?? 1;

    // As a client does: on and on by the flags and the cursors, from either end.
    let visited = 0;
    for (let page = 0, after: number | null = null, hasNext = true; hasNext; page += 1) {
      const found = await read({ first: sizeAt(page), after });
      visited += found.end - found.start;
      [after, hasNext] = [found.end - 1, found.hasNext];
    }
    expect(visited).toBe(ids.length);
    for (let page = 0, before: number | null = null, hasPrevious = true; hasPrevious; page += 1) {
      const found = await read({ last: sizeAt(page), before });
      visited -= found.end - found.start;
      [before, hasPrevious] = [found.start, found.hasPrevious];
    }
    expect(visited).toBe(0);
    if (ids.length === 0) return;

    // To and fro: from the page that is shown to the one after it, or the one before it.
    let shown = { start: 0, end: Math.min(ids.length, 3) };
    for (const { isForward, size } of turns) {
      const found = await read(isForward ? { first: size, after: shown.end - 1 } : { last: size, before: shown.start });
      if (found.end > found.start) shown = found;
    }
    // From any edge to any other one.
    const placeOf = (part: number | null) => (part === null ? null : Math.floor(part * (ids.length - 1)));
    for (const { size, isForward, ...between } of jumps) {
      const [after, before] = [placeOf(between.after), placeOf(between.before)];
      const isCrossed = after !== null && before !== null && after >= before;
      await read({ [isForward ? 'first' : 'last']: size, after, before: isCrossed ? null : before });
    }
  }

  it('visits every row once, in order, and is told the truth about what lies before and after', async () => {
    const walks = fc.tuple(walk, walk, walk);
    await fc.assert(
      fc.asyncProperty(rows, walks, async (others, each) => {
        await publish(toStore(others), { releases: gateway.stores.releases, now: new Date() });
        gateway.forget();
        for (const [index, connection] of Object.values(connections).entries()) {
          await walkThrough(connection, [parent, ...others], each[index] as Walk);
        }
      }),
      { numRuns: runs(8, 40) },
    );
    expect(gateway.bugs).toEqual([]);
  }, 300_000);
});
