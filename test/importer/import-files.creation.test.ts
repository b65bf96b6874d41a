import { expect, it } from 'vitest';
import { selectCatalog } from '../../src/domain/catalog/select-catalog.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { useMade, useOpened } from '../support/use-opened.ts';

const anonymous = { actor: null, channel: '', tag: '', language: '', now: new Date() };
const productOf = (catalogId: string) => {
  const attributes = { name: 'P', status: 'live' };
  return { type: 'product', id: 'p', attributes, meta: { catalog_id: catalogId } };
};
const catalogOf = (id: string, times: object = {}) => ({ type: 'catalog', id, attributes: { name: id, ...times } });
const ruleOf = (id: string) => ({ type: 'catalog_rule', id, attributes: { name: id, catalog_id: 'known' } });

describeEachEngine('what an import says of creations that its records do not tell', (open) => {
  const opened = useOpened(open);
  const stores = useMade(() => createStores(opened.engine));
  const order = async () => {
    const { catalogs, rules } = await stores.catalogs.getDirectory();
    return { catalogs: catalogs.map(({ id }) => id), rules: rules.map(({ id }) => id) };
  };
  const at = (time: string) => ({ now: () => new Date(time) });

  it('puts what is new after all that is known, and leaves what is known where it is, whatever the clock says', async () => {
    const known = [catalogOf('known'), productOf('known'), ruleOf('z'), ruleOf('y')];
    await importRecords(stores, known, at('2026-03-02T00:00:00Z'));
    const { rules } = await stores.catalogs.getDirectory();
    const late = at('2026-03-01T00:00:00Z');
    await importRecords(stores, [catalogOf('catalog-of-one-behind'), productOf('catalog-of-one-behind')], late);
    await importRecords(stores, [productOf('a-catalog-undescribed'), ruleOf('x')], late);
    const all = ['known', 'catalog-of-one-behind', 'a-catalog-undescribed'];
    expect(await order()).toEqual({ catalogs: all, rules: ['y', 'z', 'x'] });
    const { catalogs } = await stores.catalogs.getDirectory();
    expect(selectCatalog({ catalogs, rules: [] }, anonymous)?.catalog.id).toBe('known');

    await importRecords(stores, known, at('2026-03-03T00:00:00Z'));
    expect(await order()).toEqual({ catalogs: all, rules: ['y', 'z', 'x'] });
    const after = await stores.catalogs.getDirectory();
    expect(after.rules.filter(({ id }) => id !== 'x')).toEqual(rules);
  });

  it('has no years beyond 9999', async () => {
    const created_at = '9999-12-31T23:59:59.999Z';
    await importRecords(stores, [catalogOf('last', { created_at }), catalogOf('later'), productOf('later')]);
    const { catalogs } = await stores.catalogs.getDirectory();
    expect(catalogs.find(({ id }) => id === 'later')).toMatchObject({ createdAt: created_at });
  });
});
