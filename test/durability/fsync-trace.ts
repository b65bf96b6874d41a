/**
 * `npm run test:fsync`: traces the system calls of the gateway on the embedded database while it runs one mutation, and
 * shows that the write-ahead log is synced to the disk before the answer is sent. Needs strace.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { startProgram } from '../support/program.ts';

if (spawnSync('strace', ['-V']).status !== 0) {
  process.stderr.write('There is no strace on this machine: nothing was traced.\n');
  process.exit(2);
}

const directory = await mkdtemp(join(tmpdir(), 'gateway-trace-'));
const traceFile = join(directory, 'trace.txt');
const program = await startProgram({ DATA_DIR: join(directory, 'data') });
const calls = 'trace=fsync,fdatasync,write,writev,pwrite64,sendto,sendmsg';
const strace = spawn(
  'strace',
  ['-f', '-y', '-tt', '-s', '64', '-e', calls, '-o', traceFile, '-p', String(program.pid)],
  {
    stdio: 'ignore',
  },
);
await new Promise((resolve) => setTimeout(resolve, 1000));
const { data } = await program.ask(
  `mutation($input: UpdateApplicationKeyInput!) { updateApplicationKey(input: $input) { applicationKey { name } } }`,
  { input: { id: demoIds.applicationKeys.storefront, name: 'traced' } },
);
await new Promise((resolve) => setTimeout(resolve, 300));
strace.kill('SIGINT');
await once(strace, 'exit');
await program.stop();

const lines = (await readFile(traceFile, 'utf8')).split('\n').filter((line) => /gateway\.db|HTTP\/1\.1 200/.test(line));
const synced = lines.findLastIndex((line) => /f(data)?sync\(.*gateway\.db-wal/.test(line));
const written = lines.findLastIndex((line) => /p?write(v|64)?\(.*gateway\.db-wal/.test(line));
const answered = lines.findIndex((line) => line.includes('HTTP/1.1 200'));
await rm(directory, { recursive: true });

process.stdout.write(`${lines.map((line) => line.replaceAll(directory, '…')).join('\n')}\n\n`);
const isProven = data?.updateApplicationKey && written >= 0 && written < synced && synced < answered;
process.stdout.write(
  isProven
    ? 'The log was written, then synced, then the answer was sent.\n'
    : `Not shown: written at ${written}, synced at ${synced}, answered at ${answered}.\n`,
);
process.exitCode = isProven ? 0 : 1;
