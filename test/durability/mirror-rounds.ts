/**
 * A mirror that is killed while it copies, or while it serves, told doubly, late or not at all of what is new: it never shows parts of two
 * editions, and ends as what the platform shows. The platform is another gateway, which publishes all the while.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStores } from '../../src/storage/open-stores.ts';
import { importRecords } from '../support/import-records.ts';
import { type Program, startProgram } from '../support/program.ts';
import { productRecord } from '../support/small-catalog.ts';

export interface MirrorRoundsOptions {
  readonly rounds: number;
  /** Of the platform's database. */
  readonly platformDirectory: string;
  /** Of the mirror's database. */
  readonly environment: Readonly<Record<string, string>>;
  readonly onRound?: (round: number, tally: MirrorTally) => void;
}

export interface MirrorTally {
  published: number;
  /** Of the gateway, and of the process that copies beside it. */
  kills: number;
  /** Answers that were looked at. */
  answers: number;
  /** Of them, those with products of two editions, or fewer than there are: must be 0. */
  torn: number;
  /** Editions that came after a later one: must be 0. */
  backwards: number;
  /** Products that the mirror shows otherwise at the end: must be 0. */
  different: number;
}

const productCount = 60;
const hookSecret = 'a-secret-of-sixteen-characters';
const client = { id: 'mirror-of-tests', secret: 'mirror-secret-of-tests' };
const patienceMs = 120_000;
const list = '/v2/pcm/catalog/products?page[limit]=100';

const key = {
  type: 'application_key',
  id: '7c0f3a52-94b5-4f0a-9d3e-0f1d9a0a7e11',
  name: 'Mirror',
  client_id: client.id,
  client_secret: client.secret,
  reserved_rate_limit: 0,
  meta: { timestamps: { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' } },
};

/** Every product of an edition says which one it is of; some come and go. */
function edition(number: number): object[] {
  const products = Array.from({ length: productCount + (number % 3) }, (_, index) =>
    productRecord({
      id: `product-${index}`,
      attributes: { name: `Product ${index}`, description: `edition ${number}` },
    }),
  );
  const times = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' };
  const rule = {
    type: 'catalog_rule',
    id: `rule-${number % 4}`,
    attributes: { name: `edition ${number}`, catalog_id: 'default', ...times },
  };
  return [...products, rule];
}

export async function runMirrorRounds(options: MirrorRoundsOptions): Promise<MirrorTally> {
  const { rounds, platformDirectory, onRound } = options;
  const tally: MirrorTally = { published: 0, kills: 0, answers: 0, torn: 0, backwards: 0, different: 0 };
  const { stores, close } = await openStores({
    databaseUrl: null,
    dataDirectory: platformDirectory,
    maxConnections: 1,
  });
  const publish = async () => {
    tally.published += 1;
    await importRecords(stores, edition(tally.published), { keptReleases: 4 });
  };
  await importRecords(stores, [key]);
  await publish();
  const platform = await startProgram({ DATA_DIR: platformDirectory, DEMO: 'off', RATE_LIMIT_PER_ADDRESS: '100000' });
  const environment = {
    ...{ ...options.environment, UPSTREAM_URL: platform.url, UPSTREAM_CATALOG: 'mirror', MIRROR_SECONDS: '2' },
    ...{ UPSTREAM_CLIENT_ID: client.id, UPSTREAM_CLIENT_SECRET: client.secret, MIRROR_HOOK_SECRET: hookSecret },
    ...{ UPSTREAM_RATE: '500', RATE_LIMIT_PER_ADDRESS: '100000' },
  };
  let mirror = await startProgram(environment);
  const reader = createReader(tally);
  await until(() => reader.look(mirror));
  for (let round = 1; round <= rounds; round += 1) {
    await publish();
    await tell(mirror);
    await sleep(Math.random() * 700);
    if (Math.random() < 0.5) await publish();
    await reader.look(mirror);
    if (await killFollower(mirror, tally)) await reader.look(mirror);
    if (Math.random() < 0.3) {
      tally.kills += 1;
      await mirror.stop('SIGKILL');
      mirror = await startProgram(environment);
    }
    onRound?.(round, tally);
  }
  await until(async () => (await reader.look(mirror)) === tally.published);
  tally.different = await compare(platform, mirror);
  await Promise.all([mirror.stop(), platform.stop()]);
  await close();
  return tally;
}

/** Doubled, late, or not at all. */
async function tell({ url }: Program): Promise<void> {
  for (let count = Math.floor(Math.random() * 4); count > 0; count -= 1) {
    const headers = { 'X-Moltin-Secret-Key': hookSecret };
    await fetch(`${url}/hooks/catalog`, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
    if (Math.random() < 0.3) await sleep(Math.random() * 200);
  }
}

/** Answers whether there was one. */
async function killFollower({ pid }: Program, tally: MirrorTally): Promise<boolean> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (Number(/\) \S (\d+)/.exec(stat)?.[1]) !== pid) continue;
    process.kill(Number(entry), 'SIGKILL');
    tally.kills += 1;
    return true;
  }
  return false;
}

function createReader(tally: MirrorTally) {
  let latest = 0;
  return {
    /** Answers the edition that is shown; null: nothing is. */
    async look({ url }: Program): Promise<number | null> {
      const response = await fetch(`${url}${list}`).catch(() => null);
      if (response?.status !== 200) return null;
      const { data } = (await response.json()) as { data: { attributes: { description: string } }[] };
      const editions = new Set(data.map(({ attributes }) => Number(attributes.description.split(' ')[1])));
      const [shown = 0] = editions;
      tally.answers += 1;
      tally.torn += Number(editions.size !== 1 || data.length !== productCount + (shown % 3));
      tally.backwards += Number(shown < latest);
      latest = Math.max(latest, shown);
      return shown;
    },
  };
}

async function compare(platform: Program, mirror: Program): Promise<number> {
  const read = async ({ url }: Program) => {
    const { data } = (await (await fetch(`${url}${list}`)).json()) as { data: object[] };
    return new Set(data.map((product) => JSON.stringify(product)));
  };
  return (await read(platform)).symmetricDifference(await read(mirror)).size;
}

async function until(holds: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await holds()); await sleep(200)) {
    if (Date.now() > deadline) throw new Error('The mirror does not show what the platform shows.');
  }
}
