import { expect, it, onTestFinished } from 'vitest';
import { listedRows } from '../../../src/storage/index/listed-rows.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { longTranslations } from '../../support/long-translations.ts';

describeEachEngine('rows of a release that an index is made of', (open) => {
  it('are read a few at a time where their translations are long', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const { releases } = await importRecords(createStores(engine), longTranslations(5), { catalogId: 'c' });
    const counts: number[] = [];
    const indexThread = {
      start: ({ rows }: { readonly rows: readonly unknown[] }) => {
        counts.push(rows.length);
        return Promise.resolve([]);
      },
      *doHere() {},
      close: () => Promise.resolve(),
    };
    const options = { releaseId: Number(releases[0]?.releaseId), sortKeys: null, indexThread };
    for await (const rows of listedRows(engine, options)) expect(rows).toEqual([]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(Math.max(...counts)).toBeLessThan(4);
  });
});
