import { expect, it } from 'vitest';
import { planCopies } from '../../src/mirror/plan-copy.ts';
import type { PlatformRelease } from '../../src/mirror/platform-directory.ts';

const release = (id: string, members: Partial<PlatformRelease> = {}): PlatformRelease => ({
  ...{ id, catalogId: 'c', publishedAt: '2026-01-01T00:00:00.000Z', totalProducts: 100 },
  ...{ deltaLink: `/delta/${id}`, isFullDelta: false, ...members },
});
const full = { isFullDelta: true };
const large = { totalProducts: 10_101 };

const show = (plan: ReturnType<typeof planCopies>) =>
  plan
    .map((one) => ('deltas' in one ? `${one.kind} ${one.deltas.map(({ id }) => id).join(' ')}` : one.kind))
    .join(', ');

it.each<[string, PlatformRelease[], string | null, string]>([
  ['a first copy of a small release', [release('3'), release('2'), release('1', full)], null, 'pages, files 3 2 1'],
  ['a first copy of a large one', [release('3', large), release('2', full), release('1')], null, 'files 3 2, walk'],
  ['a first copy of a large one without files', [release('3', { ...large, deltaLink: null })], null, 'walk'],
  ['the next release', [release('3'), release('2'), release('1')], '2', 'changes 3, pages'],
  ['the one after the next', [release('3'), release('2'), release('1')], '1', 'changes 3 2, pages'],
  ['one whose predecessor is gone', [release('3'), release('2')], '1', 'pages'],
  ['one with a full delta in between', [release('3'), release('2', full), release('1')], '1', 'pages, files 3 2'],
  ['one whose delta is missing', [release('3', { deltaLink: null }), release('2')], '2', 'pages'],
  [
    'a large one without a file of its own',
    [release('3', { ...large, deltaLink: null }), release('2', full)],
    null,
    'walk',
  ],
  ['as many products as pages show', [release('1', { totalProducts: 10_100, deltaLink: null })], null, 'pages'],
  ['products that nobody counts', [release('1', { totalProducts: null, deltaLink: null })], null, 'pages, walk'],
])('%s is copied so', (_, [latest, ...others], copiedId, expected) => {
  const releases = [latest as PlatformRelease, ...others];
  expect(show(planCopies({ latest: latest as PlatformRelease, releases, copiedId }))).toBe(expected);
});

it('releases that are listed in another order than they were published in are not followed by what changed', () => {
  const published = (day: number, members = {}) =>
    release(`${day}`, { publishedAt: `2026-01-0${day}T00:00:00.000Z`, ...members });
  const plan = (releases: PlatformRelease[]) =>
    show(planCopies({ latest: releases[0] as PlatformRelease, releases, copiedId: '1' }));
  expect(plan([published(4), published(3), published(2), published(1)])).toBe('changes 4 3 2, pages');
  expect(plan([published(4), published(2), published(3), published(1)])).toBe('pages');
  expect(plan([published(2), published(3), published(1)])).toBe('pages');
  expect(plan([published(4, large), published(2), published(3, full), published(1)])).toBe('walk');
});

it('an earlier release that is shown again is followed from there', () => {
  const [three, two, one] = [release('3'), release('2'), release('1')];
  expect(show(planCopies({ latest: two, releases: [three, two, one], copiedId: '1' }))).toBe('changes 2, pages');
});

it('a release that is not listed is copied by itself', () => {
  const plan = (releases: PlatformRelease[]) =>
    show(planCopies({ latest: release('4', large), releases, copiedId: '3' }));
  expect(plan([])).toBe('walk');
  expect(plan([release('3'), release('2', full)])).toBe('walk');
});
