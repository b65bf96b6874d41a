/** Who pages keeps the language that their release has for them, whatever others later releases have. */
import { beforeEach, expect, it } from 'vitest';
import { publish } from '../../../src/importer/publish.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openGateway } from '../../support/gateway.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const own = ['Anorak coat', 'Belt coat', 'Cape coat', 'Dress coat', 'Evening coat'];

/** `translated`: also into what shoppers are then shown, the other way round. */
function coats({ translated }: { readonly translated: boolean }) {
  const children = own.map((name, index) =>
    productRecord({
      id: `coat-${index}`,
      attributes: { name, ...(translated && { locales: { fr: { name: `Manteau ${own.length - index} coat` } } }) },
      relationships: { parent: { data: { id: 'parent', type: 'product' } } },
    }),
  );
  const parent = productRecord({ id: 'parent', attributes: { name: 'All', base_product: true } });
  return smallCatalog('coats', [parent, ...children]);
}

describeEachEngine('paging in a language that the next release is translated into', (open) => {
  const gateway = useOpened(() => openGateway(open, 'tables'));
  beforeEach(() => publishNext({ translated: false }));

  async function publishNext(options: { readonly translated: boolean }) {
    await publish(coats(options), { releases: gateway.stores.releases, now: new Date() });
    gateway.forget();
  }

  async function ask(list: string, variables: object = {}) {
    const query = `query($after: String) { list: ${list} {
      totalCount nodes { name } pageInfo { endCursor hasNextPage } context { language } pageCursors { first { cursor } } } }`;
    const { data, errors, shown } = await gateway.ask(query, variables, { channel: 'coats', language: 'fr' });
    expect(errors, shown).toEqual([]);
    return data.list;
  }

  const names = JSON.stringify(own);
  it.each([
    'childProducts(productId: "parent", first: 2, after: $after, sort: NAME_ASC)',
    'products(first: 2, after: $after, search: "coat", sort: NAME_ASC)',
    `products(first: 2, after: $after, filter: { name: { in: ${names} } }, sort: NAME_ASC)`,
  ])('%s', async (list) => {
    const pages = [await ask(list)];
    await publishNext({ translated: true });
    for (let last = pages[0]; last.pageInfo.hasNextPage; last = pages.at(-1)) {
      pages.push(await ask(list, { after: last.pageInfo.endCursor }));
    }
    expect(pages.flatMap(({ nodes }) => nodes.map(({ name }: { name: string }) => name))).toEqual(own);
    expect(new Set(pages.map(({ context, totalCount }) => `${context.language} ${totalCount}`))).toEqual(
      new Set(['en 5']),
    );
    // A numbered page is one of that release, too.
    const again = await ask(list, { after: pages.at(-1).pageCursors.first.cursor });
    expect(again.nodes).toEqual(pages[0].nodes);
  });
});
