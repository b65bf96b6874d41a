/** A list that was read before is cached by all that it depends on: one that differs in a single thing is another list. */
import { beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { importRecords } from '../../support/import-records.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const inTax = (amount: number) => ({ amount, includes_tax: true });
const product = (id: string, node: string, [EUR, JPY]: readonly [number, number]) =>
  productRecord({
    id,
    attributes: { price: { EUR: inTax(EUR), JPY: inTax(JPY) }, locales: { de: { name: 'Ware' } } },
    meta: { bread_crumb_nodes: [node] },
  });
const node = (id: string) => ({ id, type: 'node', attributes: { name: id } });
const records = [
  node('rain'),
  node('snow'),
  product('boots', 'rain', [100, 300]),
  product('coat', 'snow', [200, 200]),
  product('hat', 'snow', [300, 100]),
];

const list = (args: string) => `products(${args}) { nodes { resourceId } }`;
const ofNode = (id: string) =>
  `{ catalogNodes(filter: { id: { in: ["${id}"] } }) { nodes { ${list('sort: NAME_ASC')} } } }`;
const priced = (currency: string, max: number) =>
  `{ ${list(`filter: { price: { currency: "${currency}", max: "${max}" } }, sort: NAME_ASC`)} }`;
const found = (language: string) => `{ ${list(`search: "boots", context: { language: "${language}" }`)} }`;

describeEachEngine('lists that are read one after the other', (open) => {
  const gateway = useOpened(() => openGateway(open, 'tables'));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  async function idsOf(query: string): Promise<string[]> {
    const { data, errors, shown } = await gateway.ask(query);
    expect(errors, shown).toEqual([]);
    const { products } = data.catalogNodes ? data.catalogNodes.nodes[0] : data;
    return products.nodes.map(({ resourceId }: { resourceId: string }) => resourceId);
  }

  it.each<[string, ...(readonly [query: string, ids: readonly string[]])[]]>([
    ['of nodes', [ofNode('rain'), ['boots']], [ofNode('snow'), ['coat', 'hat']]],
    ['by prices in currencies', [priced('EUR', 100), ['boots']], [priced('JPY', 100), ['hat']]],
    ['by greatest prices', [priced('JPY', 200), ['coat', 'hat']], [priced('JPY', 150), ['hat']]],
    ['that languages find by a search', [found('en'), ['boots']], [found('de'), []]],
  ])('two %s are not taken for each other', async (_, ...lists) => {
    for (const [query, ids] of lists) expect(await idsOf(query)).toEqual(ids);
  });
});
