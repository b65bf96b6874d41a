import { expect, it, onTestFinished } from 'vitest';
import { rememberRules } from '../../src/storage/catalog-rules.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';

describeEachEngine('the rules of the directory', (open) => {
  it('are as they were written, in the order of their creation, whatever their catalogs', async () => {
    const { engine, drop } = await open({ contents: 'tables' });
    onTestFinished(drop);
    const [first, second, third] = [1, 2, 3].map((day) => `2026-01-0${day}T00:00:00Z`) as [string, string, string];
    const catalogs = ['a', 'b', 'without rules'].map((id) => ({ id, name: id, created_at: first }));
    await engine.writer.insertInto('catalog').values(catalogs).execute();
    const lists = {
      unknown_criteria: '["region"]',
      channels: '["web","10% \\"off\\""]',
      account_ids: '["1"]',
      schedules: '[]',
      created_at: second,
    };
    const rule = { name: 'é, ", \\ and 😀', tags: '[]', account_tag_ids: '[]', customer_ids: '[]', ...lists };
    const written = [
      { ...rule, id: '3', catalog_id: 'a', created_at: third },
      { ...rule, id: '2', catalog_id: 'b' },
      { ...rule, id: '1', catalog_id: 'a' },
    ];
    await engine.writer.insertInto('catalog_rule').values(written).execute();
    const { rules } = await createStores(engine).catalogs.getDirectory();
    expect(rules.map(({ id, catalogId }) => [id, catalogId])).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'a'],
    ]);
    expect(rules[1]).toEqual({
      id: '2',
      catalogId: 'b',
      name: 'é, ", \\ and 😀',
      channels: ['web', '10% "off"'],
      tags: [],
      accountIds: ['1'],
      accountTagIds: [],
      customerIds: [],
      unknownCriteria: ['region'],
      schedules: [],
      createdAt: second,
    });
  });
});

it('rules that did not change since they were read last are the same objects', () => {
  const read = rememberRules();
  const textOf = (id: string) => JSON.stringify([[id, 'name', '[]', '[]', '[]', '[]', '[]', '[]', '[]', id]]);
  const before = read([
    { id: 'a', rules: textOf('1') },
    { id: 'b', rules: textOf('2') },
  ]);
  const after = read([
    { id: 'a', rules: textOf('1') },
    { id: 'b', rules: textOf('3') },
    { id: 'c', rules: null },
  ]);
  expect(after[0]).toBe(before[0]);
  expect(after.map(({ id }) => id)).toEqual(['1', '3']);
});
