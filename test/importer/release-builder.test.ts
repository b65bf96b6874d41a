import { expect, it, onTestFinished, vi } from 'vitest';
import { createStores } from '../../src/storage/open-stores.ts';
import { openEmbedded } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { longTranslations } from '../support/long-translations.ts';

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
