import { expect, it } from 'vitest';
import { noticeOf } from '../../src/domain/release/notice.ts';
import type { AnnouncedRelease } from '../../src/domain/release/ports.ts';
import { giveNotice } from '../../src/importer/give-notice.ts';

const release: AnnouncedRelease = { releaseId: '7', publishedAt: '2026-01-01T00:00:00.000Z' };

/** Where so many products are shown in the place of others. */
function store(products: number) {
  const announced: (readonly AnnouncedRelease[])[] = [];
  const announce = async (releases: readonly AnnouncedRelease[]) => {
    announced.push(releases);
    return products;
  };
  return { announced, releases: { announce } };
}

it.each([
  [1, 10_000, 1500],
  [25_000, 10_000, 3500],
  [100_000, 10_000, 9500],
  [1_000_000, 10_000, 10_000],
  [1_000_000, 1000, 1000],
])('%i products have a notice, of at most %i ms, of %i', (products, mostMs, expected) => {
  expect(Math.round(noticeOf(products, mostMs))).toBe(expected);
});

it('is given before it is waited for', async () => {
  const { announced, releases } = store(1);
  const told: unknown[] = [];
  await giveNotice([release], { releases, noticeMs: 1, onNotice: (ms) => told.push([ms, announced.length]) });
  expect(announced).toEqual([[release]]);
  expect(told).toEqual([[1, 1]]);
});

it('nothing is announced where there is to be no notice', async () => {
  const { announced, releases } = store(1);
  await giveNotice([release], { releases, noticeMs: 0 });
  expect(announced).toEqual([]);
});

it('nobody is waited for where nobody is shown anything', async () => {
  const { announced, releases } = store(0);
  const signal = AbortSignal.abort(new Error('It was waited for.'));
  await giveNotice([release], { releases, noticeMs: 60_000, signal });
  expect(announced).toEqual([[release]]);
});

it('ends with the reason of its signal', async () => {
  const { releases } = store(1);
  const interrupting = new AbortController();
  const given = giveNotice([release], { releases, noticeMs: 60_000, signal: interrupting.signal });
  const reason = new Error('interrupted');
  interrupting.abort(reason);
  await expect(given).rejects.toBe(reason);
});
