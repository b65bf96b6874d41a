import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../src/domain/errors.ts';
import { cursorsOf } from '../../../src/domain/paging/cursor.ts';
import {
  type ChildWindowQuery,
  pageList,
  pageLists,
  parsePage,
  readValid,
  retiredRelease,
  type WindowQuery,
} from '../../../src/domain/paging/list-page.ts';
import type { Page } from '../../../src/domain/paging/page.ts';
import { errorOf } from '../../support/violations-of.ts';

const list = { list: 'a list', context: 'a context' };
const pageLength = 9;
const cursor = (releaseId: string, sortKey: string) => cursorsOf(releaseId, list)(sortKey);
const empty: Page<string> = { items: [], hasPrevious: false, hasNext: false, total: null };

describe('a page', () => {
  it('lies between its cursors, in their release', () => {
    expect(parsePage({ last: 3, after: cursor('7', 'a'), before: cursor('7', 'b') }, list, { pageLength })).toEqual({
      window: { limit: 3, from: 'end', after: 'a', before: 'b', skip: 0 },
      releaseId: '7',
    });
    expect(parsePage({ before: cursor('7', 'b') }, list, { pageLength })).toEqual({
      window: { limit: 9, from: 'start', after: null, before: 'b', skip: 0 },
      releaseId: '7',
    });
  });

  it('has no cursors of two releases', async () => {
    const page = { after: cursor('7', 'a'), before: cursor('8', 'b') };
    const { violations } = await errorOf(() => parsePage(page, list, { pageLength }));
    expect(violations).toMatchObject([
      { path: ['before'], rule: 'cursor', problem: expect.stringMatching(/another release/) },
    ]);
  });

  it('tells every fault, those that were found before first', async () => {
    const faults = [{ path: ['filter'], rule: 'minLength', problem: 'must not be empty' }] as const;
    const page = { first: 0, last: 101, after: 'x', before: 'y' };
    const { violations } = await errorOf(() => parsePage(page, list, { faults, pageLength }));
    expect(violations.map(({ path, rule }) => [...path, rule])).toEqual([
      ['filter', 'minLength'],
      ['first', 'min'],
      ['last', 'max'],
      ['last', 'exclusive'],
      ['after', 'cursor'],
      ['before', 'cursor'],
    ]);
  });

  it('of a release that has gone says so of the cursor that named it', () => {
    expect(retiredRelease({ after: 'x', before: 'y' }).violations).toMatchObject([{ path: ['after'] }]);
    expect(retiredRelease({ before: 'y' }).violations).toMatchObject([{ path: ['before'] }]);
  });
});

describe('a list of no release', () => {
  const read = async (_query: WindowQuery) => empty;
  const page = (kind: string, after: string | null = null) =>
    pageList({ pageLength }, kind, { page: { after }, withTotal: false }, read);

  it('takes its own cursors, and none of another list', async () => {
    const after = (await page('plans')).cursorOf('1');
    await expect(page('plans', after)).resolves.toMatchObject(empty);
    await expect(page('offerings', after)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  it('of a parent takes no cursor of another parent: that is told in the place of its page', async () => {
    const asked: ChildWindowQuery[] = [];
    const pages = (...requests: (readonly [parentId: string, after: string | null])[]) =>
      pageLists(
        { pageLength },
        'plans',
        requests.map(([parentId, after]) => ({ parentId, page: { after }, withTotal: true })),
        async (queries) => {
          asked.push(...queries);
          return queries.map(({ parentId }) => ({ ...empty, items: [{ item: parentId, sortKey: parentId }] }));
        },
      );
    const [ofFirst] = await pages(['first', null]);
    const after = ofFirst && 'cursorOf' in ofFirst ? ofFirst.cursorOf('1') : '';
    asked.length = 0;
    const found = await pages(['second', after], ['first', after], ['third', null]);
    expect(asked.map(({ parentId, window }) => [parentId, window.after])).toEqual([
      ['first', '1'],
      ['third', null],
    ]);
    expect(found).toMatchObject([
      { code: 'VALIDATION_FAILED' },
      { items: [{ item: 'first' }] },
      { items: [{ item: 'third' }] },
    ]);
  });
});

describe('many queries', () => {
  const faulty = new DomainError('NOT_FOUND', 'It is not there.');
  const prepareAll = (error: unknown) => (query: number) => {
    if (query < 0) throw error;
    return { query };
  };
  type Prepare = (query: number) => { query: number } | Promise<{ query: number }>;
  const readWith = (queries: readonly number[], prepare: Prepare) =>
    readValid(queries, {
      prepare,
      read: async (prepared: readonly unknown[]) => prepared.map((one) => `found ${one}`),
      toAnswer: (found, { query }) => `${found} of ${query}`,
    });

  it('are answered in their order, faults in their places, prepared at once or later', async () => {
    const prepare = prepareAll(faulty);
    const later = async (query: number) => prepare(query);
    for (const one of [prepare, later, (query: number) => (query === 2 ? later(query) : prepare(query))]) {
      expect(await readWith([1, -1, 2, -2, 3], one)).toEqual([
        'found 1 of 1',
        faulty,
        'found 2 of 2',
        faulty,
        'found 3 of 3',
      ]);
    }
  });

  it('read nothing where all of them are faulty', async () => {
    const read = () => Promise.reject(new Error('It was read.'));
    expect(await readValid([-1], { prepare: prepareAll(faulty), read, toAnswer: () => null })).toEqual([faulty]);
  });

  it.each([
    ['the store is away', new DomainError('UNAVAILABLE', 'It is away.')],
    ['there is a bug', new TypeError('a bug')],
  ])('fail together where %s', async (_, error) => {
    await expect(readWith([1, -1], prepareAll(error))).rejects.toBe(error);
    await expect(readWith([1, -1], async (query) => prepareAll(error)(query))).rejects.toBe(error);
  });
});
