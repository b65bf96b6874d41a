import { expect, it, onTestFinished, vi } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { openEmbedded } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { longTranslations } from '../support/long-translations.ts';
import { productRecord } from '../support/small-catalog.ts';

it('stores products with long translations a few at a time', async () => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const stores = createStores(engine);
  const addProducts = vi.spyOn(stores.releases, 'addProducts');
  await importRecords(stores, longTranslations(12), { catalogId: 'c' });
  const counts = addProducts.mock.calls.map(([, products]) => products.length);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(Math.max(...counts)).toBeLessThan(6);
});

it.each([1, 2, 3])('a batch that is not stored is missed: number %i of three', async (number) => {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const stores = createStores(engine);
  const { addProducts } = stores.releases;
  const lost = new DomainError('UNAVAILABLE', 'The database is away.');
  let batches = 0;
  vi.spyOn(stores.releases, 'addProducts').mockImplementation(async (...batch) => {
    batches += 1;
    if (batches === number) throw lost;
    await addProducts(...batch);
  });
  const products = Array.from({ length: 1001 }, (_, place) => productRecord({ id: `p${place}` }) as object);
  await expect(importRecords(stores, products, { catalogId: 'c' })).rejects.toBe(lost);
  expect((await stores.catalogs.getDirectory()).catalogs).toEqual([]);
});
