/** Lines of products may be worked at elsewhere: what comes of an import is the same, to the byte, and so are its faults. */
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runLineTask } from '../../src/importer/product-lines.ts';
import type { ProductThread } from '../../src/importer/product-thread.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importReport } from '../support/import-records.ts';
import { contentsOf } from '../support/release-contents.ts';
import { runs } from '../support/runs.ts';
import { useMade, useOpened } from '../support/use-opened.ts';

const ids = Array.from({ length: 300 }, (_, index) => `p${index}`);
const id = fc.constantFrom(...ids);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });

const product = fc
  .record({
    id,
    name: fc.constantFrom('Coat', 'Löffel', '靴'),
    parent: maybe(id),
    locale: maybe(fc.constantFrom('de', 'fr')),
    amount: maybe(fc.bigInt({ min: 1n, max: 2n ** 60n })),
  })
  .map(({ id, name, parent, locale, amount }) => ({
    type: 'product',
    id,
    attributes: {
      ...{ name, status: 'live', updated_at: '2026-01-01T00:00:00Z' },
      ...(locale && { locales: { [locale]: { name: `${name} ${locale}` } } }),
      ...(amount && { price: { EUR: { amount, includes_tax: true } } }),
    },
    ...(parent && { relationships: { parent: { data: { id: parent, type: 'product' } } } }),
  }));
const products = fc.uniqueArray(product, {
  selector: (one) => one.id,
  minLength: 1,
  maxLength: ids.length,
  size: 'max',
});
const others = fc.constantFrom<object>(
  { type: 'node', id: 'n', attributes: { name: 'N' } },
  { type: 'product', id: 'faulty', attributes: { status: 'live' } },
  { data: [{ type: 'product', id: 'in-page', attributes: { name: 'P', status: 'live' } }] },
  { type: 'pricebook', id: 'p' },
  [],
);
/** Most files hold nothing else than products, at any place. */
const file = fc
  .record({ products, others: fc.array(fc.tuple(fc.nat({ max: ids.length }), others), { maxLength: 2 }) })
  .map(({ products, others }) => {
    const records: object[] = [...products];
    for (const [place, other] of others) records.splice(place, 0, other);
    return records;
  });

/** Answers some tasks at once and the others later, as a thread does. */
function createThread(milliseconds: () => number): ProductThread {
  return {
    run(task, lines) {
      const results = runLineTask(task, lines) as never[];
      const wait = milliseconds();
      return wait === 0 ? results : setTimeout(wait, results);
    },
    close: async () => undefined,
  };
}

/** Retiring others takes seconds. */
const keptReleases = 10_000;

describeEachEngine('an import with a second thread', (open) => {
  const opened = useOpened(open);
  const stores = useMade(() => createStores(opened.engine));

  it('makes the release, and finds the faults, that it makes and finds without', async () => {
    await fc.assert(
      fc.asyncProperty(
        file,
        fc.infiniteStream(fc.nat({ max: 3 })),
        fc.boolean(),
        async (records, waits, isKeepingGoing) => {
          const productThread = createThread(() => waits.next().value);
          const alone = await importReport(stores, records, { catalogId: 'one', isKeepingGoing, keptReleases });
          const both = await importReport(stores, records, {
            catalogId: 'one',
            isKeepingGoing,
            keptReleases,
            productThread,
          });
          const { releases: ofAlone, ...reportOfAlone } = alone;
          const { releases: ofBoth, ...reportOfBoth } = both;
          expect(reportOfBoth).toEqual(reportOfAlone);
          expect(ofBoth).toEqual(ofAlone.map((one, index) => ({ ...one, releaseId: ofBoth[index]?.releaseId })));
          if (ofBoth.length > 0)
            expect(await contentsOf(opened.engine, both)).toEqual(await contentsOf(opened.engine, alone));
        },
      ),
      { numRuns: runs(10, 75) },
    );
  });

  it('fails where the thread does, and publishes nothing', async () => {
    const records = ids.map((one) => ({ type: 'product', id: one, attributes: { name: one, status: 'live' } }));
    const before = await stores.releases.list();
    for (const kind of ['check', 'load']) {
      const working = createThread(() => 1);
      const run: ProductThread['run'] = (task, lines) =>
        task.kind === kind ? Promise.reject(new Error('It has ended.')) : working.run(task, lines);
      const importing = importReport(stores, records, { catalogId: 'one', productThread: { ...working, run } });
      await expect(importing).rejects.toThrow('It has ended.');
    }
    expect(await stores.releases.list()).toEqual(before);
  });
});
