import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';

const output = new URL('../../src/server/log-output.ts', import.meta.url);

/** Writes as many long lines as the server of a flood would, and says when it has. */
const script = `
  import { setImmediate as nextTurn } from 'node:timers/promises';
  import { createLogOutput } from '${output}';
  const output = createLogOutput({ isShared: false });
  for (let number = 0; number < 1000; number += 1) {
    output.write(JSON.stringify({ number, path: 'x'.repeat(60_000) }) + '\\n');
    if (number % 10 === 0) await nextTurn();
  }
  setTimeout(() => console.error('written'), 200);
  process.stdin.once('data', () => output.end().then(() => process.exit()));
`;

/** The losses come last, once all else is written: then it is told to end. */
async function readUntilTold({ stdin, stdout }: ChildProcessWithoutNullStreams): Promise<string> {
  let read = '';
  for await (const chunk of stdout.setEncoding('utf8')) {
    read += chunk;
    if (read.endsWith('nobody read them"}\n')) stdin.write('end');
  }
  return read;
}

it('what nobody reads is kept up to 16 MB, and how many lines are lost is told when somebody does', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  try {
    await once(child.stderr, 'data');
    const lines = (await readUntilTold(child)).trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as { number?: number; lines?: number; msg?: string });
    const numbers = records.flatMap(({ number }) => number ?? []);
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(numbers.length * 60_000).toBeLessThan(18_000_000);
    expect(numbers.length * 60_000).toBeGreaterThan(14_000_000);
    expect(records.at(-1)).toMatchObject({
      level: 40,
      lines: 1000 - numbers.length,
      msg: 'lines of the log are lost: nobody read them',
    });
  } finally {
    child.kill();
  }
});
