/** TLS to a real server, whose certificate an authority of our own has issued. */
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { explainStorageError } from '../../../src/storage/open-stores.ts';
import { createAuthority } from '../../support/certificates.ts';
import { type OwnPostgresServer, startOwnPostgresServer } from '../../support/postgres-server.ts';
import { findServerUser } from '../../support/server-user.ts';

const [ours, another] = [createAuthority('Our own authority'), createAuthority('Another authority')];

let folder: string;
let server: OwnPostgresServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-test-tls-'));
  await chmod(folder, 0o755);
  // For `localhost`, so not for the address.
  const { certificate, key } = ours.issue('localhost');
  const settings = {
    ssl: 'on',
    ssl_cert_file: await writeSecret('server.pem', certificate),
    ssl_key_file: await writeSecret('server.key', key),
  };
  await writeFile(join(folder, 'ours.pem'), ours.certificate);
  await writeFile(join(folder, 'another.pem'), another.certificate);
  server = await startOwnPostgresServer({ settings });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** The server takes no key that others may read. */
async function writeSecret(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text, { mode: 0o600 });
  const user = findServerUser();
  if (user) await chown(file, user.uid, user.gid);
  return file;
}

/** Whether the connection is encrypted; or the sentence that a start ends with. */
async function connect(host: string, query: string): Promise<boolean | string | null> {
  const url = new URL(server.url);
  url.hostname = host;
  const named = query.replaceAll(/ours|another|nothing/g, (name) => join(folder, name));
  try {
    const engine = await openPostgres({ url: `${url.href}${named}`, maxConnections: 1 });
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(
      engine.reader,
    );
    await engine.close();
    return rows[0]?.ssl ?? null;
  } catch (error) {
    return explainStorageError(error);
  }
}

const [name, address] = ['localhost', '127.0.0.1'];
const untrusted =
  /^The certificate of the database server can not be trusted \([A-Z_]+\)\. Does sslrootcert name the authority that issued it\?$/;
const unreadable = (name: string) => `The file that ${name} names in the database's URL can not be read (ENOENT).`;

it.each<[string, string, boolean | string | RegExp]>([
  ['nothing', '', false],
  ['no encryption', '?sslmode=disable', false],
  ['encryption', '?sslmode=require', true],
  ['our authority', '?sslmode=require&sslrootcert=ours.pem', true],
  ['another authority', '?sslmode=require&sslrootcert=another.pem', untrusted],
  ['our authority, on an address', '?sslmode=verify-ca&sslrootcert=ours.pem', true],
  ['another authority, on an address', '?sslmode=verify-ca&sslrootcert=another.pem', untrusted],
  [
    'our authority and the name, which is another',
    '?sslmode=verify-full&sslrootcert=ours.pem',
    'The certificate of the database server is for another host than DATABASE_URL names. Use a name that is in it.',
  ],
  ['an authority that everybody knows', '?sslmode=verify-full', untrusted],
  ['a file that is not there', '?sslmode=verify-full&sslrootcert=nothing.pem', unreadable('sslrootcert')],
  ['a client certificate that is not there', '?sslmode=require&sslcert=nothing.pem', unreadable('sslcert')],
])('a connection to an address that wants %s is one, or says why not', async (_, query, expected) => {
  const connected = await connect(address, query);
  if (expected instanceof RegExp) expect(connected).toMatch(expected);
  else expect(connected).toBe(expected);
});

it('a server is known by its name and its authority, and by no other authority', async () => {
  expect(await connect(name, '?sslmode=verify-full&sslrootcert=ours.pem')).toBe(true);
  expect(await connect(name, '?sslmode=verify-full&sslrootcert=another.pem')).toMatch(untrusted);
});

it('an authority is read anew for each connection', async () => {
  const connectAgain = () => connect(name, '?sslmode=verify-full&sslrootcert=ours.pem');
  expect(await connectAgain()).toBe(true);
  await writeFile(join(folder, 'ours.pem'), another.certificate);
  expect(await connectAgain()).toMatch(untrusted);
  await writeFile(join(folder, 'ours.pem'), ours.certificate);
  expect(await connectAgain()).toBe(true);
});
