/** What is kept of lists takes no more memory than it counts as, whatever is searched for. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { canonicalFilter } from '../../../src/domain/filter/canonical-filter.ts';
import type { ProductListQuery } from '../../../src/domain/product/ports.ts';
import { createReleaseIndexes } from '../../../src/storage/index/release-indexes.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { heldBytes } from '../../support/collect-garbage.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

type Searched = Pick<ProductListQuery, 'filter' | 'search' | 'order'>;

const cacheBytes = 1_000_000;
/** More than it has room for. */
const lists = 2000;

const inEnglish = (word: string) => ({ words: [word], language: 'en' });
const tagged = (turn: number) => canonicalFilter([{ attribute: 'tags', operator: 'eq', values: [`unknown ${turn}`] }]);
const byName = { key: 'name_asc', language: 'en' } as const;
const inNoPrice = { key: 'price_asc', currency: 'XXX', moment: 0 } as const;

describeEachEngine('lists that are kept', (open) => {
  const opened = useOpened(() => open({ contents: 'demo' }));
  let releaseId: string;

  beforeAll(async () => {
    const { catalogs } = await createStores(opened.engine).catalogs.getDirectory();
    releaseId = catalogs.find(({ currentRelease }) => currentRelease)?.currentRelease?.id ?? '';
  });

  /** When what is about to be let go of is gone. */
  async function settledBytes(): Promise<number> {
    heldBytes();
    await sleep(20);
    return heldBytes();
  }

  it.each<[string, (turn: number) => Searched]>([
    ['searches that find nothing', (turn) => ({ filter: [], search: inEnglish(`zq${turn}`) })],
    ['such searches, by name', (turn) => ({ filter: [], search: inEnglish(`zq${turn}`), order: byName })],
    ['searches among nothing, by name', (turn) => ({ filter: tagged(turn), search: inEnglish('j'), order: byName })],
    [
      'such searches, by prices that nothing has',
      (turn) => ({ filter: tagged(turn), search: inEnglish('j'), order: inNoPrice }),
    ],
  ])('%s take what they count as', async (_, listOf) => {
    const indexes = createReleaseIndexes(opened.engine, { cacheBytes, slotBytes: 1000 });
    const { products } = createStores(opened.engine, indexes);
    const window = { limit: 20, from: 'start', after: null, before: null, skip: 0 } as const;
    const read = (turn: number) =>
      products.list(writingContext(), { ...listOf(turn), releaseId, status: 'live', withTotal: true, window });
    await read(0);
    const before = await settledBytes();
    for (let turn = 1; turn <= lists; turn += 1) await read(turn);
    expect((await settledBytes()) - before).toBeLessThan(2 * cacheBytes);
    // Still there.
    expect(indexes).toBeDefined();
  });
});
