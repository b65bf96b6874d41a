import { expect, it } from 'vitest';
import { createPlatformReader, type Json } from '../../src/mirror/platform-reader.ts';
import { withFiles } from '../../src/mirror/with-files.ts';

const product = (id: string, relationships: Json = {}) => ({ id, type: 'product', relationships });
const pictured = (id: string) => product(id, { main_image: { data: { id: `file-${id}`, type: 'main_image' } } });
const documented = (id: string) => product(id, { files: { data: [{ id: `file-${id}`, type: 'file' }] } });
const bare = (id: string) => product(id, { main_image: { data: null }, files: { data: [] } });

/** A platform whose lists of products come with the files of those that the filter names. */
async function read(...parts: readonly (readonly Json[])[]) {
  const named: string[][] = [];
  const platform = {
    get(path: string) {
      const { pathname, searchParams } = new URL(path, 'http://api.example');
      expect(pathname).toBe('/catalogs/c/releases/3/products');
      expect(searchParams.get('include')).toBe('main_image,files');
      const [, ids = ''] = /^in\(id,([^)]*)\)$/.exec(searchParams.get('filter') ?? '') ?? [];
      named.push(ids.split(','));
      const files = ids.split(',').map((id) => ({ id: `file-${id}`, type: 'main_image' }));
      return Promise.resolve({ body: { data: [], included: { main_images: files } } });
    },
  };
  const options = { signal: new AbortController().signal, platformUrl: 'http://api.example' };
  const reader = createPlatformReader(platform, { ...options, dialect: 'elasticpath' });
  async function* iterate() {
    yield* parts;
  }
  const ids: unknown[] = [];
  const files: unknown[] = [];
  for await (const { data, included } of withFiles({ reader, release: '/catalogs/c/releases/3' }, iterate())) {
    ids.push(...data.map(({ id }) => id));
    files.push(...((included?.main_images ?? []) as Json[]).map(({ id }) => id));
  }
  return { named, ids, files };
}

it('products of a file come with the files that they name', async () => {
  const gone = { id: 'd', type: 'product', delta_type: 'delete' };
  const { named, ids, files } = await read([pictured('a'), bare('b')], [documented('c'), gone, product('e')]);
  expect(named).toEqual([['a', 'c']]);
  expect(ids).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(files).toEqual(['file-a', 'file-c']);
});

it('as many are read at once as a filter takes', async () => {
  const all = Array.from({ length: 230 }, (_, place) => pictured(`p${place}`));
  const { named, ids } = await read(all.slice(0, 30), all.slice(30));
  expect(named.map(({ length }) => length)).toEqual([100, 100, 30]);
  expect(ids).toEqual(all.map(({ id }) => id));
});

it('fewer are read at once where their ids are so long that no platform would take the filter', async () => {
  const all = Array.from({ length: 40 }, (_, place) => pictured(`${place}-`.padEnd(255, 'p')));
  const { named, ids, files } = await read(all);
  expect(named.map(({ length }) => length)).toEqual([28, 12]);
  expect(ids).toEqual(all.map(({ id }) => id));
  expect(files).toEqual(all.map(({ id }) => `file-${id}`));
});

it('nothing is read where no product names a file', async () => {
  expect(await read([bare('a')], [])).toEqual({ named: [], ids: ['a'], files: [] });
});

it('an id that no URL can have comes to whom it is for to refuse it', async () => {
  const faulty = '\ud800';
  expect((await read([bare(faulty), pictured(faulty)])).ids).toEqual([faulty, faulty]);
});
