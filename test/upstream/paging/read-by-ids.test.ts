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

it('a page of more than one call takes is of all of them, the last updated first', async () => {
  const ids = Array.from({ length: 250 }, (_, index) => `id-${index}`);
  // Each call has some of the first ones.
  const updatedAt = (id: string) => new Date(1000 * (Number(id.slice(3)) % 100)).toISOString();
  const { page } = readByIds(ids, async (filter, { limit, offset }) => {
    const items = filter
      .flatMap(({ values }) => values)
      .map((id) => ({ id, attributes: { updated_at: updatedAt(id) } }));
    return { items: items.slice(offset, offset + limit), total: items.length };
  });
  const { items, total } = await page({ limit: 3, offset: 1 });
  expect(total).toBe(250);
  expect(items.map(({ id }) => id)).toEqual(['id-99', 'id-198', 'id-98']);
});
