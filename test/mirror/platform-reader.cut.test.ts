/** Lists that are longer than offsets lead, of a platform that does not count them to their end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlatformReader, type Platform } from '../../src/mirror/platform-reader.ts';
import { readNodes } from '../../src/mirror/read-nodes.ts';
import { readListedProducts, walkProducts } from '../../src/mirror/read-products.ts';
import { createRecordFile } from '../../src/mirror/record-file.ts';

/** As far as offsets lead. */
const reached = 10_100;
const ids = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);

/** The lists by their paths; of the others there is nothing in them. */
function platformWith(
  lists: Readonly<Record<string, readonly string[]>>,
  isCounted: boolean,
  length: number,
): Platform {
  return {
    async get(target) {
      const { pathname, searchParams } = new URL(target, 'https://platform.example');
      const offset = Number(searchParams.get('page[offset]'));
      const type = pathname.endsWith('/products') ? 'product' : 'node';
      const data = (lists[pathname] ?? []).slice(offset, offset + length).map((id) => ({ id, type }));
      const results = { total: offset + data.length, total_method: 'observed' };
      return { body: { data, ...(isCounted && { meta: { results } }) } };
    },
  };
}

async function open(lists: Readonly<Record<string, readonly string[]>>, isCounted = true, length = 100) {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-cut-'));
  const file = await createRecordFile(join(directory, 'records'), 'c');
  onTestFinished(() => file.close().then(() => rm(directory, { recursive: true })));
  const { signal } = new AbortController();
  const platformUrl = 'https://platform.example';
  return {
    reader: createPlatformReader(platformWith(lists, isCounted, length), { signal, dialect: 'contract', platformUrl }),
    file,
  };
}

it('nodes behind them are found by their parents', async () => {
  const all = ids(reached + 3);
  const { reader, file } = await open({ '/r/nodes': all, '/r/nodes/n5/relationships/children': all.slice(reached) });
  expect((await readNodes(reader, '/r', file)).size).toBe(all.length);
});

it.each([true, false])(
  'nodes behind them are missed where those of their parent are as many, counted: %s',
  async (isCounted) => {
    const all = ids(reached + 3);
    const { reader, file } = await open({ '/r/nodes': all, '/r/nodes/n0/relationships/children': all }, isCounted);
    await expect(readNodes(reader, '/r', file)).rejects.toThrow(
      `The platform's list /r/nodes may have more than the ${reached} records that were found.`,
    );
  },
);

describe.each([true, false])('counted as far as they are read: %s', (isCounted) => {
  it.each([
    [reached - 1, false],
    [reached, true],
    [reached + 1, true],
  ])('of %i products there may be more: %s', async (count, isCut) => {
    const { reader, file } = await open({ '/r/products': ids(count) }, isCounted);
    expect(await readListedProducts({ reader, release: '/r', file })).toMatchObject({ isCut });
  });

  it.each([
    [reached - 1, false],
    [reached + 1, true],
  ])('of a node that shows %i products there may be more: %s', async (count, isCut) => {
    const all = { '/r/products': ids(reached + 300), '/r/nodes/a/relationships/products': ids(count) };
    const { reader, file } = await open(all, isCounted);
    const nodes = new Map([['a', 'nodes' as const]]);
    expect(await walkProducts({ reader, release: '/r', file }, nodes)).toMatchObject({ isCut });
  });
});

it('of a list whose pages are longer than was requested there may be more, where it is counted as far as it is read', async () => {
  const { reader, file } = await open({ '/r/products': ids(30_000) }, true, 500);
  expect(await readListedProducts({ reader, release: '/r', file })).toMatchObject({ found: 10_500, isCut: true });
});

it('hierarchies behind them are missed', async () => {
  const { reader, file } = await open({ '/r/hierarchies': ids(reached + 1) });
  await expect(readNodes(reader, '/r', file)).rejects.toThrow('/r/hierarchies may have more than');
});
