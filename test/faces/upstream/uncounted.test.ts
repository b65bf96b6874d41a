/** A platform that counts a list no further than it reads, or not at all: both faces lead to the list's end all the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../support/engines.ts';
import { type GatewayBefore, openGatewayBefore } from '../../support/gateway-before.ts';
import type { RestGateway } from '../../support/rest-gateway.ts';

/** What it says of a list beside its records. */
const counts: [string, (page: { offset: number }, length: number) => object | undefined][] = [
  ['no further than it reads', ({ offset }, length) => ({ total: offset + length, total_method: 'observed' })],
  ['not at all', () => undefined],
];

/** The ids of a list, by where its pages lead. */
async function walk({ rest }: Pick<RestGateway, 'rest'>, path: string): Promise<string[]> {
  const ids: string[] = [];
  for (let next: string | null = path; next !== null; ) {
    const { body, text } = await rest('GET', next, { as: 'admin' });
    expect(body.data, text).toBeInstanceOf(Array);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    next = body.links.next;
  }
  return ids;
}

describe.each(counts)('a platform that counts a list %s', (_, resultsOf) => {
  let gateway: GatewayBefore;
  beforeAll(async () => {
    gateway = await openGatewayBefore(openEmbedded, {
      distort({ status, text }) {
        const body = JSON.parse(text);
        const page = body.meta?.page;
        if (!page) return { status, text };
        const results = resultsOf(page, body.data.length);
        const { meta: __, ...uncounted } = body;
        const counted = { ...uncounted, meta: { ...body.meta, results } };
        return { status, text: JSON.stringify(results ? counted : uncounted) };
      },
    });
  });
  afterAll(() => gateway.drop());

  it.each([
    ['products', '/v2/pcm/catalog/products?page[limit]=100'],
    ['nodes', '/v2/pcm/catalog/nodes?page[limit]=5'],
    ['offerings', '/v2/subscriptions/offerings?page[limit]=1'],
    ['application keys', '/v2/application-keys?page[limit]=1'],
    ['custom APIs', '/v2/settings/extensions/custom-apis?page[limit]=1'],
  ])('over REST, links lead through all %s', async (_, path) => {
    const all = await walk(gateway.platform, path);
    expect(all.length).toBeGreaterThan(1);
    expect(await walk(gateway, path)).toEqual(all);
  });

  it('numbered pages lead on', async () => {
    const query = '{ products(first: 2) { pageInfo { hasNextPage } pageCursors { next { page } } } }';
    const { data, shown } = await gateway.ask(query);
    expect(data.products, shown).toEqual({ pageInfo: { hasNextPage: true }, pageCursors: { next: { page: 2 } } });
  });

  it('a list of the graph leads on', async () => {
    const { data, shown } = await gateway.ask('{ offerings(first: 1) { pageInfo { hasNextPage } } }');
    expect(data.offerings, shown).toEqual({ pageInfo: { hasNextPage: true } });
  });
});
