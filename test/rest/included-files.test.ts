import { expect, it, vi } from 'vitest';
import { ListedJson } from '../../src/domain/input/listed-json.ts';
import { workPrices } from '../../src/domain/work-budget.ts';
import { defaultLimits } from '../../src/http/limits.ts';
import { includeFiles } from '../../src/rest/included-files.ts';
import type { RestRequest } from '../../src/rest/route.ts';
import { someContext } from '../support/request-contexts.ts';

const text = (id: string, files: readonly string[]) =>
  JSON.stringify({
    id,
    relationships: {
      main_image: { data: { type: 'main_image', id: `image of ${id}` } },
      files: { data: files.map((file) => ({ type: 'file', id: file })) },
    },
  });
const texts = [text('a', ['x', 'y']), text('b', ['y', 'z']), '{"id":"c"}'];

/** The ids of the files that are looked up. */
async function wanted(
  include: string,
  documents: Parameters<typeof includeFiles>[1],
  cost = defaultLimits.cost,
): Promise<readonly string[]> {
  const getMany = vi.fn(async (_context: unknown, _ids: readonly string[]) => new Map());
  const request = { query: new Map([['include', include]]), services: { files: { getMany } } };
  await includeFiles(
    { ...request, requestContext: someContext(new Date(), { ...defaultLimits, cost }) } as unknown as RestRequest,
    documents,
  );
  return getMany.mock.calls.flatMap(([, ids]) => ids);
}

it('a document in memory is parsed once, whichever of its files are requested, and names what its text does', async () => {
  const documents = ListedJson.ofAll(texts);
  const reads = documents.map((document) => vi.spyOn(document, 'toString'));
  for (let time = 0; time < 2; time += 1) {
    for (const include of ['main_images', 'files', 'files,main_image']) {
      expect(await wanted(include, documents)).toEqual(await wanted(include, texts));
    }
  }
  expect(reads.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1]);
  expect(await wanted('main_images', documents)).toEqual(['image of a', 'image of b']);
  expect(await wanted('files', documents)).toEqual(['x', 'y', 'z']);
  expect(await wanted('nothing', documents)).toEqual([]);
});

it('each that is named is paid for, be it there or not', async () => {
  expect(await wanted('files', texts, 4 * workPrices.relatedRecord)).toEqual(['x', 'y', 'z']);
  await expect(wanted('files', texts, 4 * workPrices.relatedRecord - 1)).rejects.toThrow(/units of work/);
});
