/** What is published reaches an address: signed, once, in order per catalog, and again until it is taken or given up. */
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { newSecret } from '../../src/domain/webhook/signature.ts';
import type { WebhookWithSecret } from '../../src/domain/webhook/webhook.ts';
import { publish, type RecordSource } from '../../src/importer/publish.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { postMessage } from '../../src/webhooks/post-message.ts';
import {
  createWebhookSender,
  type WebhookSender,
  type WebhookSenderOptions,
} from '../../src/webhooks/webhook-sender.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';

const hour = 3_600_000;

interface Received {
  readonly id: string;
  readonly type: string;
  readonly catalog: string;
  readonly release: number;
  readonly contentType: string | undefined;
}

describeEachEngine('webhooks', (open) => {
  const cleanUps: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  });

  async function start() {
    const opened: TestEngine = await open();
    cleanUps.push(opened.drop);
    const stores = createStores(opened.engine);
    const receiver = await startReceiver();
    cleanUps.push(receiver.close);
    let timePassed = 0;
    const inVain: number[] = [];
    const givenUp: string[] = [];
    const failures: unknown[] = [];

    function createSender(changes: Partial<WebhookSenderOptions> = {}): WebhookSender {
      const sender = createWebhookSender({
        store: { ...stores.webhooks, readClock: async () => new Date(Date.now() + timePassed) },
        // What a busy machine answers late would be sent a second time.
        post: (message) => postMessage(message, { timeoutMs: 60_000, allowsPrivate: true, allowsHttp: true }),
        giveUpAfterMs: 24 * hour,
        directoryMaxAgeMs: 50,
        monotonicNow: () => performance.now(),
        now: () => new Date(),
        events: {
          onTaken: () => {},
          onNotTaken: ({ attempts }) => void inVain.push(attempts),
          onGivenUp: (_, reason) => void givenUp.push(reason),
          onFailed: (error) => void failures.push(error),
        },
        ...changes,
      });
      sender.start();
      cleanUps.push(() => sender.stop());
      return sender;
    }

    const addWebhook = (changes: Partial<WebhookWithSecret> = {}) => {
      const { url, secret } = receiver;
      const times = { createdAt: new Date().toISOString() };
      return stores.webhooks.insert({ id: 'hook', url, secret, catalogId: null, ...times, ...changes });
    };
    const publishTo = (name: string, change = (source: RecordSource) => source) =>
      publish(change(smallCatalog(name, [productRecord({ id: 'shirt' })])), {
        releases: stores.releases,
        now: new Date(),
      });
    const letTimePass = (ms: number) => {
      timePassed += ms;
    };
    return { stores, receiver, addWebhook, publishTo, createSender, letTimePass, inVain, givenUp, failures };
  }

  it('each release is told once, in order, and signed for the library of receivers', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender, failures } = await start();
    await addWebhook();
    const names = ['one', 'two', 'three', 'four'];
    for (let count = 0; count < 40; count += 1) await publishTo(names[count % names.length] ?? '');
    createSender();
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    const released = receiver.received.filter(({ type }) => type === 'catalog.released');
    for (const name of names) {
      const releases = released.filter(({ catalog }) => catalog === name).map(({ release }) => release);
      expect(releases).toEqual([...new Set(releases)].sort((a, b) => a - b));
      expect(releases).toHaveLength(10);
    }
    expect(receiver.received.filter(({ type }) => type === 'catalog.rules_changed')).toHaveLength(4);
    expect(new Set(receiver.received.map(({ contentType }) => contentType))).toEqual(new Set(['application/json']));
    expect(failures).toEqual([]);
  });

  it('rules are told when they are others than before, and a release when it is made current again', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender } = await start();
    await publishTo('one');
    await addWebhook();
    createSender();
    await publishTo('one', (source) => ({ ...source, catalogs: [] }));
    await publishTo('one', (source) => ({
      ...source,
      catalogs: [],
      rules: source.rules.map((rule) => ({ ...rule, attributes: { ...rule.attributes, tags: ['vip'] } })),
    }));
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    const [, first] = await stores.releases.list();
    await stores.releases.makeCurrent(first?.id ?? '');
    await stores.releases.makeCurrent(first?.id ?? '');
    await expect
      .poll(() => receiver.received.map(({ type, release }) => [type, release === Number(first?.id)]))
      .toEqual([
        ['catalog.rules_changed', true],
        ['catalog.released', false],
        ['catalog.released', true],
      ]);
  });

  it('an address is told of its own catalog only, and nothing of what was before', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender } = await start();
    await publishTo('one');
    await addWebhook({ catalogId: 'one' });
    await publishTo('two');
    await publishTo('one');
    createSender();
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    expect(receiver.received.map(({ catalog }) => catalog)).toEqual(['one']);
  });

  it('what is not taken is sent again, with the same id, and what follows waits; then it is given up, and sent again when it is wanted', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender, letTimePass, inVain, givenUp } = await start();
    await addWebhook();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    receiver.refuseFirst(true);
    createSender();
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      // What was received is put off a moment later, from the time that it is then.
      await expect.poll(() => inVain.length).toBe(attempts);
      letTimePass(3 * hour);
    }
    expect(inVain).toEqual([1, 2, 3]);
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    letTimePass(24 * hour);
    await expect.poll(() => givenUp).toEqual(['it answered 500']);
    receiver.refuseFirst(false);
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    const [failed] = await stores.webhooks.listFailed(10);
    expect(failed).toMatchObject({ webhookId: 'hook', catalogId: 'one', lastError: 'it answered 500' });
    expect(failed?.messageId).toBe(receiver.received[0]?.id);
    expect(receiver.received.at(-1)?.id).not.toBe(failed?.messageId);
    expect(await stores.webhooks.replay('999', new Date().toISOString())).toBe(0);
    expect(await stores.webhooks.replay(null, new Date().toISOString())).toBe(1);
    await expect.poll(() => receiver.received.at(-1)?.id).toBe(failed?.messageId);
    await expect.poll(() => stores.webhooks.listFailed(10)).toEqual([]);
  });

  it('what is not taken is sent again at once where the clock was ahead and is set back', async () => {
    const { stores, addWebhook, publishTo, receiver, createSender, letTimePass, inVain } = await start();
    letTimePass(5 * hour);
    await addWebhook();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    receiver.refuseFirst(true);
    createSender();
    await expect.poll(() => inVain).toEqual([1]);
    receiver.refuseFirst(false);
    letTimePass(-5 * hour);
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
  });

  it("a message is not given up before its time where the sender's own clock is ahead", async () => {
    const { stores, addWebhook, publishTo, receiver, createSender, inVain, givenUp } = await start();
    await addWebhook();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    receiver.refuseFirst(true);
    createSender({ store: stores.webhooks, now: () => new Date(Date.now() + 25 * hour) });
    await expect.poll(() => [inVain, givenUp]).toEqual([[1], []]);
  });

  it('of two instances one sends, and the other when that one was stopped', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender, failures } = await start();
    await addWebhook();
    const senders = [createSender(), createSender()];
    for (let count = 0; count < 6; count += 1) await publishTo('one', (source) => ({ ...source, rules: [] }));
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1);
    await senders[0]?.stop();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    const releases = receiver.received.map(({ release }) => release);
    expect(releases).toEqual([...new Set(releases)].sort((a, b) => a - b));
    expect(releases).toHaveLength(7);
    expect(failures).toEqual([]);
  });

  it('a message is sent when all instances have read what it is about, and not before', async () => {
    const { stores, addWebhook, publishTo, createSender } = await start();
    await addWebhook();
    await publishTo('one');
    let [time, sent] = [0, 0];
    const post = async () => {
      sent += 1;
    };
    createSender({ post, monotonicNow: () => time, directoryMaxAgeMs: 1000 });
    const waitForLooks = async () => {
      const { beat } = await stores.webhooks.findSender();
      await expect.poll(async () => (await stores.webhooks.findSender()).beat).toBeGreaterThan(beat + 1);
    };
    await waitForLooks();
    time = 1000;
    await waitForLooks();
    expect(sent).toBe(0);
    time = 1200;
    await expect.poll(() => sent).toBe(2);
  });

  it('what is taken while it is read what is due is not sent again', async () => {
    const { stores, addWebhook, publishTo, createSender } = await start();
    await addWebhook();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    const { webhooks } = stores;
    const [isRead, isTaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let [sent, looks] = [0, 0];
    createSender({
      post: async () => {
        sent += 1;
      },
      store: {
        ...webhooks,
        async listDue(...times) {
          const due = await webhooks.listDue(...times);
          if (sent === 0) return due;
          looks += 1;
          isRead.resolve();
          await isTaken.promise;
          return due;
        },
        async removeDelivery(id) {
          await isRead.promise;
          await webhooks.removeDelivery(id);
          setImmediate(isTaken.resolve);
        },
      },
    });
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    await expect.poll(() => looks).toBeGreaterThan(2);
    expect(sent).toBe(2);
  });

  it('an address that does not answer holds up no other', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender } = await start();
    await addWebhook();
    const withoutRules = (source: RecordSource) => ({ ...source, rules: [] });
    for (let count = 0; count < 20; count += 1) await publishTo(`catalog-${count}`, withoutRules);
    const answer = Promise.withResolvers<void>();
    let waiting = 0;
    const sent: string[] = [];
    createSender({
      async post({ url }) {
        if (url !== receiver.url) return void sent.push(url);
        waiting += 1;
        await answer.promise;
      },
    });
    await expect.poll(() => waiting).toBe(4);
    const url = 'https://other.example/';
    await addWebhook({ id: 'other', url, catalogId: 'another' });
    await publishTo('another', withoutRules);
    await expect.poll(() => sent).toEqual([url]);
    expect(waiting).toBe(4);
    answer.resolve();
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
  });

  it('no more than sixteen messages are sent at once, to however many addresses', async () => {
    const { stores, addWebhook, publishTo, createSender } = await start();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await addWebhook({ id });
    for (const name of ['one', 'two', 'three', 'four']) await publishTo(name, (source) => ({ ...source, rules: [] }));
    const answer = Promise.withResolvers<void>();
    let [sending, most] = [0, 0];
    createSender({
      async post() {
        sending += 1;
        most = Math.max(most, sending);
        await answer.promise;
        sending -= 1;
      },
    });
    cleanUps.push(answer.resolve);
    await expect.poll(() => sending).toBe(16);
    const { beat } = await stores.webhooks.findSender();
    await expect.poll(async () => (await stores.webhooks.findSender()).beat).toBeGreaterThan(beat + 1);
    answer.resolve();
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    expect(most).toBe(16);
  });

  it('a message that can not be sent because of a bug is told of, and is sent when it can be', async () => {
    const { stores, receiver, addWebhook, publishTo, createSender, failures } = await start();
    await addWebhook();
    await addWebhook({ id: 'other', url: 'https://other.example/' });
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    const sent: string[] = [];
    const bug = new TypeError('a bug');
    createSender({
      async post({ url }) {
        if (url === receiver.url && failures.length < 2) throw bug;
        sent.push(url);
      },
    });
    await expect.poll(() => stores.webhooks.findNewestPending()).toBeNull();
    expect(failures).toEqual([bug, bug]);
    expect(sent.toSorted()).toEqual([receiver.url, 'https://other.example/']);
  });

  it('who is stopped waits for what is being sent, which is not sent again', async () => {
    const { stores, addWebhook, publishTo, createSender } = await start();
    await addWebhook();
    await publishTo('one', (source) => ({ ...source, rules: [] }));
    const [begun, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sender = createSender({
      async post() {
        begun.resolve();
        await answer.promise;
      },
    });
    await begun.promise;
    let isStopped = false;
    const stopping = sender.stop().then(() => {
      isStopped = true;
    });
    await sleep(700);
    expect(isStopped).toBe(false);
    answer.resolve();
    await stopping;
    expect(await stores.webhooks.findNewestPending()).toBeNull();
    expect((await stores.webhooks.findSender()).holder).toBeNull();
  });

  it('a store that can not be read is told of once, until it can be', async () => {
    const { stores, createSender, failures } = await start();
    let [looks, isAway] = [0, true];
    const findNewestPending = async () => {
      looks += 1;
      return isAway ? Promise.reject(new Error('away')) : stores.webhooks.findNewestPending();
    };
    createSender({ store: { ...stores.webhooks, findNewestPending } });
    await expect.poll(() => looks).toBeGreaterThan(3);
    expect(failures).toHaveLength(1);
    isAway = false;
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
    isAway = true;
    await expect.poll(() => failures).toHaveLength(2);
  });

  it('an instance that was too slow to keep the place sends nothing', async () => {
    const { stores, addWebhook, publishTo, createSender } = await start();
    await addWebhook();
    await publishTo('one');
    const { webhooks } = stores;
    let [time, slowness, looks, sent] = [0, 2500, 0, 0];
    createSender({
      post: async () => {
        sent += 1;
      },
      monotonicNow: () => time,
      store: {
        ...webhooks,
        listDue(...times) {
          looks += 1;
          time += slowness;
          return webhooks.listDue(...times);
        },
      },
    });
    await expect.poll(() => looks).toBeGreaterThan(2);
    expect(sent).toBe(0);
    slowness = 0;
    await expect.poll(() => sent).toBe(2);
  });

  it('an address that is removed is told nothing more', async () => {
    const { stores, addWebhook, publishTo } = await start();
    await addWebhook();
    await publishTo('one');
    expect(await stores.webhooks.findNewestPending()).not.toBeNull();
    expect([await stores.webhooks.remove('hook'), await stores.webhooks.remove('hook')]).toEqual([true, false]);
    expect([await stores.webhooks.list(), await stores.webhooks.findNewestPending()]).toEqual([[], null]);
  });
});

async function startReceiver() {
  const secret = newSecret();
  const library = new StandardWebhook(secret);
  const received: Received[] = [];
  let refusesFirst = false;
  const server: Server = createServer(async (incoming, outgoing) => {
    const headers = incoming.headers as Record<string, string>;
    const body = await text(incoming);
    const [id = '', timestamp] = [headers['webhook-id'], headers['webhook-timestamp']];
    // As it was at that time: it passes faster here than the library believes.
    const signature = library.sign(id, new Date(Number(timestamp) * 1000), body);
    const { type, data } = JSON.parse(signature === headers['webhook-signature'] ? body : '{}') as Message;
    const { catalog, release } = data;
    received.push({ id, type, catalog: catalog.id, release: Number(release.id), contentType: headers['content-type'] });
    const isFirst = received[0]?.id === id;
    outgoing.writeHead(refusesFirst && isFirst ? 500 : 204).end();
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    secret,
    received,
    /** Whether the first message is not taken. */
    refuseFirst(refuses: boolean) {
      refusesFirst = refuses;
    },
    close: () => void server.close().closeAllConnections(),
  };
}

interface Message {
  readonly type: string;
  readonly data: { readonly catalog: { readonly id: string }; readonly release: { readonly id: string } };
}
