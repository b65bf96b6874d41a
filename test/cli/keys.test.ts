import { expect, it } from 'vitest';
import { demoFolder, migratedFolder, run, startGateway } from '../support/gateway-process.ts';

const keys = (DATA_DIR: string, ...args: string[]) => run('src/cli/keys.ts', args, { DATA_DIR });

it('npm run keys rotates and revokes the keys of a gateway that runs', async () => {
  const DATA_DIR = await demoFolder();
  const gateway = await startGateway({ DATA_DIR });
  const tokenOf = async () => {
    const body = new URLSearchParams({ grant_type: 'implicit', client_id: 'demo-hut-terminal' });
    const response = await fetch(`${gateway.url}/oauth/access_token`, { method: 'POST', body });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const statusOf = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${gateway.url}/graphql?query={__typename}`, { headers })).status;
  };

  const before = await tokenOf();
  expect((await keys(DATA_DIR)).stdout).toMatch(/^first {2}made \S+Z, signs\n$/);
  const rotated = await keys(DATA_DIR, 'rotate');
  const id = /^The key (\S+) signs\.\n$/.exec(rotated.stdout)?.[1];
  const listed = (await keys(DATA_DIR, 'list')).stdout.split('\n');
  expect(listed[0]).toMatch(new RegExp(`^${id} .*, signs$`));
  expect(listed[1]).toMatch(/^first .*, verifies until \S+Z$/);
  await expect.poll(async () => kidOf(await tokenOf())).toBe(id);
  const after = await tokenOf();
  expect([await statusOf(before), await statusOf(after)]).toEqual([200, 200]);

  expect((await keys(DATA_DIR, 'revoke', 'first')).stdout).toBe('The key first is revoked: its tokens are refused.\n');
  await expect.poll(() => statusOf(before)).toBe(401);
  expect(await statusOf(after)).toBe(200);

  expect((await keys(DATA_DIR, 'revoke', id ?? '')).stdout).toMatch(/^The key \S+ signs\.\nThe key \S+ is revoked/);
  await expect.poll(() => statusOf(after)).toBe(401);
  expect(await statusOf(await tokenOf())).toBe(200);
});

it.each([
  [['nope'], /^Call it in one of these ways\.\n\nnpm run -s keys -- \[list\] .*\n.* rotate .*\n.* revoke <id> /],
  [['revoke'], /^Call it in one of these ways\./],
  [['rotate', 'first'], /^Call it in one of these ways\./],
  [['revoke', 'nope'], /^No signing key has the id 'nope'\./],
])('it says in a sentence what is wrong with %j', async (args, sentence) => {
  const { code, stdout, stderr } = await keys(await migratedFolder(), ...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(sentence);
});
