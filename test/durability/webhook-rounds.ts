/**
 * What is published is told, at least once and in order per catalog, whenever the gateway that tells it is killed: when a message has arrived
 * and is not answered yet, just after it was answered, or at a random moment.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Stores } from '../../src/domain/ports.ts';
import { newSecret } from '../../src/domain/webhook/signature.ts';
import { publish } from '../../src/importer/publish.ts';
import { listenOnLoopback } from '../support/on-loopback.ts';
import { startProgram } from '../support/program.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';

export interface WebhookRoundsOptions {
  readonly rounds: number;
  /** Of the database that the gateway, and this process, work on. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stores: Stores;
  readonly onRound?: (round: number, tally: WebhookTally) => void;
}

export interface WebhookTally {
  published: number;
  received: number;
  /** More than once. */
  repeated: number;
  /** Published, and never told: must be 0. */
  missing: number;
  /** Told after a later one of its catalog: must be 0. */
  outOfOrder: number;
}

const catalogs = ['one', 'two', 'three'];
const publishEveryMs = 100;
const patienceMs = 120_000;

export async function runWebhookRounds(options: WebhookRoundsOptions): Promise<WebhookTally> {
  const { rounds, stores, onRound } = options;
  const receiver = await startReceiver();
  const environment = { ...options.environment, WEBHOOK_HTTP: 'on', WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  await stores.webhooks.insert({
    ...receiver.webhook,
    id: 'rounds',
    catalogId: null,
    createdAt: new Date().toISOString(),
  });
  const publisher = startPublisher(stores);
  let program = await startProgram(environment);
  for (let round = 1; round <= rounds; round += 1) {
    await receiver.untilMoment();
    await program.stop('SIGKILL');
    receiver.goOn();
    program = await startProgram(environment);
    onRound?.(round, await compare(stores, receiver.told));
  }
  await publisher.stop();
  const deadline = Date.now() + patienceMs;
  while ((await stores.webhooks.findNewestPending()) !== null && Date.now() < deadline) await sleep(100);
  await program.stop();
  receiver.close();
  return compare(stores, receiver.told);
}

/** The releases of each catalog, in the order in which they were told. */
type ToldReleases = Map<string, number[]>;

async function startReceiver() {
  const secret = newSecret();
  const library = new Webhook(secret);
  const told: ToldReleases = new Map();
  let onReceived: ((answer: () => void) => void) | null = null;
  const server = createServer(async (incoming, outgoing) => {
    const { type, data } = library.verify(await text(incoming), incoming.headers as Record<string, string>) as Message;
    if (type === 'catalog.released') {
      told.set(data.catalog.id, [...(told.get(data.catalog.id) ?? []), Number(data.release.id)]);
    }
    const answer = () => void outgoing.writeHead(204).end();
    if (onReceived) onReceived(answer);
    else answer();
  });
  const port = await listenOnLoopback(server);

  return {
    webhook: { url: `http://127.0.0.1:${port}/`, secret },
    told,

    /** Resolves when something has arrived after a while, and is or is not answered. */
    async untilMoment(): Promise<void> {
      const answers = Math.floor(Math.random() * 5);
      const isAnswered = Math.random() < 0.5;
      await new Promise<void>((resolve) => {
        let count = 0;
        onReceived = (answer) => {
          count += 1;
          if (count <= answers || isAnswered) answer();
          if (count > answers) resolve();
        };
      });
      if (Math.random() < 0.3) await sleep(Math.random() * 100);
    },

    goOn() {
      onReceived = null;
    },

    close: () => void server.close().closeAllConnections(),
  };
}

interface Message {
  readonly type: string;
  readonly data: { readonly catalog: { readonly id: string }; readonly release: { readonly id: string } };
}

function startPublisher(stores: Stores) {
  let isStopping = false;
  async function keepPublishing(): Promise<void> {
    for (let count = 0; !isStopping; count += 1) {
      const name = catalogs[count % catalogs.length] ?? '';
      const products = [productRecord({ id: `${name}-shirt` })];
      await publish(smallCatalog(name, products), { releases: stores.releases, now: new Date() });
      await sleep(publishEveryMs);
    }
  }
  const publishing = keepPublishing();
  return {
    async stop() {
      isStopping = true;
      await publishing;
    },
  };
}

async function compare(stores: Stores, told: ToldReleases): Promise<WebhookTally> {
  const tally: WebhookTally = { published: 0, received: 0, repeated: 0, missing: 0, outOfOrder: 0 };
  const releases = await stores.releases.list();
  for (const name of catalogs) {
    const published = releases.filter(({ catalogId }) => catalogId === name).map(({ id }) => Number(id));
    const received = told.get(name) ?? [];
    tally.published += published.length;
    tally.received += received.length;
    tally.repeated += received.length - new Set(received).size;
    tally.missing += published.filter((id) => !received.includes(id)).length;
    tally.outOfOrder += received.filter((id, index) => id < (received[index - 1] ?? 0)).length;
  }
  return tally;
}
