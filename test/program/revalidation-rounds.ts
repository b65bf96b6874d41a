/**
 * A page that asks again after an event gets what it was told of, from whichever instance: two instances of one database, each with
 * listeners, and requests all the time, so that what they have read and cached is of any age.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stores } from '../../src/domain/ports.ts';
import { publish } from '../../src/importer/publish.ts';
import { listenTo, type Told } from '../support/live-client.ts';
import { type Program, startProgram } from '../support/program.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';

export interface RevalidationOptions {
  readonly publishes: number;
  readonly catalogs: number;
  /** Of the database that both instances, and this process, work on. */
  readonly environment: Readonly<Record<string, string>>;
  readonly stores: Stores;
}

export interface RevalidationTally {
  readonly publishes: number;
  /** Events that told of a release that was published while they were awaited. */
  events: number;
  /** Answers that were asked for after one. */
  answers: number;
  /** From a release before the one that was told of: must be 0. */
  stale: number;
  /** Listeners that were not told of their catalog's last release: must be 0. */
  untold: number;
  /** From the end of a publish to its event, at most. */
  slowestMs: number;
}

/** Longer than it takes to tell, so that each publish of a catalog is told. */
const pauseMs = 2500;
const patienceMs = 20_000;

export async function runRevalidation(options: RevalidationOptions): Promise<RevalidationTally> {
  const { publishes, catalogs, environment, stores } = options;
  const tally = { publishes, events: 0, answers: 0, stale: 0, untold: 0, slowestMs: 0 };
  const names = Array.from({ length: catalogs }, (_, index) => `c${index}`);
  const publisher = createPublisher(stores);
  for (const name of names) await publisher.publishTo(name);
  const instances = [await startProgram(environment), await startProgram(environment)] as const;
  const asked: Promise<void>[] = [];

  const listeners = instances.flatMap((instance) =>
    names.map((name) => {
      const onTold = (told: Told) => {
        const publishedAt = publisher.publishedAt.get(told.release);
        if (publishedAt !== undefined) {
          tally.events += 1;
          tally.slowestMs = Math.max(tally.slowestMs, Math.round(performance.now() - publishedAt));
        }
        for (const one of instances) asked.push(compare(one, name, Number(told.release), tally));
      };
      return { name, listener: listenTo({ url: instance.url, context: `{ channel: "${name}" }`, onTold }) };
    }),
  );
  await until(() => listeners.every(({ listener }) => listener.told.length > 0));
  const load = startLoad(instances, names);
  publisher.noteTimes();
  await Promise.all(
    names.map(async (name, index) => {
      await sleep((pauseMs * index) / catalogs);
      for (let count = index; count < publishes; count += catalogs) {
        await publisher.publishTo(name);
        await sleep(pauseMs);
      }
    }),
  );
  const isTold = ({ name, listener }: (typeof listeners)[number]) =>
    listener.told.at(-1)?.release === publisher.last.get(name);
  await until(() => listeners.every(isTold)).catch(() => {});
  tally.untold = listeners.filter((one) => !isTold(one)).length;
  await load.stop();
  await Promise.all(asked);
  for (const { listener } of listeners) listener.close();
  for (const instance of instances) await instance.stop();
  return tally;
}

function createPublisher(stores: Stores) {
  const publishedAt = new Map<string, number>();
  const last = new Map<string, string>();
  let notes = false;
  return {
    publishedAt,
    last,

    /** From now on. */
    noteTimes() {
      notes = true;
    },

    async publishTo(name: string): Promise<void> {
      const source = smallCatalog(name, [productRecord({ id: `${name}-shirt` })]);
      await publish(source, { releases: stores.releases, now: new Date() });
      const { catalogs } = await stores.catalogs.getDirectory();
      const release = catalogs.find(({ id }) => id === name)?.currentRelease?.id ?? '';
      last.set(name, release);
      if (notes) publishedAt.set(release, performance.now());
    },
  };
}

const query = `query($channel: String!) {
  products(first: 1, context: { channel: $channel }) { context { release { resourceId } } } }`;

async function compare(instance: Program, channel: string, told: number, tally: RevalidationTally): Promise<void> {
  const { data, errors } = await instance.ask(query, { channel });
  if (!data?.products) throw new Error(`No answer: ${JSON.stringify(errors)}`);
  tally.answers += 1;
  if (Number(data.products.context.release.resourceId) < told) tally.stale += 1;
}

/** Requests of other visitors. */
function startLoad(instances: readonly Program[], names: readonly string[]) {
  let isStopping = false;
  async function visit(instance: Program): Promise<void> {
    for (let count = 0; !isStopping; count += 1) {
      await instance.ask(query, { channel: names[count % names.length] });
      await sleep(Math.random() * 60);
    }
  }
  const visiting = instances.map(visit);
  return {
    async stop() {
      isStopping = true;
      await Promise.all(visiting);
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !holds(); await sleep(20)) {
    if (Date.now() > deadline) throw new Error('It took too long.');
  }
}
