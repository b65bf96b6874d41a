import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { CatalogDirectory } from '../../../src/domain/catalog/catalog.ts';
import { createCurrentDirectory } from '../../../src/domain/catalog/current-directory.ts';
import { createDirectoryWatch } from '../../../src/domain/catalog/directory-watch.ts';

const empty: CatalogDirectory = { catalogs: [], rules: [] };
const directoryMaxAgeMs = 1000;

const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

/** Over a directory and two clocks that the test sets. */
function watched() {
  let time = 0;
  let aheadMs = 0;
  let published = empty;
  let isAway = false;
  let reads = 0;
  const getDirectories = async () => {
    reads += 1;
    if (isAway) throw new Error('away');
    return { current: structuredClone(published), upcoming: null };
  };
  const monotonicNow = () => time;
  const now = () => new Date(Date.UTC(2026, 0, 1) + time + aheadMs);
  const directory = createCurrentDirectory({
    stores: { catalogs: { getDirectories } },
    directoryMaxAgeMs,
    monotonicNow,
  });
  const watch = createDirectoryWatch({ directory, directoryMaxAgeMs, monotonicNow, now });
  return {
    watch,
    reads: () => reads,
    join(listener: () => void) {
      const leave = watch.join(listener);
      leaving.push(leave);
      return leave;
    },
    publish(name: string, schedules: CatalogDirectory['rules'][number]['schedules'] = []) {
      const rule = { id: name, name, catalogId: name, createdAt: '', channels: [], tags: [], accountIds: [] };
      const rules = [{ ...rule, accountTagIds: [], customerIds: [], unknownCriteria: [], schedules }];
      published = {
        catalogs: [{ id: name, name, createdAt: '', currentRelease: null, filesPublishedAt: null }],
        rules,
      };
    },
    setAway(away: boolean) {
      isAway = away;
    },
    letPass(ms: number) {
      time += ms;
    },
    setAhead(ms: number) {
      aheadMs = ms;
    },
  };
}

const nameOf = (directory: CatalogDirectory | null) => directory && (directory.catalogs[0]?.name ?? 'nothing');
/** Some looks. */
const aWhile = () => sleep(350);

it('a publish is told when no instance can answer from what was before, and not earlier', async () => {
  const { watch, join, publish, letPass } = watched();
  let told = 0;
  join(() => {
    told += 1;
  });
  await aWhile();
  expect([told, watch.settled]).toEqual([0, null]);
  letPass(directoryMaxAgeMs + 100);
  await expect.poll(() => nameOf(watch.settled)).toBe('nothing');
  publish('one');
  letPass(500);
  await aWhile();
  letPass(directoryMaxAgeMs - 100);
  await aWhile();
  expect([told, nameOf(watch.settled)]).toEqual([1, 'nothing']);
  letPass(200);
  await expect.poll(() => [told, nameOf(watch.settled)]).toEqual([2, 'one']);
});

it('while nothing can be read nothing is told, and what was published meanwhile is told afterwards', async () => {
  const { watch, join, publish, letPass, setAway } = watched();
  join(() => {});
  await aWhile();
  letPass(directoryMaxAgeMs + 100);
  await expect.poll(() => nameOf(watch.settled)).toBe('nothing');
  setAway(true);
  publish('one');
  letPass(5000);
  await aWhile();
  expect(nameOf(watch.settled)).toBe('nothing');
  setAway(false);
  await aWhile();
  letPass(directoryMaxAgeMs + 100);
  await expect.poll(() => nameOf(watch.settled)).toBe('one');
});

it("a schedule's beginning and end are told", async () => {
  const { join, publish, letPass } = watched();
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
  publish('one', [{ validFrom: at(60_000), validTo: at(120_000) }]);
  let told = 0;
  join(() => {
    told += 1;
  });
  await aWhile();
  for (const [ms, count] of [
    [directoryMaxAgeMs + 100, 1],
    [59_500, 2],
    [60_000, 3],
  ] as const) {
    letPass(ms);
    await expect.poll(() => told).toBe(count);
  }
  letPass(600_000);
  await aWhile();
  expect(told).toBe(3);
});

/** Says how often who has joined was told, once what is published has settled. */
async function joinAndSettle({ join, letPass }: ReturnType<typeof watched>): Promise<() => number> {
  let told = 0;
  join(() => {
    told += 1;
  });
  await aWhile();
  letPass(directoryMaxAgeMs + 100);
  await expect.poll(() => told).toBe(1);
  return () => told;
}

it('what has begun by a clock that was ahead is told again when that is set back, and when it begins', async () => {
  const watching = watched();
  const { publish, letPass, setAhead } = watching;
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms).toISOString();
  publish('one', [{ validFrom: at(60_000), validTo: at(86_400_000) }]);
  setAhead(3_600_000);
  const timesTold = await joinAndSettle(watching);
  setAhead(0);
  await expect.poll(timesTold).toBe(2);
  letPass(60_000);
  await expect.poll(timesTold).toBe(3);
});

it('a schedule that began shortly before is told again: clocks of other instances may be behind', async () => {
  const watching = watched();
  const { publish, letPass } = watching;
  publish('one', [{ validFrom: new Date(Date.UTC(2026, 0, 1) + directoryMaxAgeMs).toISOString(), validTo: null }]);
  const timesTold = await joinAndSettle(watching);
  letPass(200);
  await expect.poll(timesTold).toBe(2);
});

it('who joins after nobody listened is told nothing of before: what has settled is looked at anew', async () => {
  const { watch, join, publish, letPass } = watched();
  const leave = join(() => {});
  await aWhile();
  letPass(directoryMaxAgeMs + 100);
  await expect.poll(() => nameOf(watch.settled)).toBe('nothing');
  leave();
  publish('one');
  await expect.poll(() => watch.settled).toBeNull();
  letPass(60_000);
  join(() => {});
  await aWhile();
  expect(watch.settled).toBeNull();
  letPass(directoryMaxAgeMs + 100);
  await expect.poll(() => nameOf(watch.settled)).toBe('one');
});

it('nothing is read while nobody listens', async () => {
  const { join, letPass, reads } = watched();
  const leave = join(() => {});
  await aWhile();
  leave();
  await aWhile();
  const before = reads();
  for (let count = 0; count < 3; count += 1) {
    letPass(1000);
    await aWhile();
  }
  expect(reads()).toBe(before);
});
