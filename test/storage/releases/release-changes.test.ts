import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../../src/domain/ports.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const sizes = ['small', 'large'].map((id) => ({ id, name: id, description: null }));
const ofSize = (variation_matrix: Record<string, string>) => ({
  variations: [{ id: 'size', name: 'Size', options: sizes }],
  variation_matrix,
});
const before = [
  productRecord({ id: 'same', attributes: { locales: { de: { name: 'Gleich' } } }, meta: ofSize({ small: 'child' }) }),
  productRecord({ id: 'document' }),
  productRecord({ id: 'locales', attributes: { locales: { de: { name: 'Hose' } } } }),
  productRecord({ id: 'untranslated', attributes: { locales: { de: { name: 'Rock' } } } }),
  productRecord({ id: 'matrix', meta: ofSize({ small: 'other' }) }),
  productRecord({ id: 'child' }),
  productRecord({ id: 'other' }),
  productRecord({ id: 'gone' }),
];
const after = [
  before[0],
  productRecord({ id: 'document', attributes: { description: 'New' } }),
  productRecord({ id: 'locales', attributes: { locales: { de: { name: 'Jeans' } } } }),
  productRecord({ id: 'untranslated' }),
  productRecord({ id: 'matrix', meta: ofSize({ large: 'other' }) }),
  before[5],
  before[6],
  productRecord({ id: 'new' }),
].filter((record) => record !== undefined);

describeEachEngine('what changed between two releases', (open) => {
  const opened = useOpened(open);
  let stores: Stores;
  let releaseIds: readonly string[];
  beforeAll(async () => {
    stores = createStores(opened.engine);
    const reports = [await importRecords(stores, before), await importRecords(stores, after)];
    releaseIds = reports.map(({ releases }) => releases[0]?.releaseId ?? '');
  });

  const changes = () => {
    const [since, releaseId] = releaseIds as [string, string];
    return stores.releases.listChanges(releaseId, since, '');
  };
  const expected = {
    changedIds: ['document', 'locales', 'matrix', 'new', 'untranslated'],
    removedIds: ['gone'],
    lookedUpTo: null,
  };

  it('is told by digests: documents, translations, matrices', async () => {
    expect(await changes()).toEqual(expected);
    await sql`update release_product set document = 'damaged' where product_id = 'same' and release_id = ${Number(releaseIds[0])}`.execute(
      opened.engine.writer,
    );
    expect(await changes()).toEqual(expected);
    await sql`update release_product set document = (select document from release_product where product_id = 'same' and release_id = ${Number(releaseIds[1])})
      where product_id = 'same'`.execute(opened.engine.writer);
  });

  it.each([[0], [1], [0, 1]])('is the same where an older version stored the releases %j', async (...older) => {
    for (const place of older)
      await sql`update release_product set content_digest = null where release_id = ${Number(releaseIds[place])}`.execute(
        opened.engine.writer,
      );
    expect(await changes()).toEqual(expected);
  });
});
