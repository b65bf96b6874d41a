/** Who pages keeps the release that they began in: nothing twice, nothing missed, whatever is published meanwhile. */
import { expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const childCount = 10_000;

/** Each release has its own order, leaves out other children, and has some that no other one has. */
function family(release: number) {
  const parent = productRecord({ id: 'parent', attributes: { base_product: true } });
  const children = Array.from({ length: childCount }, (_, index) => {
    const number = index + release * 1000;
    const minutes = (number * 7919 * (release + 1)) % 10_007;
    return productRecord({
      id: `child-${number}`,
      attributes: { updated_at: new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString() },
      relationships: { parent: { data: { id: 'parent', type: 'product' } } },
    });
  });
  return smallCatalog('family', [parent, ...children]);
}

describeEachEngine('paging through 10,000 children while releases come', (open) => {
  const gateway = useOpened(() => openGateway(open));
  let published = 0;

  async function publishNext() {
    await publish(family(published), { releases: gateway.stores.releases, now: new Date() });
    published += 1;
    gateway.forget();
  }

  async function ask(args: string) {
    const query = `{ childProducts(productId: "parent", ${args}) { totalCount nodes { resourceId }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } context { release { resourceId } } } }`;
    const { data, errors, shown } = await gateway.ask(query, {}, { channel: 'family' });
    expect(errors, shown).toEqual([]);
    return data.childProducts;
  }

  /** Page after page: what it holds, and the release that it was read in. */
  async function* walk(isForwards: boolean): AsyncGenerator<{ ids: string[]; release: string }> {
    let cursor = '';
    for (let hasMore = true; hasMore; ) {
      const page = await ask(isForwards ? `first: 100${cursor}` : `last: 100${cursor}`);
      expect(page.totalCount).toBe(childCount);
      const ids = page.nodes.map(({ resourceId }: { resourceId: string }) => resourceId);
      yield { ids, release: page.context.release.resourceId };
      const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo;
      hasMore = isForwards ? hasNextPage : hasPreviousPage;
      cursor = isForwards ? `, after: "${endCursor}"` : `, before: "${startCursor}"`;
    }
  }

  it('visits each child once, in one order, forwards and backwards', async () => {
    await publishNext();
    const walks = [walk(true), walk(false)].map((pages) => ({ pages, ids: [] as string[][], releases: new Set() }));
    for (let number = 1; number <= childCount / 100; number += 1) {
      for (const { pages, ids, releases } of walks) {
        const { value } = await pages.next();
        ids.push(value?.ids ?? []);
        releases.add(value?.release);
      }
      if (number === 30 || number === 60) await publishNext();
    }
    const [forwards, backwards] = walks.map(({ ids }) => ids) as [string[][], string[][]];
    expect(new Set(forwards.flat()).size).toBe(childCount);
    expect(backwards.reverse().flat()).toEqual(forwards.flat());
    const [release] = walks[0]?.releases ?? [];
    for (const { pages, releases } of walks) {
      expect([...releases]).toEqual([release]);
      expect(await pages.next()).toEqual({ done: true, value: undefined });
    }
    // The newest release is another one: a walk that begins now sees it.
    expect((await ask('first: 1')).context.release.resourceId).not.toBe(release);
  });
});
