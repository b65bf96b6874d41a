/** No statement of a list looks at rows that the page does not show, whatever the planner knows of the tables. */
import { type CompiledQuery, type LogEvent, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import { sortKeyOf } from '../../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../../src/domain/release/ports.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { explain } from '../../support/explain.ts';
import { writingContext } from '../../support/request-contexts.ts';

const count = 5000;

function child(index: number): ReleaseProduct {
  const id = `p${index}`;
  const names = { name: `name ${index % 7}`, sku: id, slug: id, mpn: null, upcEan: null };
  return {
    id,
    parentId: 'parent',
    sortKey: sortKeyOf('2026-01-01T00:00:00Z', id),
    status: 'live',
    isBaseProduct: false,
    ...names,
    productTypes: ['child'],
    tags: [`tag ${index % 5}`],
    digest: id,
    pricePoints: [],
    locales: null,
    matrix: null,
    document: JSON.stringify({ id, attributes: { status: 'live' } }),
  };
}

/** In the words of each engine's plan: that an index gives more rows than are wanted, or none is used. */
const walks = {
  sqlite: /SCAN (?!json_each)|\(release_id=\?\)/,
  postgres: /Seq Scan|Index Cond: \(+release_id = \d+\)$|Index Cond: \(x\.release_id = \d+\)$/m,
};

describeEachEngine('the statements of a page', (open, name) => {
  it('find each row by an index', async () => {
    const queries: CompiledQuery[] = [];
    const { engine, drop } = await open({ log: ({ query }: LogEvent) => void queries.push(query) });
    onTestFinished(drop);
    const { releases, products } = createStores(engine);
    const releaseId = await releases.begin('catalog', '2026-01-01T00:00:00.000Z');
    const parent = { ...child(-1), id: 'parent', parentId: null, isBaseProduct: true };
    await releases.addProducts(releaseId, [parent, ...Array.from({ length: count }, (_, index) => child(index))]);
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });

    queries.length = 0;
    const filter = canonicalFilter([{ attribute: 'tags', operator: 'in', values: ['tag 1', 'tag 2'] }]);
    const window = { limit: 50, from: 'start', after: child(2500).sortKey, before: null, skip: 0 } as const;
    const query = { releaseId, parentId: 'parent', status: 'live', filter, window, withTotal: true } as const;
    const [list] = await products.listChildren(writingContext(), [query]);
    expect(list?.page).toMatchObject({ total: (2 * count) / 5, hasPrevious: true, hasNext: true });
    const firstKey = list?.page.items[0]?.sortKey ?? '';
    await products.listPageStarts(writingContext(), [{ ...query, pageSize: 50, firstKey, reach: 3 }]);

    const asked = queries.splice(0).filter((one) => /from (")?release_(product|ordinal|index_block)/.test(one.sql));
    expect(asked.length).toBeGreaterThanOrEqual(5);
    for (const one of asked) {
      const plan = await engine.reader.connection().execute(async (connection) => {
        // Of a table of one page the planner reads the whole, where it may; where there is no index it does so all the same.
        if (name === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
        const steps = await explain(connection, name, one);
        if (name === 'postgres') await sql`reset enable_seqscan`.execute(connection);
        return steps.join('\n');
      });
      expect(plan, one.sql).not.toMatch(walks[name]);
    }
  });
});
