import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const { products, nodes } = demoIds;
const unknownId = '00000000-0000-4000-8000-000000000000';
const childrenOf = (id: string) => `/v2/pcm/catalog/products/${id}/relationships/children`;

interface Item {
  readonly id: string;
  readonly attributes: {
    readonly name: string;
    readonly status: string;
    readonly updated_at: string;
    readonly sku: string;
  };
  readonly meta: { readonly catalog_id: string };
}

describeEachEngine('the catalog over REST', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  const get = (path: string, headers: Record<string, string> = {}) =>
    gateway.rest('GET', path, { as: 'nobody', headers });

  describe('the child products of a parent', () => {
    it('are the live ones, a page of 25, with totals and links', async () => {
      const path = childrenOf(products.showcaseParent);
      const { status, body } = await get(path);
      expect(status).toBe(200);
      expect(body.data).toHaveLength(25);
      expect(new Set(body.data.map(({ attributes }: Item) => attributes.status))).toEqual(new Set(['live']));
      expect(body.meta).toEqual({ results: { total: 34 }, page: { limit: 25, offset: 0, current: 1, total: 2 } });
      expect(body.links).toEqual({
        self: path,
        first: `${path}?page[limit]=25&page[offset]=0`,
        last: `${path}?page[limit]=25&page[offset]=25`,
        prev: null,
        next: `${path}?page[limit]=25&page[offset]=25`,
      });
    });

    it('are paged without repeating or skipping, last updated first', async () => {
      const all: Item[] = [];
      let next: string | null =
        `${childrenOf(products.manyChildrenParent)}?page[limit]=7&filter=in(product_types,child)`;
      while (next) {
        const page: { data: Item[]; links: { next: string | null } } = (await get(next)).body;
        all.push(...page.data);
        next = page.links.next;
      }
      expect(all).toHaveLength(120);
      expect(new Set(all.map(({ id }) => id)).size).toBe(120);
      const order = all.map(({ attributes }) => attributes.updated_at);
      expect(order).toEqual([...order].sort().reverse());
      const hundred = await get(`${childrenOf(products.manyChildrenParent)}?page[limit]=100&page[offset]=20`);
      expect(hundred.body.data).toEqual(all.slice(20));
    });

    it('go out as they were stored, byte for byte', async () => {
      const { text, body } = await get(`${childrenOf(products.showcaseParent)}?page[limit]=1`);
      const { rows } = await sql<{ document: string }>`select document from release_product x join catalog c
        on c.current_release_id = x.release_id where c.id = ${demoIds.catalogs.main} and product_id = ${body.data[0].id}`.execute(
        gateway.engine.reader,
      );
      expect(text.startsWith(`{"data":[${rows[0]?.document}],"meta":`)).toBe(true);
    });

    it.each(['', 'en'])(
      'are not parsed for a shopper who reads the language that they are in: %j',
      async (language) => {
        const path = `${childrenOf(products.manyChildrenParent)}?page[limit]=100`;
        const parse = vi.spyOn(JSON, 'parse');
        const stringify = vi.spyOn(JSON, 'stringify');
        const { text } = await get(path, { 'Accept-Language': language });
        const parsed = parse.mock.calls.filter(([json]) => json.includes('"type":"product"') && json !== text);
        const written = stringify.mock.results.filter(({ value }) => String(value).includes('"type":"product"'));
        vi.restoreAllMocks();
        expect([parsed.length, written.length]).toEqual([0, 0]);
      },
    );

    it.each([
      ['', 34],
      ['eq(tags,RAIN)', 34],
      ['in(tags,nothing)', 0],
      ["eq(name,x' OR '1'='1)", 400],
      ["eq(name,\"x' OR '1'='1\")", 0],
      ['eq(name,%25)', 0],
      [`in(id,${products.showcaseChild},${products.draftChild})`, 1],
      ['eq(sku,STORM-SHELL-L-LICHEN-LONG)', 1],
      ['eq(sku,STORM-SHELL-L-LICHEN-LONG):eq(tags,rain)', 1],
      ['+eq(+name+,Storm+Shell+Jacket,+M)', 400],
      ['eq(name,"Storm+Shell+Jacket,+L,+Lichen+Green,+Long")', 1],
      ['eq(name', 400],
      ['eq(name,)', 400],
      ['in(id)', 400],
      [`eq(id,${products.showcaseChild})`, 400],
      ['eq(foo,x)', 400],
      ['EQ(name,x)', 400],
      ['like(name,x)', 400],
      ['('.repeat(5000), 400],
    ])('are filtered by %s → %i', async (filter, expected) => {
      const { status, body } = await get(`${childrenOf(products.showcaseParent)}?filter=${filter}&page[limit]=100`);
      if (expected === 400) {
        expect(status).toBe(400);
        expect(body.errors).toEqual([
          { title: 'Bad Request', status: '400', detail: expect.stringMatching(/^The parameter 'filter'/) },
        ]);
        return;
      }
      expect(status, JSON.stringify(body.errors)).toBe(200);
      expect(body.meta.results.total).toBe(expected);
      expect(body.data).toHaveLength(expected);
    });

    it('tell the faults of filter and page together', async () => {
      const { body } = await get(`${childrenOf(products.showcaseParent)}?filter=x&page[limit]=0&page[offset]=10001`);
      expect(body.errors.map(({ detail }: { detail: string }) => detail.slice(0, 28))).toEqual([
        "The parameter 'filter' is fa",
        "The parameter 'page[limit]' ",
        "The parameter 'page[offset]'",
      ]);
    });

    it.each([
      ['not a base product', products.standard, 422],
      ['a draft', products.draftParent, 404],
      ['unknown', unknownId, 404],
      ['no identifier', 'a'.repeat(300), 400],
      ['NUL', '%00', 400],
    ])('of a product that is %s are an error', async (_, id, status) => {
      const answer = await get(childrenOf(id));
      expect(answer.status).toBe(status);
      expect(answer.body.errors).toHaveLength(1);
      if (status === 422) {
        expect(answer.body.errors[0]).toEqual({
          title: 'Unprocessable Entity',
          status: '422',
          detail: `The product '${id}' is not a base product, so it has no child products.`,
        });
      }
    });

    it('of a parent without live ones are an empty page', async () => {
      const { body } = await get(childrenOf(products.childlessParent));
      expect(body.data).toEqual([]);
      expect(body.links).toMatchObject({ last: null, prev: null, next: null });
    });

    it.each([
      [{}, demoIds.catalogs.main],
      [{ 'EP-Channel': '' }, demoIds.catalogs.main],
      [{ 'EP-Channel': 'mobile' }, demoIds.catalogs.mobile],
      [{ 'EP-Context-Tag': 'vip' }, demoIds.catalogs.partner],
    ])('are those of the catalog that the context selects: %j', async (headers, catalogId) => {
      const { body } = await get(`${childrenOf(products.showcaseParent)}?page[limit]=1`, headers);
      expect(body.data[0].meta.catalog_id).toBe(catalogId);
    });

    it('are in the language of the shopper, as far as they are translated', async () => {
      const path = `${childrenOf(products.showcaseParent)}?page[limit]=1`;
      const [own, german, any] = await Promise.all(
        ['', 'de-CH', '*'].map(async (language) => (await get(path, { 'Accept-Language': language })).body.data[0]),
      );
      expect(any).toEqual(own);
      expect(german.meta.language).toBe('de');
      expect(german.attributes.name).not.toBe(own.attributes.name);
    });

    it('answer under every path that clients know', async () => {
      const answers = await Promise.all(
        ['/v2/pcm/catalog', '/v2/catalog', '/pcm/catalog', '/catalog'].map((base) =>
          get(`${base}/products/${products.showcaseParent}/relationships/children?page%5Blimit%5D=3&`),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]?.body.links.self).toBe(`${childrenOf(products.showcaseParent)}?page[limit]=3`);
    });

    it('say what their answer depends on', async () => {
      const { headers } = await get(childrenOf(products.showcaseParent));
      expect(headers.get('vary')).toContain('EP-Channel');
    });
  });

  describe('products', () => {
    it('are listed and read, each as described by the document', async () => {
      const { body } = await get('/v2/pcm/catalog/products?page[limit]=100');
      expect(body.data).toHaveLength(100);
      expect(body.meta.results.total).toBeGreaterThan(300);
      expect(body.data.every(({ attributes }: Item) => attributes.status === 'live')).toBe(true);
    });

    it('have their matrix, one level for each variation', async () => {
      const { data } = (await get(`/v2/pcm/catalog/products/${products.showcaseParent}`)).body;
      const [size, colour, fit] = data.meta.variations.map(
        ({ options }: { options: { id: string }[] }) => options[0]?.id,
      );
      expect(typeof (data.meta.variation_matrix[size]?.[colour]?.[fit] ?? '')).toBe('string');
      expect(Object.keys(data.meta.variation_matrix).length).toBeGreaterThan(1);
    });

    it.each([products.draftStandard, unknownId])('that are not live are unknown: %s', async (id) => {
      const answer = await get(`/v2/pcm/catalog/products/${id}`);
      expect(answer.status).toBe(404);
      expect(answer.body.errors[0].detail).toContain(id);
    });
  });

  describe('nodes', () => {
    it('are not found by an id that is longer than any, beside others', async () => {
      const { status, body } = await get(`/v2/pcm/catalog/nodes?filter=in(id,${nodes.jackets},${'x'.repeat(300)})`);
      expect([status, body.data?.map(({ id }: Item) => id)]).toEqual([200, [nodes.jackets]]);
    });

    it('are found by their ids in any order, last updated first', async () => {
      const ids = [nodes.hardshells, nodes.clothing, unknownId, nodes.jackets];
      const { body } = await get(`/v2/pcm/catalog/nodes?filter=in(id,${ids.join(',')})`);
      const reversed = await get(
        `/v2/pcm/catalog/nodes?filter=in(id,${ids.toReversed().join(', ').replaceAll(' ', '+')})`,
      );
      expect(reversed.body.data).toEqual(body.data);
      expect(new Set(body.data.map(({ id }: Item) => id))).toEqual(
        new Set([nodes.hardshells, nodes.clothing, nodes.jackets]),
      );
      const order = body.data.map(({ attributes }: Item) => attributes.updated_at);
      expect(order).toEqual([...order].sort().reverse());
      expect(body.meta.results.total).toBe(3);
      expect(body.data.find(({ id }: Item) => id === nodes.jackets).relationships.parent.data).toEqual({
        id: nodes.clothing,
        type: 'node',
      });
    });

    it('are all listed, in pages, and each can be read', async () => {
      const { body } = await get('/catalog/nodes?page[limit]=2');
      expect(body.data).toHaveLength(2);
      expect(body.meta.results.total).toBeGreaterThan(2);
      expect((await get(`/catalog/nodes/${body.data[0].id}`)).body).toEqual({ data: body.data[0] });
      expect((await get(`/catalog/nodes/${unknownId}`)).status).toBe(404);
    });

    it.each(['in(name,x)', 'eq(name,x)', 'in(id,a):in(id,b)', 'in(id)', 'x'])('are not found by %s', async (filter) => {
      expect((await get(`/v2/pcm/catalog/nodes?filter=${filter}`)).status).toBe(400);
    });

    it('may name as many ids as a request can hold', async () => {
      const ids = [...Array.from({ length: 1500 }, (_, index) => `${index}`), nodes.jackets];
      const { body } = await get(`/v2/pcm/catalog/nodes?filter=in(id,${ids.join(',')})`);
      expect(body.data).toHaveLength(1);
    });
  });

  it('reports no bug', () => expect(gateway.bugs).toEqual([]));
});
