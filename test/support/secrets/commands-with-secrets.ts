import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ended, type Environment, run, temporaryFolder } from '../gateway-process.ts';
import { type Canaries, may } from './canaries.ts';

/** The commands of package.json, as they should be used and as they should not. */
export async function runCommands(canaries: Canaries, environment: Environment): Promise<void> {
  const { make, add } = canaries;
  const see = seeBy(canaries);
  const password = passwordsBy(canaries);

  const token = await run('src/cli/token.ts', [], environment);
  add('token of the command line', token.stdout.trim());
  see('token', token, may.outputOfToken);
  const key = await run('src/cli/create-key.ts', ['--name', 'A key', '--client-id', 'new'], environment);
  add('created secret', /Client secret +(\S+)/.exec(key.stdout)?.[1] ?? '');
  see('create-key', key, may.outputOfCreateKey);
  for (const [file, ...args] of [
    ['create-key', '--name', 'A key', '--client-id', 'new'],
    ['create-key', `--client-secret=${password()}`],
    ['create-key', '--client-secret', password()],
    ['token', '--client-secret', password()],
    ['keys'],
    ['keys', 'rotate'],
    ['import', await faultyFile(make, 'json')],
    ['import', '--keep-going', await faultyFile(make, 'json')],
    ['import', '--json', '--dry-run', await faultyFile(make, 'json')],
    ['import', await faultyFile(make, 'cut off')],
  ]) {
    see(`${file} ${args.join(' ').replaceAll(/CANARY\w+/g, '…')}`, await run(`src/cli/${file}.ts`, args, environment));
  }
}

/** Programs whose settings are faulty in the place of a secret: they end before they open a database. */
export async function runWithFaultySettings(canaries: Canaries): Promise<void> {
  const see = seeBy(canaries);
  const password = passwordsBy(canaries);
  const settings: Record<string, string>[] = [
    { DATABASE_URL: `postgres://user:${password()}@127.0.0.1:1/gateway` },
    { DATABASE_URL: `postgres://user:${password()}@no-such-host.invalid/gateway` },
    { DATABASE_URL: `postgres://user:${password()}/more@127.0.0.1:1/gateway` },
    { DATABASE_URL: `postgres://user:${password()}%zz@127.0.0.1:1/gateway` },
    { DATABASE_URL: `postgres://127.0.0.1:1/gateway?user=u&password=${password()}&sslmode=require` },
    { DATABASE_URL: `mysql://user:${password()}@127.0.0.1/gateway` },
    { DATABASE_URL: password() },
    { BASE_URL: `https://user:${password()}@shop.example` },
    { CORS_ORIGINS: `https://user:${password()}@shop.example` },
    { AUTH_JWKS_URL: `https://user:${password()}@issuer.example/keys`, AUTH_ISSUER: 'i', AUTH_AUDIENCE: 'a' },
  ];
  const files = ['src/main.ts', 'src/cli/token.ts', 'src/cli/migrate.ts'];
  for (const [index, setting] of settings.entries()) {
    const file = files[index % files.length] ?? '';
    const ended = await run(file, [], { DATA_DIR: await temporaryFolder(), PORT: '0', ...setting });
    see(`${file} with a faulty ${Object.keys(setting)} (exit code ${ended.code})`, ended);
  }
}

const passwordsBy =
  ({ make }: Canaries) =>
  () =>
    make('password of an operator');

const seeBy =
  ({ saw }: Canaries) =>
  (name: string, { stdout, stderr }: Ended, allowed?: readonly string[]) =>
    saw(name, `${stdout}\n${stderr}`, allowed);

/** Application keys with secrets, and faults around them. */
async function faultyFile(make: Canaries['make'], fault: 'json' | 'cut off'): Promise<string> {
  const path = join(await temporaryFolder(), 'records.ndjson');
  const client_secret = () => make('client secret in a file');
  const key = { type: 'application_key', id: 'no UUID', name: 7 };
  const lines = [
    { ...key, client_secret: client_secret() },
    { ...key, client_secret: { value: client_secret() } },
    { ...key, client_secret: [client_secret()] },
    { ...key, secret: client_secret(), 'client-secret': client_secret() },
    { ...key, type: 'application_keys', client_secret: client_secret() },
  ].map((record) => JSON.stringify(record));
  const last = `{"type":"application_key","client_secret":"${client_secret()}`;
  await writeFile(path, (fault === 'json' ? lines : [...lines, last]).join('\n'));
  return path;
}
