import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOfScript } from '../support/program.ts';
import { type AttackedStore, type EngineName, type StoreName, storeSources } from './attacked-store.ts';
import { type KeptPostgres, startKeptPostgres } from './kept-postgres.ts';

export interface PreparedStores {
  get(engine: EngineName, name: StoreName): Promise<AttackedStore>;
  /** Ends the server, and removes what is not kept. */
  close(): Promise<void>;
}

const root = join(import.meta.dirname, '..', '..');

/** Each store is generated and imported when it is first used, unless the kept folder has it. */
export async function prepareStores(keptFolder: string | null): Promise<PreparedStores> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'gateway-attacks-')));
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  let server: Promise<KeptPostgres> | null = null;

  async function environmentOf(engine: EngineName, name: StoreName): Promise<Record<string, string>> {
    if (engine === 'sqlite') return { DATA_DIR: join(folder, `sqlite-${name}`) };
    server ??= startKeptPostgres(keptFolder && join(keptFolder, 'postgres'));
    return { DATABASE_URL: await (await server).createDatabase(name) };
  }

  return {
    async get(engine, name) {
      const environment = await environmentOf(engine, name);
      const mark = join(folder, `${engine}-${name}.imported`);
      if (!existsSync(mark)) await importStore({ name, environment, file: join(folder, `${name}.ndjson`) });
      writeFileSync(mark, '');
      return { engine, name, environment, parent: storeSources[name].parent };
    },
    async close() {
      await (await server)?.stop();
      if (keptFolder === null) await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Import {
  readonly name: StoreName;
  readonly environment: Readonly<Record<string, string>>;
  /** For the records in between. */
  readonly file: string;
}

async function importStore({ name, environment, file }: Import): Promise<void> {
  process.stderr.write(`Importing the store '${name}' into ${Object.keys(environment)} …\n`);
  const { options, more } = storeSources[name];
  await runTool({ args: [...argumentsOfScript('demo'), ...options], environment: {}, output: file });
  for (const record of more?.() ?? []) appendFileSync(file, `${JSON.stringify(record)}\n`);
  await runTool({ args: [...argumentsOfScript('import'), file], environment, output: '/dev/null' });
  rmSync(file);
}

interface Tool {
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly output: string;
}

async function runTool({ args, environment, output }: Tool): Promise<void> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', openSync(output, 'w'), 'pipe'],
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (complaint += chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${complaint.slice(-3000)}`);
}
