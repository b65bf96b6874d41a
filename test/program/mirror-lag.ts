/**
 * `npm run test:mirror-lag [-- --products 100000 --engine postgres --folder before]`: how long after a hook a mirror shows that one product in a
 * hundred has changed, with the settings that a gateway has. Two gateways, and a file of hundreds of megabytes: minutes, not for CI. With a folder,
 * embedded stores of before the change are kept there for the next time.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { cp, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { createDatabase } from '../support/create-database.ts';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { argumentsOfScript, type Program, startProgram } from '../support/program.ts';

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    engine: { type: 'string', default: 'sqlite' },
    folder: { type: 'string' },
  },
});
const hookSecret = 'a-secret-of-sixteen-characters';
const patienceMs = 900_000;

const directory = await mkdtemp(join(tmpdir(), 'gateway-mirror-lag-'));
const [records, changes] = ['records', 'changes'].map((name) => join(directory, `${name}.ndjson`)) as [string, string];
const server = values.engine === 'postgres' ? await startOwnPostgresServer() : null;
/** Of embedded stores. */
const kept = server ? undefined : values.folder;

try {
  const environment = { ...(await databaseOf('platform')), DEMO: 'off' };
  const mirrored = await databaseOf('mirror');
  await run(['demo', '--products', values.products], {}, records);
  const changedId = await writeChanges();
  if (kept !== undefined && existsSync(kept)) await cp(kept, directory, { recursive: true });
  else await makeStores(environment, mirrored, changedId);
  const platform = await startPlatform(environment);
  const mirror = await startMirror(mirrored, platform);
  await until(() => shows(mirror, changedId, ''));
  await run(['import', '--into', 'current', changes], environment);
  await until(() => shows(platform, changedId, 'changed'));
  const [told, reads] = [performance.now(), readsIn(mirror)];
  await fetch(`${mirror.url}/hooks/catalog`, { method: 'POST', headers: { 'X-Moltin-Secret-Key': hookSecret } });
  await until(async () => readsIn(mirror) > reads);
  report('what changed was read', told);
  await until(() => shows(mirror, changedId, 'changed'));
  report(`one in a hundred of ${values.products} products was shown as changed`, told);
  await Promise.all([mirror.stop(), platform.stop()]);
} finally {
  await server?.stop();
  await rm(directory, { recursive: true });
}

type Environment = Readonly<Record<string, string>>;

/** As they are before anything changes. */
async function makeStores(environment: Environment, mirrored: Environment, changedId: string): Promise<void> {
  await run(['import', records], environment);
  const platform = await startPlatform(environment);
  const begun = performance.now();
  const mirror = await startMirror(mirrored, platform);
  await until(() => shows(mirror, changedId, ''));
  report('the first copy was shown', begun);
  await Promise.all([mirror.stop(), platform.stop()]);
  if (kept === undefined) return;
  const unfinished = `${kept}.unfinished`;
  for (const name of ['platform', 'mirror'])
    await cp(join(directory, name), join(unfinished, name), { recursive: true });
  await rename(unfinished, kept);
}

function startPlatform(environment: Environment): Promise<Program> {
  return startProgram({ ...environment, RATE_LIMIT_PER_ADDRESS: '100000' });
}

function startMirror(mirrored: Environment, platform: Program): Promise<Program> {
  return startProgram({
    ...mirrored,
    ...{ UPSTREAM_URL: platform.url, UPSTREAM_CATALOG: 'mirror', LOG_LEVEL: 'info' },
    ...{ UPSTREAM_CLIENT_ID: demoCredentials.clientId, UPSTREAM_CLIENT_SECRET: demoCredentials.clientSecret },
    // Nothing but the hook says that there is something new.
    ...{ MIRROR_HOOK_SECRET: hookSecret, MIRROR_SECONDS: '3600' },
  });
}

async function databaseOf(name: string): Promise<Record<string, string>> {
  if (!server) return { DATA_DIR: join(directory, name) };
  return { DATABASE_URL: await createDatabase(server.url, name) };
}

/** How many releases of the platform it has read. */
function readsIn(mirror: Program): number {
  return mirror.output().split('a release of the platform was read').length;
}

/** Answers the last product that is changed. */
async function writeChanges(): Promise<string> {
  const file = await open(changes, 'w');
  let [count, last] = [0, ''];
  for await (const line of createInterface({ input: createReadStream(records) })) {
    if (!line.includes('"type":"product"')) continue;
    const product = JSON.parse(line);
    if (product.attributes.status !== 'live') continue;
    count += 1;
    if (count % 100 !== 0) continue;
    product.attributes.description = 'changed';
    last = product.id;
    await file.write(`${JSON.stringify(product)}\n`);
  }
  await file.close();
  return last;
}

/** One of package.json's scripts. `output`: the file that gets what it prints. */
async function run([script = '', ...args]: string[], env: Record<string, string>, output?: string): Promise<void> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [...argumentsOfScript(script), ...args], {
    env: { PATH, ...env },
    stdio: ['ignore', output === undefined ? 'ignore' : 'pipe', 'inherit'],
  });
  if (output !== undefined) child.stdout?.pipe(createWriteStream(output));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm run ${script} ended with ${code}.`);
}

/** `description` empty: whatever it is. */
async function shows({ url }: Program, id: string, description: string): Promise<boolean> {
  const response = await fetch(`${url}/v2/pcm/catalog/products/${id}`).catch(() => null);
  if (response?.status !== 200) return false;
  const { data } = (await response.json()) as { data: { attributes: { description?: string } } };
  return description === '' || data.attributes.description === description;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patienceMs; !(await holds()); await sleep(100)) {
    if (Date.now() > deadline) throw new Error('The mirror does not show what the platform shows.');
  }
}

function report(what: string, since: number): void {
  process.stdout.write(`${((performance.now() - since) / 1000).toFixed(1)} s after, ${what}\n`);
}
