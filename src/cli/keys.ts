/**
 * `npm run -s keys`: the keys that sign tokens. `-- rotate`: a new one signs, and those of before verify until their last
 * token has expired. `-- revoke <id>`: a key, and every token that it signed, ends now. Every instance follows in seconds.
 */
import { parseArgs } from 'node:util';
import { rotateSigningKey } from '../auth/token-keys.ts';
import { readConfig } from '../config.ts';
import type { SigningKey, SigningKeyStore } from '../domain/signing-key/ports.ts';
import { openStores } from '../storage/open-stores.ts';
import { orExplain } from './or-explain.ts';

await orExplain(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const opened = await openStores(readConfig(process.env));
  try {
    process.stdout.write(await run(opened.stores.signingKeys, positionals));
  } finally {
    await opened.close();
  }
});

async function run(store: SigningKeyStore, [command = 'list', id, ...more]: readonly string[]): Promise<string> {
  if (command === 'list' && id === undefined) return list(await store.list());
  if (command === 'rotate' && id === undefined) return `The key ${await rotateSigningKey(store, new Date())} signs.\n`;
  if (command === 'revoke' && id !== undefined && more.length === 0) return revoke(store, id);
  throw new Error('Say `keys`, `keys -- rotate`, or `keys -- revoke <id>`.');
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
  if (!key) throw new Error(`No signing key has the id '${id}'.`);
  const next = key.expiresAt === null ? `The key ${await rotateSigningKey(store, new Date())} signs.\n` : '';
  await store.remove(id);
  return `${next}The key ${id} is revoked: its tokens are refused.\n`;
}
