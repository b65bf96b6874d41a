/** A sync whose publication is done, or not, and nobody answers which. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OutcomeUnknown } from '../../src/domain/transactions.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { platformOf, syncStores } from '../support/mirrored.ts';
import { openRestGateway, type RestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

describeEachEngine('a sync', (open) => {
  const broken = new OutcomeUnknown(new Error('Connection terminated unexpectedly'));
  let origin: RestGateway;
  let mirror: RestGateway;
  beforeAll(async () => {
    origin = await openRestGateway(open, 'tables');
    mirror = await openRestGateway(open, 'tables');
  });
  afterAll(async () => {
    await origin.drop();
    await mirror.drop();
  });

  /** Of what the platform shows by now. `isDone`: whether the publication is, before its answer is lost. */
  async function sync({ isDone }: { readonly isDone: boolean }) {
    await importRecords(origin.stores, [productRecord({ id: isDone ? 'cap' : 'hat' })]);
    const { stores } = mirror;
    const publish: typeof stores.releases.publish = async (publication) => {
      if (isDone) await stores.releases.publish(publication);
      throw broken;
    };
    const losing = { ...stores, releases: { ...stores.releases, publish } };
    return syncStores(losing, platformOf(origin), { keptReleases: 1 });
  }
  const current = async () => (await mirror.stores.catalogs.getDirectory()).catalogs[0]?.currentRelease;

  it('shows what it has published, and removes what is older, where only the answer was lost', async () => {
    await importRecords(origin.stores, [productRecord({ id: 'cap' }), productRecord({ id: 'hood' })]);
    await syncStores(mirror.stores, platformOf(origin));
    const before = await current();
    await sync({ isDone: true });
    expect(await current()).toMatchObject({ productCount: 1 });
    const kept = (await mirror.stores.releases.list()).filter(({ isRetired }) => !isRetired);
    expect(kept.map(({ id }) => id)).not.toContain(before?.id);
  });

  it('has changed nothing, and says no other, where what it has made could be removed', async () => {
    const before = await current();
    const error = await sync({ isDone: false }).catch((thrown: unknown) => thrown);
    expect(error).not.toBeInstanceOf(OutcomeUnknown);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: 'The store broke off. Nothing was changed.' });
    expect(await current()).toEqual(before);
  });
});
