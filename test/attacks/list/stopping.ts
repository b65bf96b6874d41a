/** How the process ends: by one signal or two, under npm, without a reader of its output, while clients go on arriving. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { argumentsOfScript } from '../../support/program.ts';
import type { ProcessAttack } from '../attack.ts';
import { startAttackedGateway } from '../attacked-gateway.ts';
import type { AttackedStore } from '../attacked-store.ts';

const root = join(import.meta.dirname, '..', '..', '..');
/** What a drain may take, and a little. */
const endDeadlineMs = 12_000;
/** Within the second after readiness has turned 503, in which clients may still come. */
const arrivalsMs = 800;

export const stopping: readonly ProcessAttack[] = [
  {
    row: 12,
    name: 'SIGTERM while 60 fresh connections at a time come in, for 0.8 s more',
    stores: ['demo'],
    expected: /^0 of \d+ were not answered, exit 0$/,
    run: arriveWhileStopping,
  },
  {
    row: 17,
    name: 'standard output has no reader, then SIGTERM',
    stores: ['demo'],
    expected: /^ended with 0$/,
    run: (store) => stopWithoutReader(store, false),
  },
  {
    row: 17,
    name: 'neither output has a reader, then SIGTERM',
    stores: ['demo'],
    expected: /^ended with 0$/,
    run: (store) => stopWithoutReader(store, true),
  },
  ...(['SIGINT', 'SIGTERM'] as const).map(
    (name): ProcessAttack => ({
      row: 18,
      name: `${name} to npm start and all its processes, while a request arrives`,
      stores: ['demo'],
      expected: /^answered 200, the gateway ended$/,
      run: (store) => stopUnderNpm(store, (npm) => process.kill(-(npm.pid ?? 0), name)),
    }),
  ),
  {
    row: 18,
    name: 'SIGTERM to npm alone, while a request arrives',
    stores: ['demo'],
    expected: /^answered 200, the gateway ended$/,
    run: (store) => stopUnderNpm(store, (npm) => npm.kill('SIGTERM')),
  },
  {
    row: 18,
    name: 'SIGKILL to npm alone',
    stores: ['demo'],
    expected: /the gateway ended$/,
    run: (store) => stopUnderNpm(store, (npm) => npm.kill('SIGKILL')),
  },
];

async function arriveWhileStopping(store: AttackedStore): Promise<string> {
  const { port, stop } = await startAttackedGateway(store, { LOG_LEVEL: 'warn', RATE_LIMIT_PER_ADDRESS: '0' });
  let [answered, broken, isOver] = [0, 0, false];
  const clients = Array.from({ length: 60 }, async () => {
    while (!isOver) {
      if (await isAnswered(port)) answered += 1;
      else broken += 1;
    }
  });
  await sleep(1000);
  const stopped = stop('SIGTERM');
  await sleep(arrivalsMs);
  isOver = true;
  await Promise.all(clients);
  return `${broken} of ${answered + broken} were not answered, exit ${await stopped}`;
}

/** On a connection of its own; an answer of any status is one. */
function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(/^HTTP\/1\.1 \d{3}.*\r\n\r\n/s.test(text)));
    socket.write('GET /graphql?query={limits{cost}} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  });
}

/** As `npm start | head -12` does it: a pipe of the shell's, whose reader has enough before the start has said everything. */
async function stopWithoutReader(store: AttackedStore, isErrorToo: boolean): Promise<string> {
  const command = ['node', ...argumentsOfScript('start')].join(' ');
  // The reader leaves at the line that readPort waits for.
  const reader = 'while read -r line; do echo "$line"; case "$line" in *POST*) exit;; esac; done';
  const script = `{ ${command} ${isErrorToo ? '2>&1' : ''} & echo $! >&3; wait $!; echo "ended with $?" >&3; } | { ${reader}; }`;
  const options = spawnOptions(store);
  const shell = spawn('sh', ['-c', script], { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  let said = '';
  shell.stdio[3]?.on('data', (chunk) => (said += chunk));
  try {
    const port = await readPort(shell);
    for (let turn = 0; turn < 5; turn += 1) await isAnswered(port);
    process.kill(Number.parseInt(said, 10), 'SIGTERM');
    await Promise.race([once(shell, 'close'), sleep(endDeadlineMs)]);
    return /ended with .*/.exec(said)?.[0] ?? `still runs after ${endDeadlineMs / 1000} s`;
  } finally {
    killGroup(shell.pid ?? 0);
  }
}

/** Half of a request is sent before the signal, the rest a moment after it. */
async function stopUnderNpm(store: AttackedStore, stop: (npm: ChildProcess) => void): Promise<string> {
  const npm = spawn('npm', ['start'], { ...spawnOptions(store), detached: true });
  try {
    const port = await readPort(npm);
    const body = '{"query":"{ limits { cost } }"}';
    const head = `POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => socket.destroy());
    socket.write(head + body.slice(0, 10));
    await sleep(300);
    stop(npm);
    await sleep(300);
    socket.write(body.slice(10));
    await Promise.race([once(socket, 'close'), sleep(endDeadlineMs)]);
    const answered = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
    const isOver = await waitForGroup(npm.pid ?? 0);
    return `${answered ? `answered ${answered}` : 'not answered'}, the gateway ${isOver ? 'ended' : 'still runs'}`;
  } finally {
    killGroup(npm.pid ?? 0);
  }
}

/** npm, its shell and the gateway are one group, which is gone with the last of them. */
async function waitForGroup(group: number): Promise<boolean> {
  const deadline = performance.now() + endDeadlineMs;
  while (isRunning(group) && performance.now() < deadline) await sleep(50);
  return !isRunning(group);
}

function killGroup(group: number): void {
  if (isRunning(group)) process.kill(-group, 'SIGKILL');
}

function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

async function readPort(child: ChildProcess): Promise<number> {
  let text = '';
  child.stderr?.on('data', (chunk) => (text += chunk));
  const deadline = performance.now() + 30_000;
  child.stdout?.on('data', (chunk) => (text += chunk));
  for (;;) {
    const [, port] = /GraphQL +POST http:\/\/[^/]+:(\d+)\/graphql/.exec(text) ?? [];
    if (port !== undefined) return Number(port);
    if (performance.now() > deadline || child.exitCode !== null) throw new Error(`It did not start: ${text}`);
    await sleep(20);
  }
}

function spawnOptions({ environment }: AttackedStore): SpawnOptions {
  const { PATH = '', HOME = '' } = process.env;
  return { cwd: root, env: { PATH, HOME, PORT: '0', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] };
}
