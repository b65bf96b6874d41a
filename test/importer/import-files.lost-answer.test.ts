/** An import whose publication is done, and nobody answers that it is. */
import { expect, it } from 'vitest';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';

const products = (name: string) => [{ type: 'product', id: 'one', attributes: { name, status: 'live' } }];

describeEachEngine('an import', (open) => {
  it('has published what is published, where only the answer to it was lost', async () => {
    const { engine, drop } = await open();
    const stores = createStores(engine);
    await importRecords(stores, products('before'));
    const publish: typeof stores.releases.publish = async (publication) => {
      await stores.releases.publish(publication);
      throw new Error('Connection terminated unexpectedly');
    };
    const report = await importRecords({ ...stores, releases: { ...stores.releases, publish } }, products('after'));
    expect(report.isPublished).toBe(true);
    const [release] = report.releases;
    const [shown] = (await stores.catalogs.getDirectory()).catalogs;
    expect(shown?.currentRelease?.id).toBe(release?.releaseId);
    const found = await stores.products.getMany(release?.releaseId ?? '', ['one']);
    expect(found.get('one')).toMatchObject({ name: 'after' });
    await drop();
  });
});
