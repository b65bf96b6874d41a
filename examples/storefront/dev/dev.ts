/** `npm run dev -- --client urql --port 5173`: the gateway with its demo store unless one runs already, the shop's server, the pages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createServer } from 'vite';
import { createShopServer } from '../server/shop-server.ts';

const { values } = parseArgs({
  options: {
    client: { type: 'string', default: 'apollo' },
    port: { type: 'string', default: '5173' },
    gateway: { type: 'string', default: 'http://127.0.0.1:4000' },
  },
});
if (values.client !== 'apollo' && values.client !== 'urql') throw new Error('--client is apollo or urql.');
const root = join(import.meta.dirname, '..');

const gateway = (await isReady()) ? null : startGateway();
while (!(await isReady())) {
  if (gateway?.exitCode != null)
    throw new Error('The gateway did not start: run `npm ci` in the root of the repository.');
  await sleep(200);
}

const shop = createShopServer({
  gatewayUrl: values.gateway,
  // The demo store's: in a real shop they come from its own environment.
  clientId: process.env.SHOP_CLIENT_ID ?? 'demo-admin',
  clientSecret: process.env.SHOP_CLIENT_SECRET ?? 'demo-admin-secret-not-for-production',
  accountId: '1355ad49-f867-5b96-aa48-6506228a20a7',
}).listen(0, '127.0.0.1');
await once(shop, 'listening');

process.env.SHOP_CLIENT = values.client;
process.env.VITE_GATEWAY_URL = values.gateway;
const pages = await createServer({
  root,
  server: {
    host: '127.0.0.1',
    port: Number(values.port),
    strictPort: true,
    proxy: { '/shop': `http://127.0.0.1:${(shop.address() as AddressInfo).port}` },
  },
});
await pages.listen();
process.stdout.write(`The shop, with ${values.client}: http://127.0.0.1:${values.port}\n`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    gateway?.kill();
    shop.close();
    await pages.close();
    process.exit();
  });
}

async function isReady(): Promise<boolean> {
  return fetch(`${values.gateway}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
}

function startGateway(): ChildProcess {
  const { hostname, port } = new URL(values.gateway);
  const main = join(root, '..', '..', 'src', 'main.ts');
  const env = { ...process.env, HOST: hostname, PORT: port, DATA_DIR: process.env.DATA_DIR ?? join(root, 'data') };
  return spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
