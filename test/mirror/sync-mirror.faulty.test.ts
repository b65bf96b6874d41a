/** Of several catalogs one can't be copied: what is new in the others is shown all the same. */
import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { MirrorProblem } from '../../src/mirror/mirror-problem.ts';
import type { Json, Platform } from '../../src/mirror/platform-reader.ts';
import { openEmbedded } from '../support/engines.ts';
import { syncStores } from '../support/mirrored.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';

const catalog = (id: string) => ({ id, type: 'catalog', attributes: { name: id } });
const release = (id: string, place: number) => ({
  id,
  type: 'catalog-release',
  attributes: { published_at: `2026-02-0${place}T00:00:00.000Z` },
  meta: { total_products: 1 },
});

/** `shown`: the products of each catalog's latest release, or what the platform says in the place of them. */
function platformShowing(place: number, shown: Readonly<Record<string, Json | DomainError>>): Platform {
  const list = (data: readonly Json[]) => ({ data, meta: { results: { total: data.length } } });
  return {
    async get(path) {
      const [, id = '', rest = ''] = /^\/v2\/pcm\/catalogs\/?([^/?]*)([^?]*)/.exec(path) ?? [];
      if (id === '') return { body: list(Object.keys(shown).map(catalog)) };
      const product = shown[id];
      if (!product) return { body: list([]) };
      const latest = release(`${id}-${place}`, place);
      if ('unnamed' in product) throw product.unnamed;
      if (rest === '/releases/latestPublished') return { body: { data: latest } };
      if (rest === '/releases') return { body: list([latest]) };
      if (!rest.endsWith('/products')) return { body: list([]) };
      if (product instanceof DomainError) throw product;
      return { body: list([product]) };
    },
  };
}

const cap = productRecord({ id: 'cap' }) as Json;
const hat = productRecord({ id: 'hat' }) as Json;
const faulty = { ...hat, attributes: { ...(hat.attributes as Json), price: 'free' } };

const unreadable = new DomainError('UNAVAILABLE', 'The platform can not be reached for the moment. Try again.');
const unnamed = { unnamed: unreadable };
const missing = new DomainError('NOT_FOUND', 'There is no such release.');

it.each([
  ['a release that is faulty, of the first catalog,', { broken: faulty, whole: hat }, MirrorProblem],
  ['a release that is faulty, of the last catalog,', { whole: hat, broken: faulty }, MirrorProblem],
  ['a release that the platform fails to show', { broken: unreadable, whole: hat }, unreadable.message],
  [
    'a release that the platform fails to name, of the first catalog,',
    { broken: unnamed, whole: hat },
    unreadable.message,
  ],
  [
    'a release that the platform fails to name, of the last catalog,',
    { whole: hat, broken: unnamed },
    unreadable.message,
  ],
  ['a release that the platform has lost', { whole: hat, broken: missing }, missing.message],
])('%s keeps no other from being shown', async (_, next, problem) => {
  const mirror = await openRestGateway(openEmbedded, 'tables');
  try {
    const originals = async () => {
      const copies = await mirror.stores.mirror.listCopies();
      return copies.flatMap(({ isCurrent, originalId }) => (isCurrent ? originalId : [])).sort();
    };
    const first = platformShowing(1, { broken: cap });
    for (const broken of [faulty, unnamed])
      await expect(syncStores(mirror.stores, platformShowing(1, { broken, whole: cap }))).rejects.toThrow();
    expect(await originals()).toEqual([]);
    await syncStores(mirror.stores, first);
    const tries = [{ isDryRun: true }, { isDryRun: false }];
    for (const one of tries)
      await expect(syncStores(mirror.stores, platformShowing(2, next), one)).rejects.toThrow(problem);
    expect(await originals()).toEqual(['broken-1', 'whole-2']);
    await expect(syncStores(mirror.stores, platformShowing(2, next))).rejects.toThrow(problem);
    expect(await originals()).toEqual(['broken-1', 'whole-2']);
    await syncStores(mirror.stores, platformShowing(3, { broken: hat, whole: hat }));
    expect(await originals()).toEqual(['broken-3', 'whole-3']);
  } finally {
    await mirror.drop();
  }
});

it('where one that shows nothing yet can not be copied, what was copied of the others does not stay', async () => {
  const { stores, engine, drop } = await openRestGateway(openEmbedded, 'tables');
  try {
    const platform = platformShowing(1, { whole: cap, broken: faulty });
    await expect(syncStores(stores, platform)).rejects.toThrow(MirrorProblem);
    expect(await engine.reader.selectFrom('release').select('id').execute()).toEqual([]);
  } finally {
    await drop();
  }
});
