/** Lists that are longer than offsets lead, of a platform that does not count them to their end. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPlatformReader, FileProblem, type Platform } from '../../src/mirror/platform-reader.ts';
import { readNodes } from '../../src/mirror/read-nodes.ts';
import { readListedProducts } from '../../src/mirror/read-products.ts';
import { createRecordFile } from '../../src/mirror/record-file.ts';

/** As far as offsets lead. */
const reached = 10_100;
const ids = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);

/** The lists by their paths; of the others there is nothing in them. */
function platformWith(lists: Readonly<Record<string, readonly string[]>>): Platform {
  return {
    async get(target) {
      const { pathname, searchParams } = new URL(target, 'https://platform.example');
      const offset = Number(searchParams.get('page[offset]'));
      const type = pathname.endsWith('/products') ? 'product' : 'node';
      const data = (lists[pathname] ?? []).slice(offset, offset + 100).map((id) => ({ id, type }));
      return { body: { data, meta: { results: { total: offset + data.length, total_method: 'observed' } } } };
    },
  };
}

async function open(lists: Readonly<Record<string, readonly string[]>>) {
  const directory = await mkdtemp(join(tmpdir(), 'gateway-cut-'));
  const file = await createRecordFile(join(directory, 'records'), 'c');
  onTestFinished(() => file.close().then(() => rm(directory, { recursive: true })));
  const { signal } = new AbortController();
  const platformUrl = 'https://platform.example';
  return { reader: createPlatformReader(platformWith(lists), { signal, dialect: 'contract', platformUrl }), file };
}

it('nodes behind them are found by their parents', async () => {
  const all = ids(reached + 3);
  const { reader, file } = await open({ '/r/nodes': all, '/r/nodes/n5/relationships/children': all.slice(reached) });
  expect((await readNodes(reader, '/r', file)).size).toBe(all.length);
});

it('nodes behind them are missed where those of their parent are as many', async () => {
  const all = ids(reached + 3);
  const { reader, file } = await open({ '/r/nodes': all, '/r/nodes/n0/relationships/children': all });
  await expect(readNodes(reader, '/r', file)).rejects.toThrow(
    `The platform's list /r/nodes has at least ${reached}, and ${reached} of them were found.`,
  );
});

it.each([
  [reached - 1, true],
  [reached, false],
  [reached + 1, false],
])('of %i products that nobody has counted, that they are all there is known: %s', async (count, isWhole) => {
  const { reader, file } = await open({ '/r/products': ids(count) });
  const reading = readListedProducts({ reader, release: '/r', file });
  if (isWhole) await reading;
  else await expect(reading).rejects.toThrow(FileProblem);
});
