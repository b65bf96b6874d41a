/** What another gateway reads to show the same: releases as they were published, and what changed between two of them. */
import { beforeAll, expect, it } from 'vitest';
import { unitsOfBytes, workPrices } from '../../../src/domain/work-budget.ts';
import { defaultLimits } from '../../../src/http/limits.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { importRecords } from '../../support/import-records.ts';
import { openRestGateway } from '../../support/rest-gateway.ts';
import { shirts } from '../../support/shirts.ts';
import { productRecord } from '../../support/small-catalog.ts';
import { useOpened } from '../../support/use-opened.ts';

const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
const rule = {
  id: 'books',
  type: 'catalog_rule',
  attributes: { name: 'Books', catalog_id: 'default', channels: ['web'], pricebook_ids: [{ id: 'b' }], ...times },
};
const nodes = [
  { id: 'shirts-node', type: 'node', attributes: { name: 'Shirts', locales: { de: { name: 'Hemden' } }, ...times } },
  { id: 'draft-node', type: 'node', attributes: { name: 'Later', status: 'draft', ...times } },
];
const uuid = '00000000-0000-4000-8000-000000000000';
const many = Array.from({ length: 1200 }, (_, index) =>
  productRecord({ id: `many-${String(index).padStart(4, '0')}`, attributes: { name: `Many ${index}` } }),
);

