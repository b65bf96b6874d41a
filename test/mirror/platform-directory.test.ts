/** A list that shifts while it is read lacks what the shift moved past the page's edge, and what lacks is removed from the mirror. */
import { expect, it } from 'vitest';
import { MirrorProblem } from '../../src/mirror/mirror-problem.ts';
import { readDirectory, readReleases } from '../../src/mirror/platform-directory.ts';
import { createPlatformReader } from '../../src/mirror/platform-reader.ts';

const base = '/v2/pcm/catalogs';
const catalog = { id: 'c', type: 'catalog', attributes: { name: 'c' } };
const rules = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `r${at}`,
    type: 'catalog_rule',
    attributes: { name: 'r', catalog_id: 'c' },
  }));

/** Of a platform that counts lists to their end, whatever it has read of them. */
const exact = (_read: number, length: number): object => ({ total: length });

/** `listOf`: the rules as they are at each page. `count`: what is said of a list, by how far a page leads and how long it is. */
function read(listOf: (page: number) => readonly object[], count = exact) {
  let pages = 0;
  const get = async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://platform.test');
    if (pathname.endsWith('latestPublished'))
      return { body: { data: { id: '1', attributes: { published_at: '2026-01-01T00:00:00Z' } } } };
    const all = pathname.endsWith('/rules') ? listOf(pages++) : [catalog];
    const offset = Number(searchParams.get('page[offset]'));
    const data = all.slice(offset, offset + 100);
    return { body: { data, meta: { results: count(offset + data.length, all.length) } } };
  };
  const options = {
    signal: new AbortController().signal,
    dialect: 'contract',
    platformUrl: 'http://platform.test',
  } as const;
  return readDirectory(createPlatformReader({ get }, options), base);
}

it('all rules are read', async () => {
  expect((await read(() => rules(250))).rules.map(({ id }) => id)).toEqual(rules(250).map(({ id }) => id));
});

it.each(['observed', 'lower_bound'])(
  'all rules are read where the platform counts no further than it reads: %s',
  async (total_method) => {
    const { rules: found } = await read(
      () => rules(250),
      (total) => ({ total, total_method }),
    );
    expect(found).toHaveLength(250);
  },
);

it.each<[string, (page: number) => readonly object[]]>([
  ['one is removed', (page) => (page === 0 ? rules(150) : rules(150).filter(({ id }) => id !== 'r5'))],
  ['one is added', (page) => (page === 0 ? rules(150) : [{ ...rules(1)[0], id: 'new' }, ...rules(150)])],
])('a list that changes between its pages is none: %s', async (_, listOf) => {
  await expect(read(listOf)).rejects.toThrow(`The platform's list ${base}/rules changed while it was read.`);
});

/** Of a platform whose lists all hold that. */
const readerOf = (data: readonly object[]) =>
  createPlatformReader(
    { get: async () => ({ body: { data, meta: { results: { total: data.length } } } }) },
    { signal: new AbortController().signal, dialect: 'contract', platformUrl: 'http://platform.test' },
  );

it('of the releases of a catalog, those that are published are read as the platform describes them', async () => {
  const publishedAt = '2026-01-01T00:00:00.000Z';
  const published = { published_at: publishedAt };
  const files = (related: string) => ({ delta: { links: { related } } });
  const data = [
    { id: '5', meta: { release_status: 'IN_PROGRESS' } },
    { id: '4', attributes: published, meta: { release_status: 'FAILED', total_products: 1 } },
    { id: '3', attributes: published, meta: { release_status: 'PUBLISHED', total_products: 7, is_full_delta: true } },
    { id: '2', attributes: published, relationships: files('/delta/2') },
    { id: '1', meta: { created_at: publishedAt }, relationships: files('') },
  ];
  const plain = { catalogId: 'c', publishedAt, totalProducts: null, deltaLink: null, isFullDelta: false };
  expect(await readReleases(readerOf(data), base, 'c')).toEqual([
    { ...plain, id: '3', totalProducts: 7, isFullDelta: true },
    { ...plain, id: '2', deltaLink: '/delta/2' },
    { ...plain, id: '1' },
  ]);
});

it.each([
  [{ id: 7 }, "A release of the platform's catalog 'c' can't be read."],
  [{ id: '1' }, "The platform's release '1' of the catalog 'c' does not say when it was published."],
])('the release %j can not be followed', async (release, reason) => {
  await expect(readReleases(readerOf([release]), base, 'c')).rejects.toThrow(new MirrorProblem(reason));
});

it.each([
  ['counted', exact, 'has 10300, and 10100 of them were found.'],
  [
    'counted a part of the way',
    (_: number, total: number) => ({ total, total_method: 'lower_bound' }),
    'has at least 10300, and 10100 of them were found.',
  ],
  [
    'counted as far as they are read',
    (total: number) => ({ total, total_method: 'observed' }),
    'may have more than the 10100 records that were found.',
  ],
])('more rules than offsets reach are not all of them: %s', async (_, count, told) => {
  await expect(read(() => rules(10_300), count)).rejects.toThrow(`The platform's list ${base}/rules ${told}`);
});
