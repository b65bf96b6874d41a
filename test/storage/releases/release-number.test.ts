/** Ids of releases come from cursors and from the command line: what is none of ours is no release, and no fault of the database's. */
import { expect, it } from 'vitest';
import { createStores } from '../../../src/storage/open-stores.ts';
import { releaseNumberOf } from '../../../src/storage/releases/release-number.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { useMade, useOpened } from '../../support/use-opened.ts';

const others = [
  'x',
  '',
  '0',
  '-1',
  '1.5',
  '1e0',
  '0x1',
  ' 1',
  '01',
  '1e400',
  'Infinity',
  '2147483648',
  '9007199254740993',
];

it('is that of the ids that a release can have', () => {
  expect(['1', '10', '2147483647'].map(releaseNumberOf)).toEqual([1, 10, 2_147_483_647]);
  expect(others.map(releaseNumberOf)).toEqual(others.map(() => null));
});

describeEachEngine('a release of an id that none can have', (open) => {
  const opened = useOpened(() => open({ contents: 'demo' }));
  const stores = useMade(() => createStores(opened.engine));

  it.each(others)('%j is not found', async (id) => {
    expect(await stores.catalogs.findRelease(id)).toBe(null);
    await expect(stores.releases.makeCurrent(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stores.releases.retire(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
