/** A gateway with a mirror as it is run: from the bundle, with several workers, of which one has the process that copies. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { demoCredentials } from '../../src/demo/application-keys.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { demoFolder, migratedFolder } from '../support/gateway-process.ts';
import { type Program, startProgram } from '../support/program.ts';
import { findProcess } from '../support/running-process.ts';

async function start(environment: Readonly<Record<string, string>>): Promise<Program> {
  const program = await startProgram({ LOG_LEVEL: 'info', ...environment });
  onTestFinished(async () => void (await program.stop('SIGKILL')));
  return program;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly isCopying: boolean;
}

async function listProcesses(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  return Promise.all(
    pids.map(async (pid) => {
      const [stat, command] = await Promise.all([read(`/proc/${pid}/stat`), read(`/proc/${pid}/cmdline`)]);
      const isCopying = /\/sync\.[jt]s\0--follow\0/.test(command);
      return { pid: Number(pid), parent: Number(/\) \S (\d+)/.exec(stat)?.[1]), isCopying };
    }),
  );
}

/** Those that copy beside workers of the program. */
async function listCopying({ pid }: Program): Promise<Process[]> {
  const processes = await listProcesses();
  const workers = new Set(processes.filter(({ parent }) => parent === pid).map((worker) => worker.pid));
  return processes.filter(({ parent, isCopying }) => isCopying && workers.has(parent));
}

const query = `{ product(id: "${demoIds.products.showcaseParent}") { name childProducts(first: 1) { totalCount } } }`;
const expected = { product: { name: 'Storm Shell Jacket', childProducts: { totalCount: 34 } } };

async function untilShown(program: Program): Promise<void> {
  while ((await program.ask(query)).data?.product == null) await sleep(100);
  expect((await program.ask(query)).data).toEqual(expected);
}

it.runIf(process.platform === 'linux')(
  'two workers show what one process beside them copies, and it is replaced with its worker',
  async () => {
    const platform = await start({ DATA_DIR: await demoFolder() });
    const mirror = await start({
      ...{ DATA_DIR: await migratedFolder(), WORKERS: '2', UPSTREAM_URL: platform.url, UPSTREAM_CATALOG: 'mirror' },
      ...{ UPSTREAM_CLIENT_ID: demoCredentials.clientId, UPSTREAM_CLIENT_SECRET: demoCredentials.clientSecret },
    });
    await untilShown(mirror);
    const [copying, ...others] = await listCopying(mirror);
    expect(others).toEqual([]);
    const read = [...mirror.output().matchAll(/"catalogId":"([^"]+)".*"a release of the platform was read"/g)];
    expect(read.length).toBeGreaterThan(1);
    expect(new Set(read.map(([, catalogId]) => catalogId)).size).toBe(read.length);
    expect(mirror.output().match(/"the mirror shows what the platform shows"/g)).toHaveLength(1);

    process.kill(copying?.parent ?? 0, 'SIGKILL');
    const isReplaced = async () => {
      const now = await listCopying(mirror);
      return now.length === 1 && now[0]?.pid !== copying?.pid;
    };
    while (!(await isReplaced())) await sleep(50);
    await untilShown(mirror);
  },
  60_000,
);

it.runIf(process.platform === 'linux')('what copies ends with a gateway that is killed while it starts', async () => {
  const mirror = await start({
    ...{ DATA_DIR: await migratedFolder(), UPSTREAM_URL: 'http://127.0.0.1:1', UPSTREAM_CATALOG: 'mirror' },
    ...{ UPSTREAM_CLIENT_ID: demoCredentials.clientId, UPSTREAM_CLIENT_SECRET: demoCredentials.clientSecret },
  });
  const isOurs = ({ parent, isCopying }: Process) => isCopying && parent === mirror.pid;
  let copying: Process | undefined;
  while (!copying) copying = (await listProcesses()).find(isOurs);
  await mirror.stop('SIGKILL');
  while (findProcess(copying.pid)) await sleep(20);
});
