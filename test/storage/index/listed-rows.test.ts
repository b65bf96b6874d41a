import type { CompiledQuery } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { countProducts, listedRows } from '../../../src/storage/index/listed-rows.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { explain } from '../../support/explain.ts';
import { importRecords } from '../../support/import-records.ts';
import { longTranslations } from '../../support/long-translations.ts';

describeEachEngine('rows of a release that an index is made of', (open, name) => {
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

  it('are counted by indexes alone', async () => {
    const queries: CompiledQuery[] = [];
    const { engine, drop } = await open({ contents: 'demo', log: ({ query }) => void queries.push(query) });
    onTestFinished(drop);
    const all = await engine.reader.selectFrom('release_product').select(['release_id', 'is_live']).execute();
    const releaseId = all[0]?.release_id ?? 0;
    const ofRelease = all.filter(({ release_id }) => release_id === releaseId);
    const listed = ofRelease.filter(({ is_live }) => is_live === 1).length;
    queries.length = 0;
    expect(await countProducts(engine, releaseId)).toEqual({ all: ofRelease.length, listed });
    if (name !== 'sqlite') return;
    const explained = await explain(engine.reader, name, queries[0] as CompiledQuery);
    const steps = explained.filter((step) => step.includes('release_product'));
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) expect(step).toContain('USING COVERING INDEX');
  });
});
