import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoFolder, migratedFolder, run, startGateway } from '../support/gateway-process.ts';

const createKey = (DATA_DIR: string, ...args: string[]) => run('src/cli/create-key.ts', args, { DATA_DIR });
const secretOf = (stdout: string) => /^Client secret +([\w-]{43})$/m.exec(stdout)?.[1] ?? '';
const clientOf = (stdout: string) => /^Client id +(\S+)$/m.exec(stdout)?.[1] ?? '';

async function tokenStatus(url: string, fields: Record<string, string>): Promise<number> {
  return (await fetch(`${url}/oauth/access_token`, { method: 'POST', body: new URLSearchParams(fields) })).status;
}

describe('npm run create-key', () => {
  it('makes a key whose secret works, is shown once and stored as a hash', async () => {
    const DATA_DIR = await demoFolder();
    const gateway = await startGateway({ DATA_DIR });
    const made = await createKey(DATA_DIR, '--name', 'My shop');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    const [client_id, client_secret] = [clientOf(made.stdout), secretOf(made.stdout)];
    expect(client_id).toMatch(/^[0-9a-f]{32}$/);
    const proven = { grant_type: 'client_credentials', client_id, client_secret };
    expect(await tokenStatus(gateway.url, proven)).toBe(200);

    const replaced = await createKey(DATA_DIR, '--client-id', client_id, '--replace-secret');
    expect(replaced.stdout.split('\n').slice(0, 2)).toEqual(made.stdout.split('\n').slice(0, 2));
    expect(await tokenStatus(gateway.url, proven)).toBe(401);
    expect(await tokenStatus(gateway.url, { ...proven, client_secret: secretOf(replaced.stdout) })).toBe(200);

    gateway.kill('SIGTERM');
    const { stdout, stderr } = await gateway.ended;
    const files = await Promise.all(['gateway.db'].map((name) => readFile(join(DATA_DIR, name), 'latin1')));
    for (const secret of [client_secret, secretOf(replaced.stdout)]) {
      for (const text of [stdout, stderr, ...files]) expect(text).not.toContain(secret);
    }
  });

  it('makes one for implicit tokens only, under the client id that is given', async () => {
    const DATA_DIR = await migratedFolder();
    const made = await createKey(DATA_DIR, '--name', 'Storefront', '--client-id', 'storefront', '--implicit-only');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(clientOf(made.stdout)).toBe('storefront');
    expect(secretOf(made.stdout)).toBe('');
    const again = await createKey(DATA_DIR, '--name', 'Other', '--client-id', 'storefront');
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toBe('application_key with the given client id already exists\n');
  });

  it.each([
    [[], /^The field 'name' is required\.$/m],
    [['--name', ''], /^The field 'name' must not be empty/],
    [['--name', 'a\nb'], /^The field 'name' must not contain control characters/],
    [['--name', 'a', '--client-id', ''], /^The field 'client-id' must not be empty/],
    [['--replace-secret'], /^The field 'client-id' is required/],
    [['--replace-secret', '--client-id', 'nobody'], /^No application key has the client id 'nobody'\./],
    [['--replace-secret', '--client-id', 'demo-admin', '--name', 'New'], /^The field 'name' must not be given with/],
    [
      ['--replace-secret', '--client-id', 'demo-admin', '--implicit-only'],
      /^The field 'implicit-only' must not be given/,
    ],
    [['--nope'], /^Unknown option '--nope'/],
  ])('says in a sentence what is wrong with %j', async (args, sentence) => {
    const { code, stdout, stderr } = await createKey(await migratedFolder(), ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain('    at ');
  });
});
