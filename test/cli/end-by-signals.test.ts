import { execFile, execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/gateway-process.ts';

const module = new URL('../../src/cli/end-by-signals.ts', import.meta.url).href;

function run(script: string) {
  const text = `const { endBySignals } = await import('${module}'); ${script}`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', text]).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, signal, stdout }) => ({ code: code ?? signal, stdout }),
  );
}

it.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
])('%s ends the first process of a container while nobody listens for it', async (signal, code) => {
  const script = `endBySignals({ pid: 1 }); process.kill(process.pid, '${signal}'); setTimeout(() => {}, 30_000);`;
  expect(await run(script)).toEqual({ code, stdout: '' });
});

it('a signal ends it also where a program has called it before its command does', async () => {
  const script =
    "endBySignals({ pid: 1 }); endBySignals({ pid: 1 }); process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 3000);";
  expect(await run(script)).toEqual({ code: 143, stdout: '' });
});

it('who listens for it decides', async () => {
  const listener = "process.on('SIGTERM', () => { console.log('heard'); process.exit(0); });";
  const script = `endBySignals({ pid: 1 }); ${listener} process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 30_000);`;
  expect(await run(script)).toEqual({ code: 0, stdout: 'heard\n' });
});

it('another process is left to the kernel', async () => {
  const script = "endBySignals(); process.kill(process.pid, 'SIGTERM'); setTimeout(() => {}, 30_000);";
  expect(await run(script)).toEqual({ code: 'SIGTERM', stdout: '' });
});

/** As a container does: the first process of its own. Not everybody may have one. */
const unshare = ['--pid', '--fork', '--kill-child'];
const mayUnshare = (() => {
  try {
    execFileSync('unshare', [...unshare, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

it.runIf(mayUnshare)(
  'a gateway that is the first process ends by a signal while it starts',
  async () => {
    const DATA_DIR = await temporaryFolder();
    // The shell is replaced by the gateway, and what it has started sends the signals.
    const script = `(while sleep 0.2; do kill -TERM 1; done) & exec "${process.execPath}" src/main.ts`;
    const env = { PATH: process.env.PATH, DATA_DIR, PORT: '0', DEMO: 'on' };
    const running = promisify(execFile)('unshare', [...unshare, 'sh', '-c', script], { env });
    const ended = running.then(
      ({ stdout }) => ({ stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    );
    expect(await Promise.race([ended, sleep(50_000)])).toEqual({ code: 143, stdout: '' });
  },
  60_000,
);
