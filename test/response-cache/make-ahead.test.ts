/** What is requested while a release is announced is in the cache when it is published. */
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { publish } from '../../src/importer/publish.ts';
import { createResponseCache, type ResponseCache } from '../../src/response-cache/response-cache.ts';
import { describeEachEngine } from '../support/engines.ts';
import { type Gateway, openGateway } from '../support/gateway.ts';
import { openRestFace } from '../support/rest-gateway.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';
import { useOpened } from '../support/use-opened.ts';

const channel = 'one';
const products = '{ products(first: 9) { nodes { resourceId name } } }';
const same = '{ product(id: "same") { name } }';
const withCursor = '{ products(first: 9) { nodes { name } pageInfo { endCursor } } }';
const withContext =
  '{ products(first: 9, context: { tag: "x" }) { nodes { name } context { release { resourceId } } } }';

/** Two products, of which one is the same each time. */
const edition = (name: string) =>
  smallCatalog(
    channel,
    ['same', name].map((id) => productRecord({ id })),
  );

describeEachEngine('a release that is announced', (open) => {
  const gateway = useOpened(() => openGateway(open));

  let responseCache: ResponseCache;
  let caching: Pick<Gateway, 'ask'>;
  beforeEach(async () => {
    responseCache = createResponseCache(gateway.services.catalog, 10_000_000);
    caching = gateway.with({ responseCache });
    for (const name of ['second', 'first']) await put(name);
  });

  const put = async (name: string) => {
    await publish(edition(name), { releases: gateway.stores.releases, now: new Date() });
    gateway.forget();
  };
  /** Where the other edition is. */
  const findNext = async (): Promise<string> => {
    const kept = await gateway.stores.releases.list();
    return kept.find(({ catalogId, isCurrent }) => catalogId === channel && !isCurrent)?.id ?? '';
  };
  const ask = (query: string) => caching.ask(query, {}, { channel });
  const announce = async (releaseId: string) => {
    const publishedAt = new Date().toISOString();
    expect(await gateway.stores.releases.announce([{ releaseId, publishedAt }])).toBe(2);
    gateway.forget();
  };
  const makeCurrent = async (releaseId: string) => {
    await gateway.stores.releases.makeCurrent(releaseId);
    gateway.forget();
  };
  /** What the cache was asked to keep since. */
  function watchAdding() {
    const added = vi.spyOn(responseCache, 'add');
    return async (count: number) => {
      await expect.poll(() => added.mock.calls.length).toBe(count);
      await Promise.all(added.mock.results.map(({ value }) => value));
      added.mockClear();
    };
  }

  /** Requests it before and after the other edition is announced, until its response has been made ahead. */
  async function requestUntilMadeAhead(query: string) {
    const next = await findNext();
    const added = watchAdding();
    const before = await ask(query);
    await announce(next);
    await added(1);
    const size = responseCache.size();
    expect((await ask(query)).body).toBe(before.body);
    await added(1);
    return { next, before, size };
  }

  it.each([
    ['other products', products],
    ['the same product', same],
    ['a cursor, which names its release', withCursor],
    ['a context of its own', withContext],
  ])('is answered from as soon as it is published, and not before: %s', async (_, query) => {
    const { next, before } = await requestUntilMadeAhead(query);
    expect((await ask(query)).body).toBe(before.body);
    await makeCurrent(next);
    const statements = gateway.statements.length;
    const after = await ask(query);
    // What is published is read, and nothing else.
    expect(gateway.statements.slice(statements)).toEqual([expect.stringMatching(/"current_release_id"/)]);
    const { body } = await gateway.ask(query, {}, { channel });
    expect(after.body).toBe(body);
    expect(after.errors).toEqual([]);
    expect(after.body === before.body).toBe(query === same);
  });

  it('is made once, however often it is requested', async () => {
    const next = await findNext();
    const added = watchAdding();
    await ask(products);
    await announce(next);
    await added(1);
    for (let time = 0; time < 5; time += 1) await ask(products);
    await added(1);
    for (let time = 0; time < 5; time += 1) await ask(products);
    await sleep(20);
    await added(0);
  });

  it('is made anew where another one is announced in its place', async () => {
    await put('third');
    const kept = await gateway.stores.releases.list();
    const others = kept.filter(({ catalogId, isCurrent }) => catalogId === channel && !isCurrent).slice(0, 2);
    const added = watchAdding();
    await ask(products);
    await added(1);
    for (const { id } of others) {
      await announce(id);
      await ask(products);
      await added(1);
    }
    await makeCurrent(others[1]?.id ?? '');
    const statements = gateway.statements.length;
    await ask(products);
    expect(gateway.statements.slice(statements)).toEqual([expect.stringMatching(/"current_release_id"/)]);
  });

  it('takes no memory twice for what is the same', async () => {
    const { next, size } = await requestUntilMadeAhead(same);
    // The key that the response will have.
    expect(responseCache.size()).toEqual({ entries: 1, bytes: expect.toSatisfy((bytes) => bytes < size.bytes + 200) });
    await makeCurrent(next);
    await ask(same);
    expect(responseCache.size()).toEqual(size);
  });

  it('is made anew where something else is published', async () => {
    await requestUntilMadeAhead(products);
    expect(responseCache.size().entries).toBe(2);
    await put('third');
    const shown = (await ask(products)).data.products.nodes.map(({ name }: { name: string }) => name);
    expect(shown.sort()).toEqual(['same', 'third']);
    expect(responseCache.size().entries).toBe(1);
  });

  it('leaves nothing behind where it is published by nobody', async () => {
    await requestUntilMadeAhead(products);
    expect(responseCache.size().entries).toBe(2);
    // Each time a minute passes.
    for (let minute = 0; minute < 3; minute += 1) {
      gateway.forget();
      await ask(products);
    }
    expect(responseCache.size().entries).toBe(1);
  });

  it.each([
    ['/v2/pcm/catalog/products/same', true],
    ['/v2/pcm/catalog/products', false],
  ])('is answered from over REST, too: %s', async (path, isSame) => {
    const next = await findNext();
    const added = watchAdding();
    const { rest } = openRestFace({ ...gateway, verify: () => Promise.reject(new Error('No token.')), responseCache });
    const get = async () => await rest('GET', path, { as: 'nobody', headers: { 'EP-Channel': channel } });
    const before = await get();
    expect(before.status).toBe(200);
    await added(1);
    await announce(next);
    const { entries } = responseCache.size();
    expect((await get()).text).toBe(before.text);
    await added(1);
    expect(responseCache.size().entries).toBe(isSame ? entries : entries + 1);
    await makeCurrent(next);
    const statements = gateway.statements.length;
    const after = await get();
    expect(gateway.statements.slice(statements)).toEqual([expect.stringMatching(/"current_release_id"/)]);
    expect(after.text === before.text).toBe(isSame);
    expect(after.headers.get('etag') === before.headers.get('etag')).toBe(isSame);
  });

  it('fails to the harm of nobody, and once, where a response can not be made', async () => {
    await ask(products);
    await announce(await findNext());
    let made: Promise<number> | null = null;
    const offered = vi.spyOn(responseCache.spareTime, 'offer').mockImplementation((run) => {
      made = run();
      return true;
    });
    vi.spyOn(responseCache, 'add').mockRejectedValueOnce(new Error('No memory.'));
    expect((await ask(products)).errors).toEqual([]);
    await expect(made).resolves.toBe(0);
    await ask(products);
    expect(offered).toHaveBeenCalledOnce();
  });

  it('is of no interest to what is cached by nobody', async () => {
    const next = await findNext();
    await announce(next);
    const added = watchAdding();
    for (let time = 0; time < 3; time += 1) await ask('{ product(id: "absent") { name } }');
    await sleep(20);
    await added(0);
    expect(gateway.bugs).toEqual([]);
  });
});
