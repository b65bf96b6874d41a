import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { closeNow, listenOnLoopback } from '../support/on-loopback.ts';

const run = promisify(execFile);
const downloadFileUrl = new URL('../../src/mirror/download-file.ts', import.meta.url).href;

/** A process of its own: in this one the collector of garbage would close the connection some time. */
const program = (port: number) => `
  import { downloadFile } from ${JSON.stringify(downloadFileUrl)};
  const { signal } = new AbortController();
  const file = downloadFile('http://127.0.0.1:${port}/changes', { allowsHttp: true, signal });
  await file.next().catch((error) => process.stdout.write(error.message));`;

it('leaves no connection that would keep the process where the answer is an error that goes on', async () => {
  const server = createServer((_, response) => response.writeHead(403).write('It is no longer there.'));
  const port = await listenOnLoopback(server);
  try {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program(port)], { timeout: 30_000 });
    expect(stdout).toContain('127.0.0.1: 403');
  } finally {
    await closeNow(server);
  }
});
