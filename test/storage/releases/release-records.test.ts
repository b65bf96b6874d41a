import { expect, it, onTestFinished } from 'vitest';
import { createStores } from '../../../src/storage/open-stores.ts';
import { listRecords } from '../../../src/storage/releases/release-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { longTranslations } from '../../support/long-translations.ts';

describeEachEngine('records of a release', (open) => {
  it('are read a few at a time where their translations are long', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const records = longTranslations(5);
    const { releases } = await importRecords(createStores(engine), records, { catalogId: 'c' });
    const ids = records.map(({ id }) => id);
    const portions: string[][] = [];
    for (let after = ''; portions.flat().length < ids.length; after = portions.at(-1)?.at(-1) ?? '') {
      const read = await listRecords(engine, Number(releases[0]?.releaseId), ids, after);
      expect(read.length).toBeGreaterThan(0);
      portions.push(read.map(({ id }) => id));
    }
    expect(portions.flat()).toEqual(ids);
    expect(Math.max(...portions.map(({ length }) => length))).toBeLessThan(4);
  });
});
