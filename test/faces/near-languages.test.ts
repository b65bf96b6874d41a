/** Products whose own language is near to those that they are translated into: what is shown is what lists are found and sorted by. */
import { beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { productRecord } from '../support/small-catalog.ts';
import { useOpened } from '../support/use-opened.ts';

const named = (id: string, language: string | null, name: string, translations: Readonly<Record<string, string>>) =>
  productRecord({
    id,
    attributes: {
      name,
      locales: Object.fromEntries(Object.entries(translations).map(([tag, text]) => [tag, { name: text }])),
    },
    meta: { language, catalog_id: 'near' },
  });

const records = [
  { type: 'catalog', id: 'near', attributes: { name: 'Near' } },
  { type: 'catalog_rule', id: 'near', attributes: { name: 'Near', catalog_id: 'near', channels: ['near'] } },
  named('a', 'en', 'Autumn coat', { 'en-GB': 'Zip coat' }),
  named('b', 'en', 'Blue coat', { 'en-GB': 'Yellow coat', de: 'Mantel' }),
  named('c', 'de-CH', 'Chappe coat', { de: 'Xaver coat' }),
  named('d', 'de', 'Dirndl coat', { de: 'Wams coat', 'de-AT': 'Vest coat' }),
  named('e', 'de-AT', 'Edelweiss coat', { 'de-CH': 'Ulmen coat' }),
  named('f', null, 'Fur coat', { en: 'Thick coat' }),
  // A list of languages is none, and means none of them.
  named('g', 'nb,da', 'Gala coat', { nn: 'Quilted coat' }),
  named('h', 'nb', 'Hunting coat', { da: 'Rain coat', nn: 'Padded coat' }),
];

/** What shoppers of a language are shown, by the names' order. */
const rows: [language: string, shown: Record<string, string>][] = [
  ['en', { a: 'Autumn coat', b: 'Blue coat', f: 'Thick coat' }],
  ['en-GB', { f: 'Thick coat', b: 'Yellow coat', a: 'Zip coat' }],
  ['de', { d: 'Dirndl coat', e: 'Edelweiss coat', c: 'Xaver coat' }],
  ['de-CH', { c: 'Chappe coat', d: 'Dirndl coat', e: 'Ulmen coat' }],
  ['de-AT', { e: 'Edelweiss coat', d: 'Vest coat', c: 'Xaver coat' }],
  ['nn', { h: 'Padded coat', g: 'Quilted coat' }],
];

describeEachEngine('near languages', (open) => {
  const gateway = useOpened(() => openRestGateway(open, 'tables'));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  /** By what a page is written from slots, and from documents. */
  const selections = ['resourceId name', 'resourceId name customInputs { key }'];
  type Shown = { readonly resourceId: string; readonly name: string };

  async function list(language: string, selection: string, variables: object): Promise<Shown[]> {
    const query = `query($filter: ProductFilter, $search: String) {
      products(first: 50, sort: NAME_ASC, filter: $filter, search: $search) { nodes { ${selection} } } }`;
    const { data, errors, shown } = await gateway.ask(query, variables, { channel: 'near', language });
    expect(errors, shown).toEqual([]);
    return data.products.nodes;
  }

  async function expectShown(language: string, shown: Record<string, string>) {
    const ids = Object.keys(shown);
    for (const selection of selections) {
      const all = (await list(language, selection, {})).filter(({ resourceId }) => ids.includes(resourceId));
      expect(all.map(({ resourceId, name }) => [resourceId, name])).toEqual(Object.entries(shown));
      for (const [id, name] of Object.entries(shown)) {
        const [first = ''] = name.split(' ');
        for (const variables of [{ filter: { name: { eq: name } } }, { search: first }]) {
          const found = await list(language, selection, variables);
          expect(found.map(({ resourceId }) => resourceId)).toEqual([id]);
        }
      }
    }
    const headers = { 'EP-Channel': 'near', 'Accept-Language': language };
    const { body } = await gateway.rest('GET', '/v2/pcm/catalog/products', { headers });
    const names = Object.fromEntries(body.data.map(({ id, attributes }: (typeof records)[0]) => [id, attributes.name]));
    expect(names).toMatchObject(shown);
  }

  it.each(rows)('in %s products are shown, sorted, filtered and searched by %j', expectShown);

  it.each(rows)('in %s they are by %j also where they were copied into another release', async (...row) => {
    await importRecords(gateway.stores, [named(`new ${row[0]}`, 'en', 'New coat', {})], { isIntoCurrent: true });
    gateway.forget();
    await expectShown(...row);
  });
});
