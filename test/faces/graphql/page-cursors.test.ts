import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const document = `query Page($parent: ID!, $first: Int, $after: String, $last: Int, $filter: ProductFilter) {
  childProducts(productId: $parent, first: $first, after: $after, last: $last, filter: $filter) {
    totalCount nodes { sku } pageInfo { endCursor hasPreviousPage }
    pageCursors {
      totalPages first { ...P } previous { ...P } around { ...P } next { ...P } last { ...P }
    } } }
  fragment P on PageCursor { page cursor isCurrent }`;

interface Link {
  readonly page: number;
  readonly cursor: string;
  readonly isCurrent: boolean;
}

describeEachEngine('numbered pages', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function ask(variables: object) {
    const { data, errors, shown } = await gateway.ask(document, {
      parent: demoIds.products.manyChildrenParent,
      ...variables,
    });
    expect(errors, shown).toEqual([]);
    return data.childProducts;
  }

  it.each([7, 25, 60, 100])('of %d lead where walking page by page does', async (first) => {
    const walked: string[][] = [];
    for (let after: string | null = null; walked.flat().length < 120; ) {
      const page = await ask({ first, after });
      walked.push(page.nodes.map(({ sku }: { sku: string }) => sku));
      after = page.pageInfo.endCursor;
    }
    const total = walked.length;
    for (const [index, skus] of walked.entries()) {
      const number = index + 1;
      const { pageCursors } = await ask({ first, after: await cursorOf(number, first) });
      const numbers = (links: Link[]) => links.map(({ page }) => page);
      expect(pageCursors.totalPages).toBe(total);
      const near = [-2, -1, 0, 1, 2].map((step) => number + step).filter((page) => page >= 1 && page <= total);
      expect(numbers(pageCursors.around)).toEqual(near);
      expect(pageCursors.around.filter(({ isCurrent }: Link) => isCurrent).map(({ page }: Link) => page)).toEqual([
        number,
      ]);
      expect([pageCursors.previous?.page ?? null, pageCursors.next?.page ?? null]).toEqual([
        number > 1 ? number - 1 : null,
        number < total ? number + 1 : null,
      ]);
      for (const { page, cursor } of [pageCursors.first, ...pageCursors.around, pageCursors.last] as Link[]) {
        const { nodes, pageInfo } = await ask({ first, after: cursor });
        expect(nodes.map(({ sku }: { sku: string }) => sku)).toEqual(walked[page - 1]);
        expect(pageInfo.hasPreviousPage).toBe(page > 1);
      }
      expect(skus.length).toBeGreaterThan(0);
    }
  });

  /** Walks the links as a shopper does: to the last page that is shown, and on. */
  async function cursorOf(page: number, first: number): Promise<string | null> {
    let { pageCursors } = await ask({ first });
    for (;;) {
      const links = pageCursors.around as Link[];
      const found = links.find((link) => link.page === page);
      if (found) return found.cursor;
      pageCursors = (await ask({ first, after: links.at(-1)?.cursor })).pageCursors;
    }
  }

  it('of a page from the end count from the start', async () => {
    const { pageCursors } = await ask({ last: 50 });
    expect(pageCursors).toMatchObject({ totalPages: 3, first: { page: 1 }, last: { page: 3 } });
    expect(pageCursors.around.find(({ isCurrent }: Link) => isCurrent).page).toBe(2);
  });

  it('of a filtered list count what fits, and an empty page has none', async () => {
    const [sku, other] = (await ask({ first: 2 })).nodes.map((node: { sku: string }) => node.sku);
    const { pageCursors } = await ask({ first: 1, filter: { sku: { in: [sku, other] } } });
    expect(pageCursors).toMatchObject({ totalPages: 2, previous: null, next: { page: 2 } });
    expect((await ask({ filter: { sku: { eq: 'nothing' } } })).pageCursors).toBe(null);
  });
});