describeEachEngine('releases for administrators', (open) => {
  const gateway = useOpened(() => openRestGateway(open, 'tables'));
  const releases = '/v2/pcm/catalogs/default/releases';
  beforeAll(async () => {
    await importRecords(gateway.stores, [...shirts, ...nodes, ...many, rule]);
    const kept = shirts.filter(({ id }) => id !== 'poster');
    const changed = many.map((record, index) =>
      index % 400 === 399 ? { ...record, attributes: { ...record.attributes, description: 'New' } } : record,
    );
    const added = productRecord({ id: '\u{1f600}', attributes: { name: 'Last' } });
    await importRecords(gateway.stores, [...kept, ...nodes, ...changed, added]);
    gateway.forget();
  });

  const get = async (path: string) => (await gateway.rest('GET', path)).body;
  const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

  async function readDelta(path: string) {
    const changes: { id: string; delta_type: string; attributes?: object }[] = [];
    let parts = 0;
    for (let next: string | null = path; next !== null; parts += 1) {
      const { data, links } = await get(next);
      changes.push(...data);
      next = links.next;
    }
    return { changes, parts };
  }

  it('are listed with the newest first, each with what it is compared with', async () => {
    const { data } = await get(releases);
    const [newest, first] = data;
    expect(data).toHaveLength(2);
    expect(newest.meta).toMatchObject({ is_full_delta: false, total_products: 1205, total_nodes: 2 });
    expect(newest.relationships.delta.links.related).toBe(`${releases}/${newest.id}/delta?since=${first.id}`);
    expect(first.meta.is_full_delta).toBe(true);
  });

  it('hold texts in all languages, where a shopper gets one', async () => {
    const { data } = await get(`${releases}/latestPublished`);
    const { products, nodes: nodeList } = data.relationships;
    const shirt = await get(`${products.links.related}/shirt`);
    expect(shirt.data.attributes.locales.de.name).toBe('Hemd');
    const all = await get(nodeList.links.related);
    expect(ids(all.data)).toEqual(['draft-node', 'shirts-node']);
    expect(all.data[1].attributes.locales.de.name).toBe('Hemden');
    expect((await get('/v2/pcm/catalog/products/shirt')).data.attributes).not.toHaveProperty('locales');
  });

  it('hold draft nodes, of which a shopper sees nothing', async () => {
    const list = await get('/v2/pcm/catalog/nodes');
    expect([ids(list.data), list.meta.results.total]).toEqual([['shirts-node'], 1]);
    const named = await get('/v2/pcm/catalog/nodes?filter=in(id,draft-node,shirts-node)');
    expect([ids(named.data), named.meta.results.total]).toEqual([['shirts-node'], 1]);
    for (const path of ['', '/relationships/children', '/relationships/products']) {
      const { status } = await gateway.rest('GET', `/v2/pcm/catalog/nodes/draft-node${path}`);
      expect(status, path).toBe(404);
    }
    const { data } = await get(`${releases}/latestPublished`);
    expect((await get(`${releases}/${data.id}/nodes/draft-node`)).data.attributes.name).toBe('Later');
  });

  it('list drafts in place, and pages of them hold each product once', async () => {
    const { data } = await get(`${releases}/latestPublished`);
    const found: string[] = [];
    for (let offset = 0; offset < 1205; offset += 100) {
      const page = await get(`${releases}/${data.id}/products?page[limit]=100&page[offset]=${offset}`);
      expect(page.meta.results.total).toBe(1205);
      found.push(...ids(page.data));
    }
    expect(found).toHaveLength(1205);
    expect(found).toEqual([...new Set(found)]);
    expect(found).toContain('small-blue');
    const children = await get(`${releases}/${data.id}/products/shirt/relationships/children`);
    expect(ids(children.data)).toEqual(['small-red', 'small-blue', 'medium-blue']);
  });

  it('a delta holds what is new, changed or gone, and nothing else', async () => {
    const [newest] = (await get(releases)).data;
    const { changes, parts } = await readDelta(newest.relationships.delta.links.related);
    expect(parts).toBe(1);
    expect(changes.map(({ id, delta_type }) => [id, delta_type]).sort()).toEqual(
      [
        ...['many-0399', 'many-0799', 'many-1199', '\u{1f600}'].map((id) => [id, 'createupdate']),
        ['poster', 'delete'],
      ].sort(),
    );
    const shown = changes.find(({ id }) => id === 'many-0399');
    expect(shown?.attributes).toMatchObject({ name: 'Many 399', description: 'New' });
  });

  it('a full delta holds every product', async () => {
    const [newest, first] = (await get(releases)).data;
    const { changes, parts } = await readDelta(first.relationships.delta.links.related);
    expect(changes).toHaveLength(1205);
    expect(parts).toBeGreaterThan(1);
    const all = await readDelta(`${releases}/${newest.id}/delta`);
    expect(all.changes).toHaveLength(1205);
    expect(new Set(all.changes.map(({ delta_type }) => delta_type))).toEqual(new Set(['createupdate']));
  });

  it('a delta costs what its records and bytes do', async () => {
    const [newest] = (await get(releases)).data;
    const path = newest.relationships.delta.links.related;
    const { length } = (await gateway.rest('GET', path)).text;
    const statusWith = async (cost: number) => (await gateway.restWith({ ...defaultLimits, cost })('GET', path)).status;
    // The request itself costs as much as a record. Its records' bytes are charged before they are joined, and the answer's after that.
    expect(await statusWith(5 * workPrices.record + unitsOfBytes(length))).toBe(400);
    expect(await statusWith(5 * workPrices.record + 2 * unitsOfBytes(length))).toBe(200);
  });

  it('a rule with a criterion that nobody is held against keeps its name', async () => {
    const { data } = await get('/v2/pcm/catalogs/rules/books');
    expect(data.attributes).toMatchObject({ channels: ['web'], pricebook_ids: true });
  });

  it.each([
    ['/v2/pcm/catalogs/unknown', 404],
    ['/v2/pcm/catalogs/unknown/releases', 404],
    ['/v2/pcm/catalogs/rules/unknown', 404],
    [`${releases}/999`, 404],
    [`${releases}/1e0`, 404],
    [`${releases}/latestPublished/products`, 404],
    [`${releases}/1/products/unknown`, 404],
    [`${releases}/1/products/unknown/relationships/children`, 404],
    [`${releases}/1/nodes/unknown`, 404],
    [`${releases}/1/nodes/unknown/relationships/products`, 404],
    [`${releases}/1/hierarchies/unknown/nodes`, 404],
    [`${releases}/1/delta?since=999`, 404],
    [`${releases}/1/delta?since=`, 400],
    [`${releases}/1/delta?after=${'x'.repeat(256)}`, 400],
    [`${releases}/1/products?page[limit]=101`, 400],
    [`${releases}/1/products?page[offset]=10001`, 400],
    [`/v2/pcm/catalogs/${'x'.repeat(256)}/releases`, 400],
  ])('%s is %i', async (path, status) => {
    expect((await gateway.rest('GET', path)).status).toBe(status);
  });

  it.each([
    [`${releases}/1/delta?since=`, "The parameter 'since' must not be empty."],
    [`${releases}/1/delta?after=%00`, "The parameter 'after' must not contain the NUL character."],
    [`${releases}/1/nodes/%00`, "The parameter 'node_id' must not contain the NUL character."],
    [`${releases}/%00/products`, "The parameter 'release_id' must not contain the NUL character."],
    ['/v2/pcm/catalogs/%00', "The parameter 'catalog_id' must not contain the NUL character."],
    ['/v2/pcm/catalogs/rules/%00', "The parameter 'rule_id' must not contain the NUL character."],
    ['/v2/pcm/catalog/hierarchies/%00/nodes', "The parameter 'hierarchy_id' must not contain the NUL character."],
    ['/v2/settings/extensions/custom-apis/x', "The parameter 'customApiId' must be a UUID, but is 'x'."],
    ['/v2/settings/extensions/custom-apis/x/fields', "The parameter 'customApiId' must be a UUID, but is 'x'."],
    [`/v2/settings/extensions/custom-apis/${uuid}/fields/y`, "The parameter 'fieldId' must be a UUID, but is 'y'."],
  ])('%s names the parameter as the path does', async (path, detail) => {
    const { status, body } = await gateway.rest('GET', path);
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ detail })]]);
  });

  it('the same paths answer without the version, and without /pcm', async () => {
    const expected = await get(releases);
    for (const path of ['/pcm/catalogs', '/catalogs', '/v2/catalogs']) {
      expect(await get(`${path}/default/releases`)).toEqual(expected);
    }
  });

  it('every request is answered without a bug', () => expect(gateway.bugs).toEqual([]));
});
