/** A filter by name means the name that this shopper is shown: lists, totals, cursors and page cursors, on both faces. */
import { beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '../support/engines.ts';
import { importRecords } from '../support/import-records.ts';
import { openRestGateway } from '../support/rest-gateway.ts';
import { useOpened } from '../support/use-opened.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const product = (id: string, name: string, locales: object | null, more: object = {}) => ({
  type: 'product',
  id,
  attributes: { name, status: 'live', ...times, ...(locales && { locales }), ...more },
  meta: { language: 'en' },
});
const child = (record: object) => ({
  ...record,
  relationships: { parent: { data: { id: 'family', type: 'product' } } },
});

const records = [
  { type: 'catalog', id: 'shown', attributes: { name: 'Shown', ...times } },
  {
    type: 'catalog_rule',
    id: 'shown-rule',
    attributes: { name: 'Shown', catalog_id: 'shown', channels: ['shown'], ...times },
  },
  product('family', 'Family', null, { base_product: true }),
  child(product('a', 'Storm jacket', { de: { name: 'Sturmjacke' }, 'de-AT': { name: 'Sturmjoppe' } })),
  child(product('b', 'Storm jacket', { de: { name: 'Sturmjacke' } })),
  child(product('c', 'Sturmjacke', null)),
  child(product('d', 'Storm jacket', { de: { description: 'Nur ein Text' }, fr: { name: 'Sturmjacke' } })),
];

const rows: [language: string, name: string, found: string[]][] = [
  ['', 'Storm jacket', ['a', 'b', 'd']],
  ['', 'Sturmjacke', ['c']],
  ['en', 'Storm jacket', ['a', 'b', 'd']],
  ['de', 'Sturmjacke', ['a', 'b', 'c']],
  ['de', 'Storm jacket', ['d']],
  ['de-AT', 'Sturmjoppe', ['a']],
  ['de-AT', 'Sturmjacke', ['b', 'c']],
  ['de-CH', 'Sturmjacke', ['a', 'b', 'c']],
  ['fr', 'Sturmjacke', ['c', 'd']],
  ['it', 'Storm jacket', ['a', 'b', 'd']],
];

describeEachEngine('a filter by name', (open) => {
  const gateway = useOpened(() => openRestGateway(open));
  beforeAll(async () => {
    await importRecords(gateway.stores, records);
    gateway.forget();
  });

  const list = `query($id: ID!, $name: String!, $first: Int, $after: String) {
    children: childProducts(productId: $id, filter: { name: { eq: $name } }, first: $first, after: $after) { ...page }
    all: products(filter: { name: { in: [$name, "no such name"] } }, first: 100) { ...page } }
    fragment page on ProductConnection { totalCount nodes { resourceId name } pageInfo { endCursor hasNextPage }
      pageCursors { totalPages } }`;
  const ask = (name: string, language: string, page = {}) =>
    gateway.ask(list, { id: 'family', name, ...page }, { channel: 'shown', language });
  const idsOf = (nodes: readonly { resourceId: string }[]) => nodes.map(({ resourceId }) => resourceId);

  it.each(rows)('in %j of %s finds %j, in GraphQL', async (language, name, found) => {
    const { data, errors, shown } = await ask(name, language);
    expect(errors, shown).toEqual([]);
    for (const page of [data.children, data.all]) {
      expect(idsOf(page.nodes), shown).toEqual(found);
      expect(
        page.nodes.every((node: { name: string }) => node.name === name),
        shown,
      ).toBe(true);
      expect(page.totalCount, shown).toBe(found.length);
    }
  });

  it.each(rows)('in %j of %s finds %j, over REST', async (language, name, found) => {
    const headers = { 'EP-Channel': 'shown', ...(language && { 'Accept-Language': language }) };
    for (const path of ['/products/family/relationships/children', '/products']) {
      const filter = encodeURIComponent(`eq(name,"${name}")`);
      const { body, text } = await gateway.rest('GET', `/v2/pcm/catalog${path}?filter=${filter}`, { headers });
      expect(
        body.data.map(({ id }: { id: string }) => id),
        text,
      ).toEqual(found);
      expect(body.meta.results.total).toBe(found.length);
    }
  });

  it('pages through what is shown, and a cursor stays in its language', async () => {
    const first = await ask('Sturmjacke', 'de', { first: 1 });
    expect(first.data.children.pageCursors, first.shown).toEqual({ totalPages: 3 });
    const after = first.data.children.pageInfo.endCursor;
    const second = await ask('Sturmjacke', 'de', { first: 1, after });
    expect(idsOf(second.data.children.nodes), second.shown).toEqual(['b']);
    const other = await ask('Sturmjacke', 'fr', { first: 1, after });
    expect(other.errors[0]?.extensions.violations?.[0]?.rule, other.shown).toBe('cursor');
  });
});
