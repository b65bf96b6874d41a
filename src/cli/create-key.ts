/**
 * `npm run -s create-key -- --name "My shop" [--client-id <id>] [--implicit-only]`: a new application key.
 * `npm run -s create-key -- --client-id <id> --replace-secret`: a new secret for one that exists.
 * The secret is shown this once; what is kept is its hash.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import type { ApplicationKeyStore } from '../domain/application-key/ports.ts';
import { hashSecret } from '../domain/application-key/secret-hash.ts';
import { DomainError } from '../domain/errors.ts';
import { parseInput } from '../domain/input/parse-input.ts';
import { text } from '../domain/input/text.ts';
import { openStores } from '../storage/open-stores.ts';
import { orExplain } from './or-explain.ts';

const options = {
  name: { type: 'string' },
  'client-id': { type: 'string' },
  'implicit-only': { type: 'boolean', default: false },
  'replace-secret': { type: 'boolean', default: false },
} as const;

const oneLine = text({ min: 1, max: 255, singleLine: true });

await orExplain(async () => {
  const { values } = parseArgs({ options });
  const config = readConfig(process.env);
  const { stores, close } = await openStores(config);
  try {
    const store = stores.applicationKeys;
    process.stdout.write(values['replace-secret'] ? await replaceSecret(store, values) : await create(store, values));
  } finally {
    await close();
  }
});

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

async function create(store: ApplicationKeyStore, values: Values): Promise<string> {
  const asked = { name: values.name, 'client-id': values['client-id'] ?? randomBytes(16).toString('hex') };
  const { name, 'client-id': clientId } = parseInput(z.object({ name: oneLine, 'client-id': oneLine }), asked);
  const secret = values['implicit-only'] ? null : newSecret();
  const now = new Date().toISOString();
  const id = randomUUID();
  await store.insert({
    id,
    name,
    clientId,
    secretHash: secret && (await hashSecret(secret)),
    reservedRateLimit: 0,
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  });
  return show({ id, clientId, secret });
}

async function replaceSecret(store: ApplicationKeyStore, values: Values): Promise<string> {
  const { 'client-id': clientId } = parseInput(z.object({ 'client-id': oneLine }), values);
  const secret = newSecret();
  const key = await store.replaceSecret(clientId, await hashSecret(secret), new Date().toISOString());
  if (!key) throw new DomainError('NOT_FOUND', `No application key has the client id '${clientId}'.`);
  return show({ id: key.id, clientId, secret });
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function show({ id, clientId, secret }: { id: string; clientId: string; secret: string | null }): string {
  return [
    `Application key  ${id}`,
    `Client id        ${clientId}`,
    secret === null
      ? 'Client secret    none: the key gets implicit tokens, which read the catalog'
      : `Client secret    ${secret}\n\nThe secret is not shown again: what is kept is its hash.`,
    '',
  ].join('\n');
}
