import { expect, it } from 'vitest';
import { DomainError } from '../../src/domain/errors.ts';
import { MirrorProblem } from '../../src/mirror/mirror-problem.ts';
import { createPlatformReader, pathOnPlatform } from '../../src/mirror/platform-reader.ts';

it.each([
  ['/v2/pcm/x?since=1', 'https://api.example', '/v2/pcm/x?since=1'],
  ['/shop/v2/pcm/x', 'https://api.example/shop', '/v2/pcm/x'],
  ['https://api.example/v2/pcm/x', 'https://api.example', '/v2/pcm/x'],
  ['https://API.example:443/v2/pcm/x', 'https://api.example', '/v2/pcm/x'],
  ['http://api.example/v2/pcm/x', 'https://api.example', null],
  ['https://api.example.evil/v2/pcm/x', 'https://api.example', null],
  ['https://api.example@evil.example/x', 'https://api.example', null],
  ['/shop/v2/pcm/x', 'https://api.example/shop/', '/v2/pcm/x'],
  ['/v2/pcm/x', 'https://api.example/shop', '/v2/pcm/x'],
  ['/shopping/x', 'https://api.example/shop', '/shopping/x'],
  ['//evil.example/x', 'https://api.example', null],
  ['https://files.example/delta.json.gz?Signature=a', 'https://api.example', null],
  ['https://', 'https://api.example', null],
])('%s of the platform %s is read at %s', (link, platformUrl, path) => {
  expect(pathOnPlatform(link, platformUrl)).toBe(path);
});

