import { describe, expect, it } from 'vitest';
import { createCurrentDirectory } from '../../../src/domain/catalog/current-directory.ts';
import { DomainError } from '../../../src/domain/errors.ts';

const directory = { catalogs: [], rules: [] };
const away = new DomainError('UNAVAILABLE', 'away');

function open(directoryKeptMs?: number) {
  let now = 0;
  let error: Error | null = null;
  const getDirectory = async () => {
    if (error) throw error;
    return directory;
  };
  const stores = { catalogs: { getDirectory } };
  const current = createCurrentDirectory({ stores, directoryMaxAgeMs: 1000, directoryKeptMs, monotonicNow: () => now });
  return {
    async readAt(time: number, thrown: Error | null = null) {
      [now, error] = [time, thrown];
      return current.read().catch((failure: unknown) => failure);
    },
  };
}

describe('while the directory can not be read', () => {
  it('nothing is known without replicas', async () => {
    const { readAt } = open();
    expect(await readAt(0)).toBe(directory);
    expect(await readAt(1000, away)).toBe(away);
  });

  it('the last one is used with them, for a time', async () => {
    const { readAt } = open(60_000);
    expect(await readAt(0, away)).toBe(away);
    expect(await readAt(1, null)).toBe(directory);
    expect(await readAt(2000, away)).toBe(directory);
    expect(await readAt(59_000, away)).toBe(directory);
    expect(await readAt(60_001, away)).toBe(away);
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
