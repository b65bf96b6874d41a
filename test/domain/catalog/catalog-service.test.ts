import { expect, it } from 'vitest';
import type { CatalogDirectory, Release } from '../../../src/domain/catalog/catalog.ts';
import { type CatalogServiceOptions, createCatalogService } from '../../../src/domain/catalog/catalog-service.ts';
import { someContext } from '../../support/request-contexts.ts';

function release(id: string, catalogId: string, languages: readonly string[] = []): Release {
  return { id, catalogId, publishedAt: '', productCount: 0, languages };
}

function directoryOf(...releases: Release[]): CatalogDirectory {
  const catalogs = releases.map((currentRelease) => {
    const { catalogId } = currentRelease;
    return { id: catalogId, name: catalogId, createdAt: '', currentRelease, filesPublishedAt: null };
  });
  return { catalogs, rules: [] };
}

/** Over a directory, and releases that are kept. */
function open(current: CatalogDirectory, kept: readonly Release[] = []) {
  const reads: string[] = [];
  const catalogs = {
    async getDirectories() {
      reads.push('directory');
      return { current, upcoming: null };
    },
    async findRelease(id: string) {
      reads.push(id);
      return kept.find((one) => one.id === id) ?? null;
    },
  };
  const stores = { catalogs, nodes: {} } as unknown as CatalogServiceOptions['stores'];
  const clocks = { monotonicNow: () => 0, now: () => new Date() };
  return { reads, service: createCatalogService({ stores, directoryMaxAgeMs: 1000, ...clocks }) };
}

it('a request that is answered from another directory reads nothing of what is published', async () => {
  const { service, reads } = open(directoryOf(release('1', 'main')));
  const directory = directoryOf(release('2', 'main'), release('3', 'other'));
  const context = { ...someContext(), directory };
  expect((await service.select(context)).release.id).toBe('2');
  const found = await service.getManyCatalogs(context, ['other', 'unknown']);
  expect([...found.values()]).toEqual([directory.catalogs[1]]);
  expect(reads).toEqual([]);
});

it('an earlier release is shown in the best of its own languages, and looked up once a request', async () => {
  const current = directoryOf(release('2', 'main', ['en', 'de']));
  const { service, reads } = open(current, [release('1', 'main', ['fr', 'en'])]);
  const context = { ...someContext(), language: 'de, fr;q=0.5' };
  expect((await service.select(context)).language).toBe('de');
  for (const _ of [1, 2]) {
    expect(await service.selectRelease(context, '1')).toMatchObject({ release: { id: '1' }, language: 'fr' });
  }
  expect(await service.selectRelease(context, '2')).toBe(await service.select(context));
  expect(reads).toEqual(['directory', '1']);
});

it('a release of another catalog, or one that has gone, is none', async () => {
  const { service } = open(directoryOf(release('2', 'main')), [release('3', 'other')]);
  expect(await service.selectRelease(someContext(), '3')).toBeNull();
  expect(await service.selectRelease(someContext(), '4')).toBeNull();
});

it('where nothing is published there is nothing to be found', async () => {
  const { service } = open({ catalogs: [], rules: [] });
  await expect(service.select(someContext())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
