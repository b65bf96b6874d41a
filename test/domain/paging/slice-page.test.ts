import { expect, it } from 'vitest';
import type { Window } from '../../../src/domain/paging/page.ts';
import { beforeAll, slicePage } from '../../../src/domain/paging/slice-page.ts';

const all = { limit: 2, from: 'start', after: null, before: null, skip: 0 } as const;

it.each<[string, Partial<Window>, string, boolean, boolean]>([
  ['the first ones', {}, 'ab', false, true],
  ['the last ones', { from: 'end' }, 'de', true, false],
  ['those after one', { after: '1' }, 'cd', true, true],
  ['those before one', { from: 'end', before: '3' }, 'bc', true, true],
  ['those between two', { after: '0', before: '2' }, 'b', true, true],
  ['all of them', { limit: 5 }, 'abcde', false, false],
  ['none between what is the wrong way round', { after: '3', before: '1' }, '', true, true],
  ['none after the last one', { after: '4' }, '', true, false],
  ['none after what is beyond the end', { after: '99' }, '', true, false],
  ['all before what is beyond the end', { limit: 5, before: '99' }, 'abcde', false, false],
  ['the first ones after what stands before all', { after: beforeAll }, 'ab', false, true],
  ['those after the first one, where a position is none', { after: 'NaN' }, 'bc', true, true],
  ['those after the first one, where a position is too long', { after: '9'.repeat(10) }, 'bc', true, true],
  ['those after the first one, where a position is no whole number', { after: '1e1' }, 'bc', true, true],
])('a page shows %s', (_, window, shown, hasPrevious, hasNext) => {
  const page = slicePage([...'abcde'], { ...all, ...window });
  expect(page).toMatchObject({ hasPrevious, hasNext, total: 5 });
  expect(page.items.map(({ item }) => item).join('')).toBe(shown);
  expect(page.items.map(({ sortKey }) => 'abcde'[Number(sortKey)]).join('')).toBe(shown);
});
