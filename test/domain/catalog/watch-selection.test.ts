import { expect, it } from 'vitest';
import type { CatalogDirectory } from '../../../src/domain/catalog/catalog.ts';
import type { DirectoryWatch } from '../../../src/domain/catalog/directory-watch.ts';
import { watchSelection } from '../../../src/domain/catalog/watch-selection.ts';
import { someContext } from '../../support/request-contexts.ts';

/** One catalog, with that release. */
function directoryOf(releaseId: string): CatalogDirectory {
  const currentRelease = { id: releaseId, catalogId: 'main', publishedAt: '', productCount: 0, languages: [] };
  return { catalogs: [{ id: 'main', name: 'Main', createdAt: '', currentRelease, filesPublishedAt: null }], rules: [] };
}

/** A watch that the test tells what is settled. */
function open() {
  let settled: CatalogDirectory | null = null;
  const listeners = new Set<() => void>();
  const watch: DirectoryWatch = {
    get settled() {
      return settled;
    },
    join(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const selections = watchSelection(watch, someContext(), () => new Date());
  return {
    listeners,
    selections,
    next: async () => (await selections.next()).value?.release.id,
    settle(releaseId: string) {
      settled = directoryOf(releaseId);
      for (const listener of listeners) listener();
    },
  };
}

it('what is shown is told first, and then what is new, once', async () => {
  const { next, settle } = open();
  const first = next();
  settle('1');
  expect(await first).toBe('1');
  const second = next();
  settle('1');
  settle('2');
  expect(await second).toBe('2');
});

it('a schedule that has just begun is told when it has begun by the clock of each instance', async () => {
  const begins = Date.parse('2026-01-01T00:00:00.000Z');
  const [main, sale] = [directoryOf('1').catalogs, directoryOf('2').catalogs.map((one) => ({ ...one, id: 'sale' }))];
  const schedules = [{ validFrom: new Date(begins).toISOString(), validTo: null }];
  const rule = { id: 'rule', name: 'Sale', catalogId: 'sale', createdAt: '', channels: [], tags: [], schedules };
  const rules = [{ ...rule, accountIds: [], accountTagIds: [], customerIds: [], unknownCriteria: [] }];
  const watch = { settled: { catalogs: [...main, ...sale], rules }, join: () => () => undefined };
  const firstAt = async (time: number) => {
    const { value } = await watchSelection(watch, someContext(), () => new Date(time)).next();
    return value?.release.id;
  };
  expect(await firstAt(begins + 200)).toBe('1');
  expect(await firstAt(begins + 250)).toBe('2');
});

it('whoever is slow is told the newest, and misses those in between', async () => {
  const { next, settle } = open();
  settle('1');
  expect(await next()).toBe('1');
  settle('2');
  settle('3');
  expect(await next()).toBe('3');
  const later = next();
  settle('3');
  settle('4');
  expect(await later).toBe('4');
});

it('it ends at once, while something is waited for, too', async () => {
  const { next, selections, listeners } = open();
  const waiting = next();
  await selections.return?.();
  expect(await waiting).toBeUndefined();
  expect(await next()).toBeUndefined();
  expect(listeners.size).toBe(0);
});
