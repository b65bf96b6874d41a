/** What fails leaves no release, and is told, whatever fails of the cleaning up. */
import { expect, it, onTestFinished } from 'vitest';
import { publish, type RecordSource } from '../../src/importer/publish.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { openEmbedded } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';

async function open() {
  const { engine, drop } = await openEmbedded();
  onTestFinished(drop);
  const stores = createStores(engine);
  const countBuilding = async () => {
    const building = engine.reader.selectFrom('release').select('id').where('state', '=', 'building');
    return (await building.execute()).length;
  };
  let discards = 0;
  /** Stores of which `failing` fails, and the first discard. */
  const failingAt = (failing: 'publish' | 'addProducts' | 'seal') => ({
    ...stores.releases,
    [failing]: () => Promise.reject(new Error(`${failing} fails`)),
    async discard(id: string) {
      discards += 1;
      if (discards === 1) throw new Error('It can not be discarded.');
      return stores.releases.discard(id);
    },
  });
  return { stores, countBuilding, failingAt };
}

const two = ['one', 'two'].map((id) => smallCatalog(id, [productRecord({ id })]));
const ofBoth = (catalogs: RecordSource['catalogs']): RecordSource => ({ ...(two[0] as RecordSource), catalogs });
const [first, second] = two.flatMap(({ catalogs }) => catalogs) as [
  RecordSource['catalogs'][0],
  RecordSource['catalogs'][0],
];

it('a publication whose records fail leaves nothing', async () => {
  const { stores, countBuilding } = await open();
  // biome-ignore lint/correctness/useYield: it fails before
  const failing = function* (): Generator<never> {
    throw new Error('The records fail.');
  };
  const source = ofBoth([first, { ...second, products: failing }]);
  await expect(publish(source, { releases: stores.releases, now: new Date() })).rejects.toThrow('The records fail.');
  expect(await countBuilding()).toBe(0);
});

it('a publication that fails says why, and leaves only what can not be discarded', async () => {
  const { countBuilding, failingAt } = await open();
  const releases = failingAt('publish');
  await expect(publish(ofBoth([first, second]), { releases, now: new Date() })).rejects.toThrow('publish fails');
  expect(await countBuilding()).toBe(1);
});

it.each(['publish', 'addProducts', 'seal'] as const)('so does an import: %s', async (failing) => {
  const { stores, countBuilding, failingAt } = await open();
  const records = ['one', 'two'].flatMap((id) => [
    { type: 'catalog', id, attributes: { name: id } },
    productRecord({ id, meta: { catalog_id: id } }),
  ]);
  const importing = importRecords({ ...stores, releases: failingAt(failing) }, records);
  await expect(importing).rejects.toThrow(`${failing} fails`);
  expect(await countBuilding()).toBeLessThanOrEqual(1);
});
