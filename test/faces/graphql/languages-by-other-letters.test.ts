/** Languages and names whose letters are not of ASCII: lists, products and searches see the same texts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { importRecords } from '../../support/import-records.ts';

const own = 'ガラス瓶';
const product = (id: string, name: string) => ({
  ...{ type: 'product', id },
  attributes: { name, status: 'live', locales: { de: { name: `Deutsch ${id}` } } },
  meta: { language: 'de-Österreich' },
});

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeAll(async () => {
  gateway = await openGateway(openEmbedded, 'tables');
  const records = (['NFC', 'NFD'] as const).map((form) => product(form, own.normalize(form)));
  await importRecords(gateway.stores, records, { catalogId: 'c' });
});
afterAll(() => gateway.drop());

it('a list shows the texts that a product shows which is read whole', async () => {
  const [shown, read] = await Promise.all(
    ['', 'componentProducts { name }'].map((more) => gateway.ask(`{ products { nodes { resourceId name ${more} } } }`)),
  );
  const namesOf = (answer: typeof shown) => answer?.data.products.nodes.map(({ name }: { name: string }) => name);
  expect(namesOf(shown)).toEqual(namesOf(read));
  expect(namesOf(shown)).toEqual([own.normalize('NFC'), own.normalize('NFD')]);
});

it.each(['NFC', 'NFD'])('a name is found in both normal forms: %s', async (form) => {
  const query = 'query ($search: String) { products(search: $search) { nodes { resourceId } } }';
  const { data } = await gateway.ask(query, { search: own.normalize(form) });
  expect(data.products.nodes.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual(['NFC', 'NFD']);
});
