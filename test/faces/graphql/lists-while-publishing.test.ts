/** Lists within a product stay in the release that their cursor was made in, until that is retired. */
import { expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const childrenOf = (release: number) => ['a', 'b', 'c', 'd'].map((letter) => `child-${release}-${letter}`);

/** Each release has other children. */
function family(release: number) {
  const ids = childrenOf(release);
  const options = ids.map((id) => ({ id: `option-${id}`, name: id }));
  const parent = productRecord({
    id: 'parent',
    attributes: { base_product: true },
    relationships: { children: { data: ids.map((id) => ({ id, type: 'product' })) } },
    meta: {
      variations: [{ id: 'which', name: 'Which', options }],
      variation_matrix: Object.fromEntries(ids.map((id) => [`option-${id}`, id])),
    },
  });
  const children = ids.map((id) =>
    productRecord({ id, relationships: { parent: { data: { id: 'parent', type: 'product' } } } }),
  );
  return smallCatalog('family', [parent, ...children]);
}

describeEachEngine('lists within a product while releases come', (open) => {
  const gateway = useOpened(() => openGateway(open));
  let published = 0;

  async function publishNext() {
    await publish(family(published), { releases: gateway.stores.releases, now: new Date() });
    published += 1;
    gateway.forget();
  }

  async function ask(field: string, page: string) {
    const query = `{ product(id: "parent") { list: ${field}(${page}) { totalCount nodes { productId product { resourceId } } pageInfo { endCursor hasNextPage } } } }`;
    const { data, errors, shown } = await gateway.ask(query, {}, { channel: 'family' });
    return { list: data.product.list, errors, shown };
  }

  it.each(['builtChildren', 'variationMatrix'])('%s', async (field) => {
    await publishNext();
    const context = await gateway.ask(
      '{ products(first: 1) { context { release { resourceId } } } }',
      {},
      { channel: 'family' },
    );
    const release = context.data.products.context.release.resourceId;
    const ids = childrenOf(published - 1);
    const first = await ask(field, 'first: 2');
    expect(
      first.list.nodes.map(({ productId }: { productId: string }) => productId),
      first.shown,
    ).toEqual(ids.slice(0, 2));
    await publishNext();
    const after = `first: 2, after: "${first.list.pageInfo.endCursor}"`;
    const second = await ask(field, after);
    expect(second.errors, second.shown).toEqual([]);
    expect(second.list, second.shown).toMatchObject({
      totalCount: 4,
      nodes: ids.slice(2).map((id) => ({ productId: id, product: { resourceId: id } })),
      pageInfo: { hasNextPage: false },
    });
    const now = await ask(field, 'first: 4');
    expect(now.list.nodes.map(({ productId }: { productId: string }) => productId)).toEqual(childrenOf(published - 1));
    await gateway.stores.releases.retire(release);
    gateway.forget();
    const retired = await ask(field, after);
    expect(retired.list, retired.shown).toBeNull();
    expect(retired.errors[0]?.message, retired.shown).toContain(
      'belongs to a release of the catalog that has been retired',
    );
    expect(retired.errors[0]?.extensions.violations?.map(({ path, rule }) => [path, rule])).toEqual([
      [['after'], 'cursor'],
    ]);
  });
});
