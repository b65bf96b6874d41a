/** An import whose publication is done, and nobody answers that it is. */
import { expect, it } from 'vitest';
import { OutcomeUnknown } from '../../src/domain/transactions.ts';
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

  it('has changed nothing, and says no other, where its releases could be removed', async () => {
    const { engine, drop } = await open();
    const stores = createStores(engine);
    const broken = new Error('Connection terminated unexpectedly');
    const publish: typeof stores.releases.publish = () => Promise.reject(new OutcomeUnknown(broken));
    const importing = importRecords({ ...stores, releases: { ...stores.releases, publish } }, products('never'));
    const error = await importing.catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: broken });
    expect((await stores.catalogs.getDirectory()).catalogs).toEqual([]);
    await drop();
  });

  it('does not know it where they could not', async () => {
    const { engine, drop } = await open();
    const stores = createStores(engine);
    const broken = new Error('Connection terminated unexpectedly');
    const publish: typeof stores.releases.publish = () => Promise.reject(new OutcomeUnknown(broken));
    const discard: typeof stores.releases.discard = () => Promise.reject(broken);
    const importing = importRecords({ ...stores, releases: { ...stores.releases, publish, discard } }, products('one'));
    await expect(importing).rejects.toBeInstanceOf(OutcomeUnknown);
    await drop();
  });
});
