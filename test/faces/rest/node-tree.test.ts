/** The tree of nodes and its products over REST, held against the graph: both are answered by the same services. */
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { useOpened } from '../../support/use-opened.ts';

const { clothing, jackets } = demoIds.nodes;
const { showcaseParent } = demoIds.products;

describeEachEngine('the tree of nodes over REST', (open) => {
  const gateway = useOpened(() => openRestGateway(open));

  const get = (path: string) => gateway.rest('GET', `/v2/catalog${path}`, { as: 'nobody' });
  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  it.each([
    ['/hierarchies', '{ list: catalogRoots(first: 100) { totalCount nodes { resourceId } } }'],
    [`/nodes/${clothing}/relationships/children`, nodeQuery(clothing, 'children')],
    [`/hierarchies/${clothing}/children`, nodeQuery(clothing, 'children')],
    [`/nodes/${jackets}/relationships/products`, nodeQuery(jackets, 'products')],
    [`/hierarchies/${clothing}/products`, nodeQuery(clothing, 'products')],
  ])('%s lists what the graph does', async (path, query) => {
    const { body, text } = await get(`${path}?page[limit]=100`);
    const { data } = await gateway.ask(query);
    const list = data.list ?? data.catalogNodes.nodes[0].list;
    expect(ids(body), text.slice(0, 500)).toEqual(
      list.nodes.map(({ resourceId }: { resourceId: string }) => resourceId),
    );
    expect(body.meta.results.total).toBe(list.totalCount);
    expect(list.totalCount).toBeGreaterThan(1);
    const second = await get(`${path}?page[limit]=1&page[offset]=1`);
    expect(ids(second.body)).toEqual(ids(body).slice(1, 2));
  });

  it('filters apply to the products of a node', async () => {
    const { body } = await get(`/nodes/${jackets}/relationships/products?filter=eq(name,Storm Shell Jacket)`);
    expect(ids(body)).toEqual([showcaseParent]);
  });

  it.each([
    ['/nodes/unknown/relationships/children', 404],
    ['/nodes/unknown/relationships/products', 404],
    ['/hierarchies/unknown/children', 404],
    ['/hierarchies/unknown/products', 404],
    [`/nodes/${'x'.repeat(256)}/relationships/products`, 400],
    [`/nodes/${jackets}/relationships/products?page[limit]=0`, 400],
    [`/nodes/${jackets}/relationships/products?filter=like(name,x)`, 400],
    [`/nodes/${jackets}/relationships/children?page[offset]=-1`, 400],
  ])('%s is %i', async (path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  describe('include', () => {
    it.each([
      ['main_images', ['main_images']],
      ['files', ['files']],
      ['main_images,files', ['main_images', 'files']],
      ['component_products,main_images', ['main_images']],
      ['main_image,files', ['main_images', 'files']],
      ['main_image,main_images', ['main_images']],
    ])('%s brings the records of %j', async (include, names) => {
      const { body } = await get(`/products/${showcaseParent}?include=${include}`);
      expect(Object.keys(body.included)).toEqual(names);
      for (const record of body.included.main_images ?? []) {
        expect(record).toMatchObject({
          id: body.data.relationships.main_image.data.id,
          type: 'file',
          mime_type: 'image/svg+xml',
        });
        expect(record.link.href).toMatch(/^http:\/\/[^/]+\/demo\/pictures\/storm-shell\.1\.svg$/);
      }
    });

    it('brings each file once, however many products name it', async () => {
      const { body } = await get(`/products/${showcaseParent}/relationships/children?include=main_images`);
      expect(body.data.length).toBeGreaterThan(10);
      expect(body.included.main_images).toHaveLength(1);
    });

    it.each(['', 'nothing', 'MAIN_IMAGES'])('%j brings nothing', async (include) => {
      expect(Object.keys((await get(`/products/${showcaseParent}?include=${include}`)).body)).toEqual(['data']);
    });
  });
});

function nodeQuery(id: string, field: string): string {
  return `{ catalogNodes(filter: { id: { in: ["${id}"] } }) { nodes { list: ${field}(first: 100) { totalCount nodes { resourceId } } } } }`;
}
