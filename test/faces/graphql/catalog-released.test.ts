/** The subscription `catalogReleased`, over sockets, to graphql-sse's own client. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { demoCredentials } from '../../../src/demo/application-keys.ts';
import { publish, type RecordSource } from '../../../src/importer/publish.ts';
import { createForger, type Forger } from '../../auth/forgeries.ts';
import { copyPostgres } from '../../support/copied-databases.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { type Listener, type ListenOptions, listenTo } from '../../support/live-client.ts';
import { type RunningApp, startApp } from '../../support/running-app.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

type Rule = RecordSource['rules'][number];

/** What a busy machine may take for an event. */

describeEachEngine('catalogReleased', (_open, engine) => {
  let app: RunningApp;
  let drop = async () => {};
  let forger: Forger;
  const listeners: Listener[] = [];
  beforeAll(async () => {
    const database = engine === 'postgres' ? await copyPostgres('demo') : null;
    drop = async () => database?.drop();
    app = await startApp(database ? { DATABASE_URL: database.url, DEMO: 'on' } : {});
    forger = await createForger(app.tokens, app.stores.stores.signingKeys, demoCredentials.clientId);
  });
  afterEach(() => {
    for (const listener of listeners.splice(0)) listener.close();
  });
  afterAll(async () => {
    await app.close();
    await drop();
  });

  function listen(options: Omit<ListenOptions, 'url'>): Listener {
    const listener = listenTo({ url: app.url, ...options });
    listeners.push(listener);
    return listener;
  }

  async function publishTo(name: string, changes: Partial<Rule['attributes']> = {}): Promise<void> {
    const source = smallCatalog(name, [productRecord({ id: 'shirt' })]);
    const rules = source.rules.map((rule) => ({ ...rule, attributes: { ...rule.attributes, ...changes } }));
    await publish({ ...source, rules }, { releases: app.stores.stores.releases, now: new Date() });
  }

  /** Every instance answers from it by now. */
  async function publishAndSettle(name: string): Promise<void> {
    await publishTo(name);
    const listener = listen({ context: `{ channel: "${name}" }` });
    await expect.poll(() => listener.told.at(-1)?.catalog).toBe(name);
    listener.close();
  }

  async function shownIn(context: string, headers: Record<string, string> = {}): Promise<string> {
    const query = `{ products(first: 1, context: ${context}) { context { release { resourceId } } } }`;
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as Answer).data.products.context.release.resourceId;
  }

  it('tells what is shown first, then each release of this context, and of no other', async () => {
    await publishAndSettle('one');
    await publishAndSettle('two');
    const one = listen({ context: '{ channel: "one" }' });
    const two = listen({ headers: { 'EP-Channel': 'two' } });
    await expect.poll(() => [one.told.length, two.told.length]).toEqual([1, 1]);
    expect([one.told[0]?.catalog, two.told[0]?.catalog]).toEqual(['one', 'two']);
    await publishTo('one');
    await expect.poll(() => one.told.length).toBe(2);
    expect(one.told[1]?.release).toBe(await shownIn('{ channel: "one" }'));
    await publishTo('two');
    await expect.poll(() => two.told.length).toBe(2);
    expect(one.told.length).toBe(2);
  });

  it('asking at once, of the cache too, brings what was told', async () => {
    const context = '{ channel: "again" }';
    await publishAndSettle('again');
    const asked: Promise<[string, string]>[] = [];
    const onTold = ({ release }: { release: string }) => void asked.push(shownIn(context).then((it) => [release, it]));
    const listener = listen({ context, onTold });
    for (let count = 1; count <= 4; count += 1) {
      await expect.poll(() => listener.told.length).toBe(count);
      await publishTo('again');
    }
    for (const [told, shown] of await Promise.all(asked)) expect(Number(shown)).toBeGreaterThanOrEqual(Number(told));
  });

  it('tells of a rule that leads to another catalog', async () => {
    await publishAndSettle('here');
    await publishTo('elsewhere');
    const listener = listen({ context: '{ channel: "here", tag: "members" }' });
    await expect.poll(() => listener.told.map(({ catalog }) => catalog)).toEqual(['here']);
    await publishTo('elsewhere', { channels: ['here'], tags: ['members'] });
    await expect.poll(() => listener.told.map(({ catalog }) => catalog)).toEqual(['here', 'elsewhere']);
  });

  it("tells of a rule's schedule when it begins and when it ends", async () => {
    await publishAndSettle('always');
    const listener = listen({ context: '{ channel: "always", tag: "now" }' });
    await expect.poll(() => listener.told.length).toBe(1);
    const [from, to] = [4000, 7000].map((ms) => new Date(Date.now() + ms).toISOString());
    const schedules = [{ valid_from: from, valid_to: to }] as Rule['attributes']['schedules'];
    await publishTo('sometimes', { channels: ['always'], tags: ['now'], schedules });
    await expect.poll(() => listener.told.map(({ catalog }) => catalog)).toEqual(['always', 'sometimes', 'always']);
  });

  it('tells an account of the catalog of its own rule, and nobody else', async () => {
    await publishAndSettle('common');
    await publishTo('special');
    const headers = { Authorization: `Bearer ${await forger.sign({ account_id: 'account-1' })}` };
    const [account, others] = [headers, {}].map((sent) => listen({ context: '{ channel: "common" }', headers: sent }));
    await expect.poll(() => [account, others].map((it) => it?.told.length)).toEqual([1, 1]);
    await publishTo('special', { channels: ['common'], account_ids: ['account-1'] });
    await expect.poll(() => account?.told.map(({ catalog }) => catalog)).toEqual(['common', 'special']);
    await publishTo('common');
    await expect.poll(() => others?.told.map(({ catalog }) => catalog)).toEqual(['common', 'common']);
    expect(account?.told.length).toBe(2);
  });

  it('ends with its token', async () => {
    const inThePast = Math.floor(Date.now() / 1000) - 1;
    const listener = listen({ headers: { Authorization: `Bearer ${await forger.sign({ exp: inThePast })}` } });
    await expect.poll(() => listener.ended).toBe('complete');
    expect(listener.told.length).toBe(1);
    expect(listener.codes).toEqual(['UNAUTHENTICATED']);
  });
});

interface Answer {
  readonly data: { readonly products: { readonly context: { readonly release: { readonly resourceId: string } } } };
}