it.each<[count: object, total: number | null]>([
  [{}, null],
  [{ meta: { results: { total: 2, total_method: 'observed' } } }, 2],
])(
  'of a list without pages, whose platform gives all of it at each offset, each record is read once: %j',
  async (count, total) => {
    const paths: string[] = [];
    const platform = {
      async get(path: string) {
        paths.push(path);
        return { body: { data: [{ id: 'a' }, { id: 'b' }], ...count } };
      },
    };
    const { signal } = new AbortController();
    const reader = createPlatformReader(platform, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
    const read: unknown[] = [];
    const list = await reader.readList('/catalogs', '', async ({ data }) => void read.push(...data));
    expect(read).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(list).toEqual({ found: 2, total, isAtLeast: true, isCut: false });
    expect(paths).toHaveLength(2);
  },
);

it('a page that counts nothing takes back nothing of what was counted before it', async () => {
  const ids = Array.from({ length: 140 }, (_, index) => ({ id: `${index}` }));
  const get = async (path: string) => {
    const offset = Number(new URL(path, 'https://api.example').searchParams.get('page[offset]'));
    const count = offset === 0 ? { meta: { results: { total: 150 } } } : {};
    return { body: { data: ids.slice(offset, offset + 100), ...count } };
  };
  const { signal } = new AbortController();
  const reader = createPlatformReader({ get }, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
  const list = await reader.readList('/catalogs', '', async () => {});
  expect(list).toEqual({ found: 140, total: 150, isAtLeast: false, isCut: false });
});

it.each<[title: string, error: DomainError, found: unknown]>([
  ['as the contract says', new DomainError('NOT_FOUND', 'No release.', [], { details: ['No release.'] }), null],
  ['by something on the way', new DomainError('NOT_FOUND', 'Refused (404).'), MirrorProblem],
])('a 404 that is told %s', async (_, error, found) => {
  const { signal } = new AbortController();
  const platform = { get: () => Promise.reject(error) };
  const reader = createPlatformReader(platform, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
  const reading = reader.findOne('/releases/latestPublished');
  await (found === null ? expect(reading).resolves.toBeNull() : expect(reading).rejects.toThrow(MirrorProblem));
});

it.each(['UNAVAILABLE', 'FORBIDDEN'] as const)(
  '%s does not say that there is no release, but of what it was',
  async (code) => {
    const { signal } = new AbortController();
    const error = new DomainError(code, 'Not now.', [], { details: ['Not now.'] });
    const platform = { get: () => Promise.reject(error) };
    const reader = createPlatformReader(platform, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
    const message = 'Reading /releases/latestPublished: Not now.';
    await expect(reader.findOne('/releases/latestPublished')).rejects.toMatchObject({ code, message });
  },
);

it('a list in parts that counts all of them at each part is read to its end', async () => {
  const { signal } = new AbortController();
  const get = async (path: string) => {
    const next = path === '/delta' ? '/delta?after=a' : null;
    return { body: { data: [{ id: next ? 'a' : 'b' }], meta: { results: { total: 2 } }, links: { next } } };
  };
  const reader = createPlatformReader({ get }, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
  const read = [];
  for await (const { data } of reader.listParts('/delta')) read.push(...data);
  expect(read).toEqual([{ id: 'a' }, { id: 'b' }]);
});

/** The paths at which a list in parts is read, the first of which names the next one. */
async function pathsOf(platformUrl: string, first: string, next: string): Promise<string[]> {
  const paths: string[] = [];
  const platform = {
    async get(path: string) {
      paths.push(path);
      return { body: { data: [], links: { next: paths.length === 1 ? next : null } } };
    },
  };
  const { signal } = new AbortController();
  const reader = createPlatformReader(platform, { signal, dialect: 'contract', platformUrl });
  for await (const _ of reader.listParts(first));
  return paths;
}

it.each([
  ['https://api.example', '/v2/pcm/delta', '/v2/pcm/delta?after=1', '/v2/pcm/delta?after=1'],
  ['https://api.example/v2', '/pcm/delta', '/v2/pcm/delta?after=1', '/pcm/delta?after=1'],
  ['https://api.example/shop', '/v2/pcm/delta', '/shop/v2/pcm/delta?after=1', '/v2/pcm/delta?after=1'],
  ['https://api.example', '/delta', 'https://api.example/delta?after=1', '/delta?after=1'],
])('the platform %s leads from %s by %s to %s', async (platformUrl, first, next, second) => {
  expect(await pathsOf(platformUrl, first, next)).toEqual([first, second]);
});

it.each([
  ['https://files.example/delta?after=1', 'leads elsewhere'],
  ['/delta', 'leads to itself'],
])('a part is not followed to %s', async (next, reason) => {
  await expect(pathsOf('https://api.example', '/delta', next)).rejects.toThrow(reason);
});

it('a list does not begin anew, and its parts have an end', async () => {
  const { signal } = new AbortController();
  const readAll = async (nextOf: (path: string) => string) => {
    const platform = { get: async (path: string) => ({ body: { data: [], links: { next: nextOf(path) } } }) };
    const reader = createPlatformReader(platform, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
    for await (const _ of reader.listParts('/delta?1'));
  };
  await expect(readAll((path) => (path === '/delta?1' ? '/delta?2' : '/delta?1'))).rejects.toThrow('leads to itself');
  let parts = 0;
  await expect(readAll(() => `/delta?part${++parts}`)).rejects.toThrow('more than 100000 parts, which is the limit');
});

it.each([
  [{ results: { total: 3 } }, 'has 3, and 2 of them were found'],
  [{ results: { total: 2 } }, null],
  [undefined, null],
])('a list in parts that counts %j, shows two records and names no next part', async (meta, reason) => {
  const { signal } = new AbortController();
  const platform = {
    get: async () => ({ body: { data: [{ id: 'a' }, { id: 'b' }], meta, links: { self: '/delta' } } }),
  };
  const reader = createPlatformReader(platform, { signal, dialect: 'contract', platformUrl: 'https://api.example' });
  const readAll = async () => {
    for await (const _ of reader.listParts('/delta'));
  };
  await (reason === null ? readAll() : expect(readAll()).rejects.toThrow(reason));
});
