import { expect, it } from 'vitest';
import { createCustomFieldStore } from '../../../src/storage/custom-field-store.ts';
import { customApi, customField, publishRecords } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';

describeEachEngine('pages of lists that are read together', (open) => {
  const opened = useOpened(open);

  it('are those that each is asked for, from its end of the list, with a total or without', async () => {
    const api = customApi();
    const customFields = ['a', 'b', 'c', 'd', 'e'].map((slug, day) =>
      customField({ customApiId: api.id, slug, createdAt: `2026-03-0${day + 1}T00:00:00.000Z` }),
    );
    await publishRecords(opened.engine, { customApis: [api], customFields });
    const queries = [
      [1, 'start', false],
      [2, 'start', true],
      [3, 'start', false],
      [1, 'end', true],
      [2, 'end', false],
    ] as const;
    const pages = await createCustomFieldStore(opened.engine).pageFields(
      writingContext(),
      queries.map(([limit, from, withTotal]) => {
        return { parentId: api.id, withTotal, window: { limit, from, after: null, before: null, skip: 0 } };
      }),
    );
    expect(
      pages.map(({ items, total, hasNext }) => [items.map(({ item }) => item.slug).join(''), total, hasNext]),
    ).toEqual([
      ['a', null, true],
      ['ab', 5, true],
      ['abc', null, true],
      ['e', 5, false],
      ['de', null, false],
    ]);
  });
});
