/** Releases of platforms that hold no drafts: a child that is live stays in them while its parent is a draft. */
import { expect, it, onTestFinished } from 'vitest';
import type { ProductResource } from '../../src/contract/product/product.ts';
import { DomainError } from '../../src/domain/errors.ts';
import type { Platform } from '../../src/mirror/platform-reader.ts';
import { describeEachEngine } from '../support/engines.ts';
import { syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const [parent, cap] = [
  productRecord({ id: 'parent', attributes: { base_product: true } }),
  productRecord({ id: 'cap' }),
];
const [small, large] = ['small', 'large'].map((id) => {
  return productRecord({ id, attributes: { base_product: false, base_product_id: 'parent' } });
}) as [ProductResource, ProductResource];
const renamed = { ...small, attributes: { ...small.attributes, name: 'Renamed' } };

interface Shown {
  readonly products: readonly ProductResource[];
  /** What changed since the release before it; absent: that is not to be had. */
  readonly delta?: readonly object[];
}

const releases = '/v2/pcm/catalogs/c/releases';

/** With one catalog. */
function platformWith(shown: readonly Shown[]): Platform {
  const all = shown.map(({ products, delta }, place) => ({
    id: `r${place}`,
    attributes: { catalog_id: 'c', published_at: `2026-02-0${place + 1}T00:00:00.000Z` },
    meta: { total_products: products.length },
    relationships: { delta: { links: { related: delta ? `${releases}/r${place}/delta` : null } } },
  }));
  const lists = new Map<string, readonly object[]>([
    ['/v2/pcm/catalogs', [{ id: 'c', type: 'catalog', attributes: { name: 'C', created_at: '2026-01-01T00:00:00Z' } }]],
    [releases, all.toReversed()],
    ...shown.map(({ products }, place) => [`${releases}/r${place}/products`, products] as const),
    ...shown.map(({ delta = [] }, place) => [`${releases}/r${place}/delta`, delta] as const),
  ]);
  return {
    async get(path) {
      const [plain = ''] = path.split('?', 1);
      if (plain.endsWith('/latestPublished')) return { body: { data: all.at(-1) } };
      const data = /\/(nodes|hierarchies|rules)$/.test(plain) ? [] : lists.get(plain);
      if (!data) throw new DomainError('NOT_FOUND', `There is no ${path}.`, [], { details: ['none'] });
      return { body: { data, meta: { results: { total: data.length } } } };
    },
  };
}

describeEachEngine('a release that lacks a parent', (open) => {
  async function openMirror() {
    const mirror = await openRestGateway(open, 'tables');
    onTestFinished(mirror.drop);
    const read = async (path: string) => {
      mirror.forget();
      const { status, body } = await mirror.rest('GET', `/v2/pcm/catalog/products${path}`);
      return [status, body.data?.map(({ id }: { id: string }) => id).sort()];
    };
    return { ...mirror, read };
  }
  const children = '/parent/relationships/children';

  it.each([
    ['page by page', {}],
    ['by what changed', { delta: [{ id: 'parent', type: 'product', delta_type: 'delete' }, renamed] }],
  ])('is copied %s, shows its children without it, and has them below it when it is there again', async (_how, how) => {
    const { stores, read } = await openMirror();
    const whole = { products: [parent, small, large, cap] };
    await syncStores(stores, platformWith([whole]));
    expect(await read(children)).toEqual([200, ['large', 'small']]);
    const lacking = { products: [renamed, large, cap], ...how };
    await syncStores(stores, platformWith([whole, lacking]));
    expect(await read('')).toEqual([200, ['cap', 'large', 'small']]);
    expect(await read('?filter=eq(name,Renamed)')).toEqual([200, ['small']]);
    expect(await read(children)).toEqual([404, undefined]);
    await syncStores(stores, platformWith([whole, lacking, { ...whole, delta: [parent, small] }]));
    expect(await read(children)).toEqual([200, ['large', 'small']]);
  });

  it('is copied where it is the first', async () => {
    const { stores, read } = await openMirror();
    await syncStores(stores, platformWith([{ products: [small, cap] }]));
    expect(await read('')).toEqual([200, ['cap', 'small']]);
  });
});
