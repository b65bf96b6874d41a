/** What is kept of whole lists takes no more memory than it counts as. */
import { beforeAll, expect, it } from 'vitest';
import { createReleaseIndexes, type ReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { wholeList } from '../../../src/storage/lists/keep-whole-lists.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { heldBytes } from '../../support/collect-garbage.ts';
import { openEmbedded } from '../../support/engines.ts';
import { useOpened } from '../../support/use-opened.ts';

const cacheBytes = 2_000_000;
/** More than it has room for. */
const lists = 8000;

const opened = useOpened(() => openEmbedded({ contents: 'demo' }));
let releaseId: string;

beforeAll(async () => {
  const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
  releaseId = catalogs.find(({ currentRelease }) => currentRelease)?.currentRelease?.id ?? '';
});

async function readLists(indexes: ReleaseIndexes, field: 'node' | 'parent'): Promise<void> {
  for (let turn = 1; turn <= lists; turn += 1) {
    await indexes.read(releaseId, (index) => wholeList(index, field, `id-${turn}`));
  }
}

it.each(['node', 'parent'] as const)('those of each %s', async (field) => {
  const [others, indexes] = [1, cacheBytes].map((bytes) =>
    createReleaseIndexes(opened.engine, { cacheBytes: bytes, slotBytes: 1000 }),
  ) as [ReleaseIndexes, ReleaseIndexes];
  // What is remembered of ids wherever they are looked for.
  await readLists(others, field);
  const before = heldBytes();
  await readLists(indexes, field);
  expect(heldBytes() - before).toBeLessThan(1.5 * cacheBytes);
  // Still there.
  expect(indexes).toBeDefined();
});
