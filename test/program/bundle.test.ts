/** `npm run build` makes what the image runs. It needs nothing of the sources, and of the packages only the native one. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { buildBundle } from '../support/bundle.ts';
import { compileCache } from '../support/compile-cache.ts';
import { type Program, startProgram } from '../support/program.ts';

const root = join(import.meta.dirname, '..', '..');

let folder: string;
let program: Program;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-bundle-'));
  await buildBundle(join(folder, 'dist'));
  takeNativePackage();
  program = await startProgram({ DATA_DIR: join(folder, 'data'), WORKERS: '2' }, { folder, entry: 'dist/main.js' });
});
afterAll(async () => {
  await program?.stop('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** As the Dockerfile takes it into the image, which is for Linux. */
function takeNativePackage(): void {
  const native = join(folder, 'node_modules', 'better-sqlite3');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(root, 'node_modules', 'better-sqlite3'), native);
  if (process.platform !== 'linux') return;
  const [, step = ''] = /^RUN (mkdir native .*?[^\\])$/ms.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? [];
  const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  execFileSync('sh', ['-c', step], { cwd: folder, env: environment });
  rmSync(native);
  renameSync(join(folder, 'native'), native);
}

const get = async (path: string) => {
  const response = await fetch(`${program.url}${path}`, { headers: { Authorization: `Bearer ${program.token}` } });
  return { status: response.status, text: await response.text() };
};
const runCommand = (name: string, args: readonly string[] = [], input = '') =>
  execFileSync(process.execPath, [`dist/cli/${name}.js`, ...args], {
    cwd: folder,
    env: { ...compileCache, DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    input,
    stdio: ['pipe', 'pipe', 'ignore'],
  });

describe('the bundle', { timeout: 120_000 }, () => {
  it('answers queries and mutations', async () => {
    const query = `{ product(id: "${demoIds.products.showcaseParent}") { name childProducts(first: 1) { totalCount } } }`;
    expect((await program.ask(query)).data).toEqual({
      product: { name: 'Storm Shell Jacket', childProducts: { totalCount: 34 } },
    });
    const id = demoIds.applicationKeys.storefront;
    const mutation = `mutation { updateApplicationKey(input: { id: "${id}", name: "bundled" }) { applicationKey { name } } }`;
    expect((await program.ask(mutation)).data.updateApplicationKey.applicationKey.name).toBe('bundled');
  });

  it.runIf(process.platform === 'linux')('has the native package for this machine, without sources', () => {
    const native = join(folder, 'node_modules', 'better-sqlite3');
    expect(readdirSync(native).sort()).toEqual(['LICENSE', 'lib', 'package.json', 'prebuilds']);
    expect(readdirSync(join(native, 'prebuilds'))).toEqual([`linux-${process.arch}.node`]);
  });

  it('answers over REST, with a list that is counted in a thread', async () => {
    const { status, text } = await get(`/v2/settings/extensions/custom-apis/${demoIds.customApi}/fields`);
    expect([status, JSON.parse(text).data.length > 0]).toEqual([200, true]);
  });

  it('serves GraphiQL with its assets', async () => {
    const page = await fetch(`${program.url}/graphql`, { headers: { accept: 'text/html' } });
    const [, asset = ''] = /"(graphql\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await get(`/${asset}`)).status).toBe(200);
    // Node.js warns of what is experimental in how a module is loaded.
    expect(program.output()).not.toContain('Warning');
  });

  it('has the commands of package.json', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const names = Object.values(scripts).flatMap((script) => /^node .*src\/cli\/([\w-]+)\.ts$/.exec(script)?.[1] ?? []);
    const ofOperators = [...new Set(names)].filter((name) => name !== 'print-schema');
    expect(ofOperators.length).toBeGreaterThan(5);
    for (const name of ofOperators) expect(runCommand(name, ['--help'])).toContain('--help');
  });

  it('starts without what only some need', () => {
    const dist = join(folder, 'dist');
    const files = readdirSync(dist);
    const chunkOf = (name: string) => files.find((file) => file.replace(/(?:-[\w-]{8})?\.c?js$/, '') === name) ?? '';
    const read = new Set<string>();
    const readAll = (file: string) => {
      if (read.has(file)) return;
      read.add(file);
      const required = /^(?:const \w+ = )?require\("\.\/([^"]+)"\);/gm;
      for (const [, other = ''] of readFileSync(join(dist, file), 'utf8').matchAll(required)) readAll(other);
    };
    readAll('start.cjs');
    expect([...read].sort()).toEqual(['gateway.cjs', chunkOf('rolldown-runtime'), 'start.cjs']);
    const ofSome = ['graphiql-page', 'request-counter', 'tracing', 'open-upstream', 'postgres-engine', 'demo-picture'];
    for (const name of [...ofSome, 'upstream-services', 'load-demo', 'supervise-workers', 'start-follower']) {
      expect([name, files.includes(chunkOf(name))]).toEqual([name, true]);
    }
  });

  it('keeps what a start has compiled, and finds it at the next', async () => {
    const compiled = join(folder, 'compiled');
    const keptFiles = () => {
      const files = readdirSync(compiled, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.includes('gateway.cjs'),
      );
      return files.map((file) => [file, statSync(join(compiled, file)).ino]);
    };
    const startAndStop = async () => {
      const environment = { DATA_DIR: join(folder, 'data'), NODE_COMPILE_CACHE: compiled, WORKERS: '2' };
      const other = await startProgram(environment, { folder, entry: 'dist/main.js' });
      expect(await other.stop()).toBe(0);
      return keptFiles();
    };
    const kept = await startAndStop();
    expect(kept.length).toBe(1);
    expect(await startAndStop()).toEqual(kept);
  });

  it('starts, and answers a query, without Node.js reading its client of the Fetch standard', async () => {
    const list = join(folder, 'modules.json');
    const write = `import { writeFileSync } from 'node:fs';
      process.once('exit', () => writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`;
    const other = await startProgram(
      { DATA_DIR: join(folder, 'data'), NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(write)}` },
      { folder, entry: 'dist/main.js' },
    );
    expect((await other.ask('{ __typename }')).status).toBe(200);
    expect(await other.stop()).toBe(0);
    const modules: string[] = JSON.parse(readFileSync(list, 'utf8'));
    expect(modules).toContain('NativeModule http');
    expect(modules.filter((name) => name.includes('undici'))).toEqual([]);
  });

  it('imports, and so much that its threads are started', () => {
    for (const options of [[], ['--products', '5000']]) {
      const report = JSON.parse(runCommand('import', ['--json'], runCommand('demo-records', options)));
      expect(report).toMatchObject({ faultCount: 0, isPublished: true });
    }
  });
});
