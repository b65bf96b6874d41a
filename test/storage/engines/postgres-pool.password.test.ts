import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgres } from '../../../src/storage/engines/postgres-engine.ts';
import { explainStorageError } from '../../../src/storage/open-stores.ts';
import { listenOnLoopback } from '../../support/on-loopback.ts';

/** AuthenticationCleartextPassword: `R`, its length, and which one it is. */
const askPassword = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

/** A server that wants a password, and refuses each. */
async function startServer() {
  const passwords: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(askPassword);
      socket.once('data', (message) => {
        passwords.push(message.toString('utf8', 5, message.length - 1));
        socket.destroy();
      });
    });
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  return { url: `postgres://me@127.0.0.1:${port}/shop`, passwords };
}

it('a password is read from its file for each connection', async () => {
  const { url, passwords } = await startServer();
  const passwordFile = join(tmpdir(), `password-${process.pid}`);
  onTestFinished(() => rm(passwordFile, { force: true }));
  const open = () => openPostgres({ url, maxConnections: 1, passwordFile }).catch((error: unknown) => error);
  await writeFile(passwordFile, 'first\n');
  await open();
  await writeFile(passwordFile, 'second, é\n');
  await open();
  await writeFile(passwordFile, 'postgres://me:th%2Frd@somewhere/shop\n');
  await open();
  await writeFile(passwordFile, 'postgres://me:50%off%2F@somewhere/shop\n');
  await open();
  expect(passwords).toEqual(['first', 'second, é', 'th/rd', '50%off/']);
  await rm(passwordFile);
  expect(explainStorageError(await open())).toBe(
    'The file of DATABASE_PASSWORD_FILE or DATABASE_URL_FILE can not be read (ENOENT).',
  );
  expect(passwords).toHaveLength(4);
});
