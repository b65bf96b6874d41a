import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { exitCodes } from '../../src/cli/end-by-signals.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../src/cli/${name}.ts`, import.meta.url));

/** A command that gets a signal while it runs. */
function run(signal: string, body: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const script = `import { orExplain } from ${JSON.stringify(fileOf('or-explain'))};
    import { untilInterrupted } from ${JSON.stringify(fileOf('until-interrupted'))};
    await orExplain(() => untilInterrupted(async (signal) => {
      process.kill(process.pid, '${signal}');
      while (!signal.aborted) await new Promise(setImmediate);
      ${body}
    }));`;
  return new Promise((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

it.each(Object.entries(exitCodes))('what was interrupted by %s ends with its exit code', async (signal, code) => {
  const stderr = `Interrupted (${signal}). Nothing was changed.\n`;
  expect(await run(signal, 'signal.throwIfAborted();')).toEqual({ code, stdout: '', stderr });
});

it.each(Object.keys(exitCodes))('what was done all the same when %s came has succeeded', async (signal) => {
  expect(await run(signal, "console.log('Published.');")).toEqual({ code: 0, stdout: 'Published.\n', stderr: '' });
});

it('another fault after a signal is told as one', async () => {
  const ended = await run('SIGINT', "throw new Error('The disk is full.');");
  expect(ended).toEqual({ code: 1, stdout: '', stderr: 'The disk is full.\n' });
});
