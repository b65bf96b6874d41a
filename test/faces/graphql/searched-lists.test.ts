/** Searches: in the language that is shown, in tiers, with filters, contexts and pages; and texts that nobody should send. */
import { expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type AskOptions, openGateway } from '../../support/gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const document = `query Search($search: String, $filter: ProductFilter, $sort: ProductSort, $first: Int, $after: String, $context: ContextInput) {
  products(search: $search, filter: $filter, sort: $sort, first: $first, after: $after, context: $context) {
    totalCount nodes { resourceId sku name tags description language } pageInfo { endCursor hasNextPage }
    pageCursors { totalPages last { cursor } }
  } }`;

interface Shown {
  readonly resourceId: string;
  readonly sku: string | null;
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string | null;
}

describeEachEngine('searches', (open) => {
  const gateway = useOpened(() => openGateway(open));

  async function ask(variables: object, options?: AskOptions) {
    const { data, errors, shown } = await gateway.ask(document, variables, options);
    expect(errors, shown).toEqual([]);
    return data.products;
  }

  async function readAll(variables: object, options?: AskOptions): Promise<Shown[]> {
    const nodes: Shown[] = [];
    for (let after: string | null = null; ; ) {
      const page = await ask({ ...variables, first: 40, after }, options);
      nodes.push(...page.nodes);
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) return nodes;
    }
  }

  const idsOf = (nodes: readonly Shown[]) => nodes.map(({ resourceId }) => resourceId);

  /** For words of ASCII letters, which a plain text search finds as well. */
  function tierOf({ sku, name, tags, description }: Shown, word: string): number {
    const fields = [[sku], [name], tags, [description]].map((texts) =>
      texts.flatMap((text) => (text ?? '').toLowerCase().split(/[^a-z0-9ä-ü]+/)),
    );
    return fields.flatMap((own) => [own.includes(word), own.some((one) => one.startsWith(word))]).indexOf(true);
  }

  it.each([
    ['rain', {}],
    ['jack', {}],
    ['jacket', {}],
    ['jacke', { language: 'de' }],
    ['kettle', { channel: 'mobile' }],
  ])('%s finds what shows it, by tiers and then in the order of the list (%j)', async (search, options) => {
    const all = await readAll({}, options);
    const expected = all
      .filter((node) => tierOf(node, search) >= 0)
      .toSorted((a, b) => tierOf(a, search) - tierOf(b, search));
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    const found = await readAll({ search: search.toUpperCase() }, options);
    expect(idsOf(found)).toEqual(idsOf(expected));
    expect((await ask({ search }, options)).totalCount).toBe(expected.length);
  });

  it('all words are needed, filters apply, and numbered pages lead on', async () => {
    const both = await readAll({ search: 'rain jacket' });
    const [rain, jacket] = [await readAll({ search: 'rain' }), await readAll({ search: 'jacket' })];
    expect(new Set(idsOf(both))).toEqual(new Set(idsOf(rain)).intersection(new Set(idsOf(jacket))));
    const filter = { productTypes: { eq: 'child' } };
    const children = new Set(idsOf(await readAll({ filter })));
    expect(idsOf(await readAll({ search: 'rain', filter }))).toEqual(idsOf(rain).filter((id) => children.has(id)));
    const { pageCursors } = await ask({ search: 'rain', first: 7 });
    const last = await ask({ search: 'rain', first: 7, after: pageCursors.last.cursor });
    expect(idsOf(last.nodes)).toEqual(idsOf(rain).slice(7 * (pageCursors.totalPages - 1)));
  });

  it('children of a parent are searched alone', async () => {
    const query = `query($id: ID!, $search: String) { childProducts(productId: $id, search: $search, first: 100) {
      totalCount nodes { sku parent { resourceId } } } }`;
    const id = demoIds.products.manyChildrenParent;
    const { data } = await gateway.ask(query, { id });
    const sku = data.childProducts.nodes[3].sku;
    const found = await gateway.ask(query, { id, search: sku });
    expect(found.data.childProducts.nodes[0], found.shown).toEqual({ sku, parent: { resourceId: id } });
    expect((await gateway.ask(query, { id, search: 'nobodysells' })).data.childProducts.totalCount).toBe(0);
  });

  const refused = async (search: string) => {
    const { data, errors, shown } = await gateway.ask(document, { search });
    expect(data?.products ?? null, shown).toBeNull();
    return errors.flatMap(({ extensions: { code, violations = [] } }) => [
      code,
      ...violations.map(({ path, rule }) => `${path.join('.')}: ${rule}`),
    ]);
  };

  it.each([
    ['nothing', '', 'search: minLength'],
    ['10 kB', 'rain '.repeat(2000), 'search: maxLength'],
    ['10 kB of marks', '\u0301'.repeat(5000), 'search: maxLength'],
    ['eleven words', 'a b c d e f g h i j k', 'search: maxItems'],
    ['NUL', 'rain\0', 'search: characters'],
    ['half of a character', '\ud83d', 'search: characters'],
  ])('%s is refused', async (_title, search, violation) => {
    expect(await refused(search)).toEqual(['VALIDATION_FAILED', violation]);
  });

  it.each([
    ['operators', '+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ / % _ \' ; --'],
    ['marks', '\u0301\u0302\u0489\u20dd'],
    ['emoji', '🧥🌧️👨‍👩‍👧'],
    ['spaces', ' \t\n\u3000'],
    ['a language of no product', 'ᓄᓇᕗᑦ ⴰⵎⴰⵣⵉⵖ ꦲꦏ꧀ꦱꦫ'],
    ['scripts without spaces', '雨具カタログกางเกงยีนส์ខ្មែរ'],
    ['from the right to the left', 'معطف המטר'],
    ['one long word', 'x'.repeat(200)],
    ['a formula', "'; drop table release_product; --nothing"],
  ])('%s are answered, with nothing', async (_title, search) => {
    expect(await ask({ search })).toMatchObject({ totalCount: 0, nodes: [], pageCursors: null });
  });

  it('a cursor belongs to its search', async () => {
    const after = (await ask({ search: 'rain', first: 1 })).pageInfo.endCursor;
    for (const other of [{}, { search: 'jacket' }, { search: 'rain', sort: 'NAME_ASC' }]) {
      const { errors, shown } = await gateway.ask(document, { ...other, after });
      expect(errors[0]?.message, shown).toContain('does not belong to this connection');
    }
    const again = await ask({ search: 'RAIN', first: 1, after });
    expect(idsOf(again.nodes)).toEqual(idsOf(await readAll({ search: 'rain' })).slice(1, 2));
  });
});
