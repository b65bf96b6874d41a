/** Releases of the platform that hold no products: shown as they are, where the platform says that there are none. */
import { expect, it, onTestFinished } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import type { Platform } from '../../src/mirror/platform-reader.ts';
import { describeEachEngine } from '../support/engines.ts';
import { syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const node = { id: 'n', type: 'node', attributes: { name: 'Empty', ...times } };
const [shirt, poster] = ['shirt', 'poster'].map((id) => productRecord({ id }));
const gone = (id: string) => ({ id, type: 'product', delta_type: 'delete' });

interface Shown {
  readonly products: readonly object[];
  readonly nodes: readonly object[];
  /** Whether the release says how many products it has, its list, or neither. */
  readonly isCounted?: 'by the release' | 'by its list' | 'not';
  /** What changed since the release before it; absent: that is not to be had. */
  readonly delta?: readonly object[];
}

const base = '/v2/pcm/catalogs';
const listOf = (data: readonly object[]) => ({ data, meta: { results: { total: data.length } } });

/** With one catalog, whose releases are named by their places. */
function platformWith(releases: readonly Shown[]): Platform {
  const toRelease = ({ products, isCounted = 'by the release', delta }: Shown, place: number) => ({
    id: `r${place}`,
    attributes: { catalog_id: 'c', published_at: `2026-02-0${place + 1}T00:00:00.000Z` },
    meta: isCounted === 'by the release' ? { total_products: products.length } : {},
    relationships: delta ? { delta: { links: { related: `${base}/c/releases/r${place}/delta` } } } : {},
  });
  const all = releases.map(toRelease);
  const bodies = new Map<string, object>([
    [base, listOf([{ id: 'c', type: 'catalog', attributes: { name: 'C', ...times } }])],
    [`${base}/rules`, listOf([])],
    [`${base}/c/releases`, listOf(all.toReversed())],
    [`${base}/c/releases/latestPublished`, { data: all.at(-1) }],
    ...releases.flatMap(({ products, nodes, isCounted, delta = [] }, place): [string, object][] => [
      [`${base}/c/releases/r${place}/products`, isCounted === 'not' ? { data: products } : listOf(products)],
      [`${base}/c/releases/r${place}/nodes`, listOf(nodes)],
      [`${base}/c/releases/r${place}/nodes/n/relationships/products`, listOf([])],
      [`${base}/c/releases/r${place}/hierarchies`, listOf([])],
      [`${base}/c/releases/r${place}/delta`, { data: delta }],
    ]),
  ]);
  return {
    async get(path) {
      const body = bodies.get(path.split('?', 1)[0] ?? '');
      if (!body) throw new DomainError('NOT_FOUND', `There is no ${path}.`, [], { details: ['none'] });
      return { body };
    },
  };
}

const full: Shown = { products: [shirt, poster] as object[], nodes: [node] };

describeEachEngine('a release of the platform without products', (open) => {
  async function openMirror() {
    const mirror = await openRestGateway(open, 'tables');
    onTestFinished(mirror.drop);
    const read = async (path: string) => {
      mirror.forget();
      const { status, body } = await mirror.rest('GET', `/v2/pcm/catalog/${path}`);
      return [status, body.data?.map(({ id }: { id: string }) => id)];
    };
    return { ...mirror, read };
  }

  it.each([
    ['with nodes', { products: [], nodes: [node] }, ['n']],
    ['without nodes', { products: [], nodes: [] }, []],
    ['counted by its list alone', { products: [], nodes: [node], isCounted: 'by its list' as const }, ['n']],
    ['told by what changed', { products: [], nodes: [node], delta: [gone('shirt'), gone('poster')] }, ['n']],
  ])('%s is shown as it is, and copied once', async (_title, empty: Shown, nodes) => {
    const { stores, read } = await openMirror();
    await syncStores(stores, platformWith([full]));
    expect(await read('products')).toEqual([200, ['poster', 'shirt']]);
    await syncStores(stores, platformWith([full, empty]));
    expect(await read('products')).toEqual([200, []]);
    expect(await read('nodes')).toEqual([200, nodes]);
    expect(await syncStores(stores, platformWith([full, empty]))).toMatchObject({ releases: [] });
    await syncStores(stores, platformWith([full, empty, { ...full, delta: [shirt as object, poster as object] }]));
    expect(await read('products')).toEqual([200, ['poster', 'shirt']]);
  });

  it('is copied where it is the first', async () => {
    const { stores, read } = await openMirror();
    await syncStores(stores, platformWith([{ products: [], nodes: [node] }]));
    expect(await read('products')).toEqual([200, []]);
    expect(await syncStores(stores, platformWith([{ products: [], nodes: [node] }]))).toMatchObject({ releases: [] });
  });

  it.each([
    ['', {}],
    [', though all are told to be gone', { delta: [gone('shirt'), gone('poster')] }],
  ])('is not shown where the platform does not say how many there are%s', async (_, told) => {
    const { stores, read } = await openMirror();
    await syncStores(stores, platformWith([full]));
    const uncounted = { products: [], nodes: [node], isCounted: 'not' as const, ...told };
    await expect(syncStores(stores, platformWith([full, uncounted]))).rejects.toThrow(
      "The platform's release 'r1' of the catalog 'c' does not say how many products it has, and 0 of them were found. It is not shown.",
    );
    expect(await read('products')).toEqual([200, ['poster', 'shirt']]);
  });
});
