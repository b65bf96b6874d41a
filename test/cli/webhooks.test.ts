import { expect, it } from 'vitest';
import { demoFolder, run } from '../support/gateway-process.ts';

const call = (environment: Record<string, string>, ...args: string[]) => run('src/cli/webhooks.ts', args, environment);

it('an address is added with a secret that is shown once, listed without it, and removed', {
  timeout: 120_000,
}, async () => {
  const environment = { DATA_DIR: await demoFolder() };
  const added = await call(environment, 'add', 'https://shop.example/hook');
  expect(added.code).toBe(0);
  const [, id = ''] = /^Webhook {2}(\S+)$/m.exec(added.stdout) ?? [];
  expect(added.stdout).toMatch(/^Secret {3}whsec_[A-Za-z0-9+/]{43}=$/m);
  const listed = await call(environment, 'list');
  expect(listed.stdout).toBe(`${id}  https://shop.example/hook  all catalogs\n`);
  expect((await call(environment, 'failed')).stdout).toBe('No message was given up.\n');
  expect((await call(environment, 'replay', 'all')).stdout).toBe('0 will be sent again.\n');
  expect((await call(environment, 'remove', id)).code).toBe(0);
  expect((await call(environment)).stdout).toBe('There are no webhooks.\n');
});

it.each([
  [['add', 'http://shop.example/'], 'WEBHOOK_HTTP=on'],
  [['add', 'https://user:secret@shop.example/'], 'must not hold a user'],
  [['add', 'https://10.0.0.1/hook'], 'WEBHOOK_PRIVATE_ADDRESSES=on'],
  [['add', 'https://[::1]/hook'], 'WEBHOOK_PRIVATE_ADDRESSES=on'],
  [['add', 'https://shop.example/', '--catalog', 'none'], "No catalog has the id 'none'"],
  [['remove', 'none'], "No webhook has the id 'none'"],
  [['replay', '7'], 'No message with the number 7'],
  [['replay', 'x'], 'replay <number>'],
  [['failed', '--catalog', 'main'], '`--catalog` goes with add alone.'],
  [['add'], 'Call it in one of these ways.'],
  [['failed', '7'], 'Call it in one of these ways.'],
  [['what'], 'npm run -s webhooks -- replay <number>'],
])('%j is refused', async (args, message) => {
  const { code, stderr, stdout } = await call({ DATA_DIR: await demoFolder() }, ...args);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret@');
});
