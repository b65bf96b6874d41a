import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-test-secrets-'));
  file = join(folder, 'secret');
});
afterAll(() => rm(folder, { recursive: true }));

const platform = { UPSTREAM_URL: 'https://platform.example/v2', UPSTREAM_CLIENT_ID: 'shop' };
const url = 'postgres://gateway:hunter2@db.example/shop';

describe.each(['UPSTREAM_CLIENT_SECRET', 'MIRROR_HOOK_SECRET'] as const)('%s', (name) => {
  const secretOf = (environment: Readonly<Record<string, string>>) => {
    const { upstream, mirrorHookSecret } = readConfig({ ...platform, ...environment });
    return name === 'MIRROR_HOOK_SECRET' ? mirrorHookSecret : (upstream?.clientSecret ?? null);
  };

  it('is what it says, or what a file holds now that is named in its place', async () => {
    expect(secretOf({})).toBeNull();
    expect(await secretOf({ [name]: 'a-secret-of-somebody' })?.()).toBe('a-secret-of-somebody');
    await writeFile(file, 'the-first-secret-there-is\n');
    const secret = secretOf({ [`${name}_FILE`]: file });
    expect(await secret?.()).toBe('the-first-secret-there-is');
    await writeFile(file, 'the-second-secret-there-is\n');
    expect(await secret?.()).toBe('the-second-secret-there-is');
    // Whoever writes it anew empties it first.
    await writeFile(file, '\n');
    await expect(secret?.()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      cause: new Error(
        `The file of ${name}_FILE must hold at least ${name === 'MIRROR_HOOK_SECRET' ? 16 : 1} characters.`,
      ),
    });
    await rm(file);
    await expect(secret?.()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'A secret of the gateway can not be read for the moment. Try again.',
      cause: new Error(`The file of ${name}_FILE can not be read (ENOENT).`),
    });
  });
});

it('a database may be named by a file, whose password is read anew', async () => {
  await writeFile(file, `${url}\n`);
  expect(readConfig({ DATABASE_URL_FILE: file })).toMatchObject({ databaseUrl: url, passwordFile: file });
  const both = { DATABASE_URL_FILE: file, DATABASE_PASSWORD_FILE: 'another' };
  expect(readConfig(both)).toMatchObject({ databaseUrl: url, passwordFile: 'another' });
});

it.each<[string, string, Readonly<Record<string, string>>, string]>([
  ['nothing', '', { DATABASE_URL_FILE: 'FILE' }, 'DATABASE_URL_FILE must name a file that holds something.'],
  [
    'what is no URL',
    'hunter2',
    { DATABASE_URL_FILE: 'FILE' },
    'DATABASE_URL must be a URL that starts with postgres:// or postgresql://.',
  ],
  [
    'a secret beside one',
    'hunter2',
    { ...platform, UPSTREAM_CLIENT_SECRET_FILE: 'FILE', UPSTREAM_CLIENT_SECRET: 'hunter2' },
    'UPSTREAM_CLIENT_SECRET must not be set with UPSTREAM_CLIENT_SECRET_FILE: one of them would be ignored.',
  ],
  [
    'a short secret',
    'hunter2',
    { MIRROR_HOOK_SECRET_FILE: 'FILE' },
    'MIRROR_HOOK_SECRET must be at least 16 characters long.',
  ],
  [
    'nothing, because it is not there',
    '',
    { MIRROR_HOOK_SECRET_FILE: '/nowhere' },
    'MIRROR_HOOK_SECRET_FILE must name a file that can be read (ENOENT).',
  ],
])('a file that holds %s is a fault, and is not quoted', async (_, text, environment, fault) => {
  await writeFile(file, text);
  const named = Object.entries(environment).map(([name, value]) => [name, value.replace('FILE', file)]);
  expect(() => readConfig(Object.fromEntries(named))).toThrow(new ConfigError(fault));
});

it.each([
  ['prefer', `${url}?sslmode=prefer`, 'must have no sslmode but disable, require, verify-ca or verify-full.'],
  ['no-verify', `${url}?sslmode=no-verify`, 'must have no sslmode but disable, require, verify-ca or verify-full.'],
  ['verify-ca', `${url}?sslmode=verify-ca`, 'must name an authority by sslrootcert with sslmode=verify-ca.'],
])('a URL with sslmode=%s is a fault', (_, DATABASE_URL, fault) => {
  expect(() => readConfig({ DATABASE_URL })).toThrow(new ConfigError(`DATABASE_URL ${fault}`));
  const replicas = { DATABASE_URL: url, DATABASE_REPLICA_URLS: DATABASE_URL };
  expect(() => readConfig(replicas)).toThrow(new ConfigError(`DATABASE_REPLICA_URLS ${fault}`));
});
