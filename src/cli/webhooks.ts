import { randomUUID } from 'node:crypto';
import { readConfig } from '../config.ts';
import { excerpt } from '../domain/errors.ts';
import type { Stores } from '../domain/ports.ts';
import type { WebhookStore } from '../domain/webhook/ports.ts';
import { newSecret } from '../domain/webhook/signature.ts';
import { readWebhookUrl } from '../domain/webhook/webhook-url.ts';
import { namesPrivateAddress } from '../webhooks/public-address.ts';
import { patient, printFromExisting } from './open-existing.ts';
import { formatLines, readVerb, runCommand } from './run-command.ts';

const command = {
  name: 'npm run -s webhooks',
  description:
    'Addresses that are told when a catalog has another release, or other rules (docs/webhooks.md). Every running instance follows at once. ' +
    'The secret that messages are signed with is shown this once.',
  forms: {
    '[list]': 'shows them, without their secrets',
    'add <url>': 'tells that address from now on',
    'remove <id>': 'tells it nothing more',
    failed: 'shows the messages that were given up, the latest first',
    'replay <number>': 'sends one of them again; `replay all` all of them',
  },
  options: {
    catalog: { type: 'string', value: '<id>', description: 'with add: tells it of that catalog only' },
  },
} as const;

/** So many are shown. */
const failedShown = 100;

await runCommand(command, async ({ values, positionals }) => {
  const { verb, argument } = readVerb(command, positionals);
  if (values.catalog !== undefined && verb !== 'add') throw new Error('`--catalog` goes with add alone.');
  const config = readConfig(process.env);
  const answer = async ({ webhooks, catalogs }: Stores) => {
    if (verb !== 'add') return run(webhooks, verb, argument);
    const url = readWebhookUrl(argument, config);
    if (!config.webhookPrivateAddresses && namesPrivateAddress(new URL(url))) {
      throw new Error(
        'The address is private, and no message would go there (WEBHOOK_PRIVATE_ADDRESSES=on allows it).',
      );
    }
    const catalogId = values.catalog ?? null;
    if (catalogId !== null && !(await catalogs.getDirectory()).catalogs.some(({ id }) => id === catalogId)) {
      throw new Error(`No catalog has the id '${excerpt(catalogId)}'.`);
    }
    return add(webhooks, url, catalogId);
  };
  // A publication that is running is waited for.
  await printFromExisting(config, answer, patient);
});

async function run(store: WebhookStore, verb: string, argument: string): Promise<string> {
  if (verb === 'remove') return remove(store, argument);
  if (verb === 'failed') return listFailed(store);
  if (verb === 'replay') return replay(store, argument);
  return list(store);
}

async function add(store: WebhookStore, url: string, catalogId: string | null): Promise<string> {
  const id = randomUUID();
  const secret = newSecret();
  await store.insert({ id, url, catalogId, secret, createdAt: new Date().toISOString() });
  return [`Webhook  ${id}`, `Secret   ${secret}`, '', 'The secret is not shown again.', ''].join('\n');
}

async function remove(store: WebhookStore, id: string): Promise<string> {
  if (!(await store.remove(id))) throw new Error(`No webhook has the id '${excerpt(id)}'.`);
  return `The webhook ${id} is removed, and what it was still to be told.\n`;
}

async function list(store: WebhookStore): Promise<string> {
  const webhooks = await store.list();
  if (webhooks.length === 0) return 'There are no webhooks.\n';
  return formatLines(webhooks.map(({ id, url, catalogId }) => `${id}  ${url}  ${catalogId ?? 'all catalogs'}`));
}

async function listFailed(store: WebhookStore): Promise<string> {
  const failed = await store.listFailed(failedShown);
  if (failed.length === 0) return 'No message was given up.\n';
  const lines = failed.map(({ id, messageId, webhookId, catalogId, failedAt, attempts, lastError }) =>
    [
      id,
      messageId,
      `webhook ${webhookId}`,
      `catalog ${catalogId}`,
      `${failedAt}, after ${attempts}: ${lastError}`,
    ].join('  '),
  );
  return formatLines(lines);
}

async function replay(store: WebhookStore, number: string): Promise<string> {
  if (number !== 'all' && !/^\d{1,15}$/.test(number)) throw new Error('Say `replay all`, or `replay <number>`.');
  const now = await store.readClock();
  const count = await store.replay(number === 'all' ? null : number, now.toISOString());
  if (count === 0 && number !== 'all') throw new Error(`No message with the number ${number} was given up.`);
  return `${count} will be sent again.\n`;
}
