/** An import announces what it will publish, and takes it back where it does not. */
import { expect, it } from 'vitest';
import type { CatalogDirectories } from '../../src/domain/catalog/catalog.ts';
import { openEmbeddedStores } from '../support/embedded-stores.ts';
import { importRecords } from '../support/import-records.ts';
import { useOpened } from '../support/use-opened.ts';

const records = (name: string) => [
  { type: 'catalog', id: 'main', attributes: { name: 'Main' } },
  { type: 'file', id: 'picture', link: { href: 'https://shop.example/picture' } },
  { type: 'product', id: 'one', attributes: { name, status: 'live' } },
];

const opened = useOpened(openEmbeddedStores);

/** What is known while it waits; null: it does not wait. */
async function importWithNotice(name: string, signal = new AbortController().signal) {
  const { stores } = opened;
  let waiting: Promise<CatalogDirectories> | null = null;
  await importRecords(stores, records(name), {
    ...{ noticeMs: 300, signal },
    onProgress({ phase }) {
      if (phase === 'announcing') waiting = stores.catalogs.getDirectories();
    },
  });
  return await (waiting as Promise<CatalogDirectories> | null);
}

it('is not waited for where nobody is shown anything yet', async () => {
  expect(await importWithNotice('first')).toBe(null);
});

it('says for whom it waits what will be published, and publishes that', async () => {
  const { stores } = opened;
  const before = await stores.catalogs.getDirectory();
  const waiting = await importWithNotice('second');
  expect(waiting?.current).toEqual(before);
  expect(waiting?.upcoming).not.toBe(null);
  expect(await stores.catalogs.getDirectories()).toEqual({ current: waiting?.upcoming, upcoming: null });
});

it('leaves nothing behind when it is interrupted meanwhile', async () => {
  const { stores } = opened;
  const before = await stores.catalogs.getDirectories();
  const interrupting = new AbortController();
  const reason = new Error('interrupted');
  const importing = importRecords(stores, records('third'), {
    ...{ noticeMs: 60_000, signal: interrupting.signal },
    onProgress: ({ phase }) => void (phase === 'announcing' && interrupting.abort(reason)),
  });
  await expect(importing).rejects.toBe(reason);
  expect(await stores.catalogs.getDirectories()).toEqual(before);
});
