import { expect, it } from 'vitest';
import { readByIds } from '../../../src/upstream/paging/read-by-ids.ts';

it('an id that is named twice is read once', async () => {
  const read: (readonly string[])[] = [];
  const records = await readByIds(['a', 'b', 'a'], async (filter) => {
    const ids = filter.flatMap(({ values }) => values);
    read.push(ids);
    return { items: ids.map((id) => ({ id, attributes: {} })), total: ids.length };
  }).all();
  expect(read).toEqual([['a', 'b']]);
  expect(records.map(({ id }) => id)).toEqual(['a', 'b']);
});
