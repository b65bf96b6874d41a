import type { LogEvent } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { canonicalFilter } from '../../src/domain/filter/canonical-filter.ts';
import { sortKeyOf } from '../../src/domain/paging/sort-key.ts';
import type { ReleaseProduct } from '../../src/domain/release/ports.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { someContext } from '../support/request-contexts.ts';

/** In bytes: of the second ones the sizes are read first. */
const [short, long] = [1000, 150_000];

function productOf(id: string, length: number, matrix: string | null = null): ReleaseProduct {
  const names = { name: id, sku: id, slug: id, mpn: null, upcEan: null };
  return {
    ...{ id, parentId: null, sortKey: sortKeyOf('2026-01-01T00:00:00Z', id), status: 'live', isBaseProduct: false },
    ...names,
    ...{ productTypes: ['standard'], tags: [], digest: id, pricePoints: [], locales: null, matrix },
    document: JSON.stringify({ id, attributes: { status: 'live', name: id.padEnd(length, '.') }, meta: { a: 1 } }),
  };
}

/** One whose document has so many. */
function ofBytes(id: string, bytes: number): ReleaseProduct {
  return productOf(id, bytes - productOf(id, long).document.length + long);
}

const shortOnes = Array.from({ length: 20 }, (_, index) => productOf(`short${index}`, short));
const longOnes = Array.from({ length: 4 }, (_, index) => productOf(`long${index}`, long));
const translated = Array.from({ length: 4 }, (_, index) => ({
  ...productOf(`translated${index}`, short),
  locales: JSON.stringify({ de: { description: '.'.repeat(long) } }),
}));
const withMatrices = Array.from({ length: 4 }, (_, index) =>
  productOf(`matrix${index}`, short, `"${'.'.repeat(long)}"`),
);
const window = { limit: 100, from: 'start', after: null, before: null, skip: 0 } as const;
const all = { status: 'live', filter: canonicalFilter([]), window, withTotal: true, language: null } as const;
const idsOf = (products: readonly ReleaseProduct[]) => products.map(({ id }) => id);

describeEachEngine('products with long documents', (open) => {
  async function publish(of: readonly ReleaseProduct[]) {
    let count = 0;
    const countReads = ({ query }: LogEvent) => {
      if (query.sql.includes('octet_length')) count += 1;
    };
    const { engine, drop } = await open({ log: countReads });
    onTestFinished(drop);
    const { releases, products } = createStores(engine);
    const releaseId = await releases.begin('catalog', '2026-01-01T00:00:00.000Z');
    await releases.addProducts(releaseId, of);
    await releases.seal(releaseId, { languages: [], languageCounts: null, digest: '' });
    count = 0;
    return { releaseId, releases, products, reads: () => count };
  }

  /** By units, of which each allows a response to have 100 bytes. */
  const budgetOf = (cost: number) => someContext(new Date(), { ...defaultLimits, cost });

  it('are read by themselves, once their sizes are known', async () => {
    const { releaseId, products, reads } = await publish([...shortOnes, ...longOnes]);
    const { budget } = budgetOf(10_000);
    const found = await products.getMany(releaseId, idsOf([...shortOnes, ...longOnes]), budget);
    expect([...found.values()].map(({ name }) => name.length).sort((a, b) => a - b)).toEqual([
      ...shortOnes.map(() => short),
      ...longOnes.map(() => long),
    ]);
    expect([reads(), budget.spent]).toEqual([2, 0]);
  });

  it.each([
    ['short', 1, shortOnes],
    ['as long as what is read at once', 1, [ofBytes('one', 100_000), ofBytes('other', 100_000)]],
    ['longer in one case', 2, [ofBytes('one', 100_000), ofBytes('other', 100_001)]],
  ])('are read at once where they are not longer than that, whatever they cost: %s', async (_, times, of) => {
    const { releaseId, products, reads } = await publish(of);
    const found = await products.getMany(releaseId, idsOf(of));
    expect([...found.keys()].sort()).toEqual(idsOf(of).sort());
    expect(reads()).toBe(times);
  });

  it.each([
    ['documents', longOnes],
    ['matrices', withMatrices],
    ['translations', translated],
  ])('are listed with their %s, as they were published', async (_, of) => {
    const { releaseId, products, reads } = await publish([...shortOnes, ...of]);
    const { documents } = await products.listDocuments(budgetOf(10_000), { releaseId, ...all, language: 'de' });
    expect(documents.filter(({ length }) => length > long)).toHaveLength(of.length);
    expect(documents).toHaveLength(shortOnes.length + of.length);
    expect(reads()).toBe(2);
  });

  it('are refused before any of them is read where a response could not hold them', async () => {
    const { releaseId, products, reads } = await publish([...longOnes, ...withMatrices]);
    const read = products.getMany(releaseId, idsOf(longOnes), budgetOf(2500).budget);
    await expect(read).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(reads()).toBe(1);
    await expect(products.listDocuments(budgetOf(2500), { releaseId, ...all })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
    });
    expect(reads()).toBe(2);
  });

  it('are shown, and read as records, likewise', async () => {
    const { releaseId, releases, products } = await publish([...longOnes, ...withMatrices]);
    const list = { releaseId, of: 'products' } as const;
    const page = { limit: 100, offset: 0 };
    const shown = { releaseId, ...all, itemsAs: 'slots' } as const;
    const tooLong = { code: 'LIMIT_EXCEEDED' };
    await expect(releases.listTexts(budgetOf(2500), list, page)).rejects.toMatchObject(tooLong);
    await expect(products.list(budgetOf(2500), shown)).rejects.toMatchObject(tooLong);
    const texts = await releases.listTexts(budgetOf(20_000), list, page);
    expect(texts.map((text) => JSON.parse(text).id)).toEqual(idsOf([...longOnes, ...withMatrices]));
    expect((await products.list(budgetOf(10_000), shown)).items).toHaveLength(8);
  });
});
