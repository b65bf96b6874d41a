import { describe, expect, it } from 'vitest';
import type { CatalogDirectories, CatalogDirectory } from '../../../src/domain/catalog/catalog.ts';
import { createCurrentDirectory } from '../../../src/domain/catalog/current-directory.ts';
import { DomainError } from '../../../src/domain/errors.ts';

const directory = { catalogs: [], rules: [] };
const away = new DomainError('UNAVAILABLE', 'away');

function open(directoryKeptMs?: number) {
  let now = 0;
  let error: Error | null = null;
  const getDirectories = async () => {
    if (error) throw error;
    return { current: directory, upcoming: null };
  };
  const stores = { catalogs: { getDirectories } };
  const current = createCurrentDirectory({ stores, directoryMaxAgeMs: 1000, directoryKeptMs, monotonicNow: () => now });
  return {
    findKept: current.findKept,
    async readAt(time: number, thrown: Error | null = null) {
      [now, error] = [time, thrown];
      return current.read().catch((failure: unknown) => failure);
    },
  };
}

describe('while the directory can not be read', () => {
  it('nothing is known without replicas', async () => {
    const { readAt, findKept } = open();
    expect(await readAt(0)).toBe(directory);
    expect(await readAt(1000, away)).toBe(away);
    expect(findKept()).toBeNull();
  });

  it('the last one is used with them, for a time', async () => {
    const { readAt, findKept } = open(60_000);
    expect(await readAt(0, away)).toBe(away);
    expect(findKept()).toBeNull();
    expect(await readAt(1, null)).toBe(directory);
    expect(await readAt(2000, away)).toBe(directory);
    expect(await readAt(59_000, away)).toBe(directory);
    expect(findKept()).toBe(directory);
    expect(await readAt(60_001, away)).toBe(away);
    expect(findKept()).toBeNull();
    expect(await readAt(60_002)).toBe(directory);
    expect(await readAt(119_000, away)).toBe(directory);
  });

  it('a bug is told all the same', async () => {
    const { readAt } = open(60_000);
    const bug = new Error('bug');
    expect(await readAt(0)).toBe(directory);
    expect(await readAt(1000, bug)).toBe(bug);
  });
});

/** Each read is answered by hand. */
function openReads() {
  const reads: PromiseWithResolvers<CatalogDirectories>[] = [];
  const getDirectories = () => {
    const read = Promise.withResolvers<CatalogDirectories>();
    reads.push(read);
    return read.promise;
  };
  return { reads, stores: { catalogs: { getDirectories } } };
}

describe('a read that takes long to fail', () => {
  function openSlow() {
    let now = 0;
    const { reads, stores } = openReads();
    const { read } = createCurrentDirectory({ stores, directoryMaxAgeMs: 1000, monotonicNow: () => now });
    return {
      reads,
      readAt(time: number) {
        now = time;
        return read().catch((failure: unknown) => failure);
      },
    };
  }

  it('is not waited for twice by one request', async () => {
    const { reads, readAt } = openSlow();
    const [first, later] = [readAt(0), readAt(4900)];
    reads[0]?.reject(away);
    expect(await first).toBe(away);
    expect(await readAt(4901)).toBe(away);
    expect(reads).toHaveLength(2);
    const again = readAt(6000);
    for (const read of reads) read.resolve({ current: directory, upcoming: null });
    expect(await Promise.all([later, again])).toEqual([directory, directory]);
  });

  it('is of no interest where a later one was answered', async () => {
    const { reads, readAt } = openSlow();
    const [first, later] = [readAt(0), readAt(4900)];
    reads[1]?.resolve({ current: directory, upcoming: null });
    await later;
    reads[0]?.reject(away);
    expect(await first).toBe(away);
    expect(await readAt(4901)).toBe(directory);
    expect(reads).toHaveLength(2);
  });
});

describe('what was announced', () => {
  const named = (name: string): CatalogDirectory => ({
    catalogs: [{ id: 'main', name, createdAt: '', currentRelease: null, filesPublishedAt: null }],
    rules: [],
  });

  function announcing() {
    let now = 0;
    let published: CatalogDirectories = { current: named('first'), upcoming: null };
    const stores = { catalogs: { getDirectories: async () => structuredClone(published) } };
    const current = createCurrentDirectory({ stores, directoryMaxAgeMs: 1000, monotonicNow: () => now });
    return {
      findUpcoming: current.findUpcoming,
      async readAt(time: number, directories: CatalogDirectories) {
        [now, published] = [time, directories];
        return await current.read();
      },
    };
  }

  it('is the object that is read when it is published', async () => {
    const { findUpcoming, readAt } = announcing();
    const first = await readAt(0, { current: named('first'), upcoming: null });
    expect(findUpcoming()).toBe(null);
    expect(await readAt(1000, { current: named('first'), upcoming: named('second') })).toBe(first);
    const upcoming = findUpcoming();
    expect(upcoming).toEqual(named('second'));
    await readAt(2000, { current: named('first'), upcoming: named('second') });
    expect(findUpcoming()).toBe(upcoming);
    expect(await readAt(3000, { current: named('second'), upcoming: null })).toBe(upcoming);
    expect(findUpcoming()).toBe(null);
  });

  it('is never read where something else is published', async () => {
    const { findUpcoming, readAt } = announcing();
    await readAt(0, { current: named('first'), upcoming: named('second') });
    const upcoming = findUpcoming();
    const published = await readAt(1000, { current: named('third'), upcoming: null });
    expect(published).toEqual(named('third'));
    expect(published).not.toBe(upcoming);
    expect(findUpcoming()).toBe(null);
    // Nor later: it was announced for then.
    expect(await readAt(2000, { current: named('second'), upcoming: null })).not.toBe(upcoming);
  });

  it('gives way to what is announced after it', async () => {
    const { findUpcoming, readAt } = announcing();
    await readAt(0, { current: named('first'), upcoming: named('second') });
    await readAt(1000, { current: named('first'), upcoming: named('third') });
    expect(findUpcoming()).toEqual(named('third'));
  });

  it('is forgotten after two minutes: whoever announced it has gone', async () => {
    const { findUpcoming, readAt } = announcing();
    await readAt(0, { current: named('first'), upcoming: named('second') });
    await readAt(119_999, { current: named('first'), upcoming: named('second') });
    expect(findUpcoming()).toEqual(named('second'));
    await readAt(120_999, { current: named('first'), upcoming: named('second') });
    expect(findUpcoming()).toBe(null);
  });
});

describe('reads that overlap', () => {
  const named = (name: string): CatalogDirectories => ({
    current: {
      catalogs: [{ id: 'main', name, createdAt: '', currentRelease: null, filesPublishedAt: null }],
      rules: [],
    },
    upcoming: null,
  });

  it('a slow one that began earlier does not undo a later one', async () => {
    let now = 0;
    const { reads, stores } = openReads();
    const current = createCurrentDirectory({ stores, directoryMaxAgeMs: 1000, monotonicNow: () => now });
    const slow = current.read();
    now = 1000;
    const fast = current.read();
    reads[1]?.resolve(named('new'));
    const latest = await fast;
    expect(latest.catalogs[0]?.name).toBe('new');
    reads[0]?.resolve(named('old'));
    expect(await slow).toBe(latest);
    now = 2000;
    const next = current.read();
    reads[2]?.resolve(named('new'));
    expect(await next).toBe(latest);
  });
});
