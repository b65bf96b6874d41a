import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import type { ApplicationKeyStore } from '../domain/application-key/ports.ts';
import { hashSecret } from '../domain/application-key/secret-hash.ts';
import { DomainError, excerpt, validationError } from '../domain/errors.ts';
import { parseInput } from '../domain/input/parse-input.ts';
import { text } from '../domain/input/text.ts';
import { printFromExisting } from './open-existing.ts';
import { type Called, runCommand } from './run-command.ts';

const command = {
  name: 'npm run -s create-key',
  description:
    'Makes an application key, or gives one that exists a new secret. The secret is shown this once; what is stored is its hash.',
  options: {
    name: { type: 'string', value: '<name>', description: 'what people call the new key' },
    'client-id': {
      type: 'string',
      value: '<id>',
      description: 'what its client names itself by; a random one unless given',
    },
    'implicit-only': { type: 'boolean', description: 'a key without a secret: it gets tokens that read the catalog' },
    'replace-secret': {
      type: 'boolean',
      description: 'a new secret for the key with that client id; the old one ends now',
    },
  },
} as const;

const oneLine = text({ min: 1, max: 255, singleLine: true });

await runCommand(command, ({ values }) =>
  printFromExisting(readConfig(process.env), ({ applicationKeys }) =>
    values['replace-secret'] ? replaceSecret(applicationKeys, values) : create(applicationKeys, values),
  ),
);

type Values = Called<typeof command.options>['values'];

async function create(store: ApplicationKeyStore, values: Values): Promise<string> {
  const input = { name: values.name, 'client-id': values['client-id'] ?? randomBytes(16).toString('hex') };
  const { name, 'client-id': clientId } = parseInput(z.object({ name: oneLine, 'client-id': oneLine }), input);
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
  expectNoOthers(values);
  const { 'client-id': clientId } = parseInput(z.object({ 'client-id': oneLine }), values);
  const secret = newSecret();
  const key = await store.replaceSecret(clientId, await hashSecret(secret), new Date().toISOString());
  if (!key) throw new DomainError('NOT_FOUND', `No application key has the client id '${excerpt(clientId)}'.`);
  return show({ id: key.id, clientId, secret });
}

/** They would be believed to change the key, whose old secret has ended by then. */
function expectNoOthers({ name, 'implicit-only': isImplicitOnly }: Values): void {
  const others = [...(name !== undefined ? ['name'] : []), ...(isImplicitOnly ? ['implicit-only'] : [])];
  if (others.length === 0) return;
  const problem = 'must not be given with --replace-secret, which changes nothing else';
  throw validationError(others.map((other) => ({ path: [other], rule: 'exclusive', problem })));
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
