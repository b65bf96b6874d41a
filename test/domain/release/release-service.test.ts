import { expect, it, onTestFinished } from 'vitest';
import { createReleaseService } from '../../../src/domain/release/release-service.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { productRecord } from '../../support/small-catalog.ts';

describeEachEngine('what changed between two releases', (open) => {
  it.each(['newer', 'earlier'] as const)('is not told where the %s is retired while it is read', async (which) => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const stores = createStores(engine);
    const publish = async (ids: readonly string[]) => {
      const records = ids.map((id) => productRecord({ id, attributes: { name: id } }));
      const report = await importRecords(stores, records, { catalogId: 'c' });
      return report.releases[0]?.releaseId ?? '';
    };
    const earlier = await publish(['a', 'b', 'c']);
    const newer = await publish(['a', 'b']);
    await publish(['other']);
    const releases: typeof stores.releases = {
      ...stores.releases,
      async listChanges(...compared) {
        await stores.releases.retire({ newer, earlier }[which]);
        return stores.releases.listChanges(...compared);
      },
    };
    const catalog = { getDirectory: () => stores.catalogs.getDirectory() };
    const service = createReleaseService({ stores: { ...stores, releases }, catalog });
    const delta = { catalogId: 'c', releaseId: newer, since: earlier, after: '' };
    await expect(service.readDelta(writingContext(), delta)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
