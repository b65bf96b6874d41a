import { rotateSigningKey } from '../auth/token-keys.ts';
import { readConfig } from '../config.ts';
import { excerpt } from '../domain/errors.ts';
import type { SigningKey, SigningKeyStore } from '../domain/signing-key/ports.ts';
import { printFromExisting } from './open-existing.ts';
import { readVerb, runCommand } from './run-command.ts';

const command = {
  name: 'npm run -s keys',
  description: 'The keys that sign tokens. Every running instance follows within seconds.',
  forms: {
    '[list]': 'shows them',
    rotate: 'a new key signs; the others verify until the last token that they signed has expired',
    'revoke <id>': 'ends a key, and every token that it signed, now',
  },
  options: {},
} as const;

await runCommand(command, async ({ positionals }) => {
  const { verb, argument } = readVerb(command, positionals);
  await printFromExisting(readConfig(process.env), ({ signingKeys }) => run(signingKeys, verb, argument));
});

async function run(store: SigningKeyStore, verb: string, id: string): Promise<string> {
  if (verb === 'rotate') return `The key ${await rotateSigningKey(store, new Date())} signs.\n`;
  return verb === 'revoke' ? revoke(store, id) : list(await store.list());
}

function list(keys: readonly SigningKey[]): string {
  if (keys.length === 0) return 'There is no key yet: the first token makes one.\n';
  const lines = keys.map(({ id, createdAt, expiresAt }) => {
    return `${id}  made ${createdAt}, ${expiresAt === null ? 'signs' : `verifies until ${expiresAt}`}`;
  });
  return `${lines.join('\n')}\n`;
}

/** There is a key that signs at any moment: the new one comes before the old one goes. */
async function revoke(store: SigningKeyStore, id: string): Promise<string> {
  const key = (await store.list()).find((one) => one.id === id);
  if (!key) throw new Error(`No signing key has the id '${excerpt(id)}'.`);
  const next = key.expiresAt === null ? `The key ${await rotateSigningKey(store, new Date())} signs.\n` : '';
  await store.remove(id);
  return `${next}The key ${id} is revoked: its tokens are refused.\n`;
}
