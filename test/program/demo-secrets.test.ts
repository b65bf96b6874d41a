/** Production never runs on secrets that everybody knows. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copySqlite } from '../support/copied-databases.ts';
import { run } from '../support/gateway-process.ts';
import { runProgram, startProgram } from '../support/program.ts';

let DATA_DIR: string;
beforeAll(async () => {
  DATA_DIR = await copySqlite('demo');
});
afterAll(() => rm(DATA_DIR, { recursive: true }));

const production = (folder = DATA_DIR) => ({ DATA_DIR: folder, NODE_ENV: 'production', LOG_LEVEL: 'info' });

it('a database that holds the demo store is refused, until its keys have other secrets', async () => {
  for (const clientId of ['demo-admin', 'demo-storefront']) {
    const { code, output } = await runProgram(production());
    expect(code).toBe(1);
    expect(output).toContain(`the application key '${clientId}' has the demo store's secret, which everybody knows.`);
    expect(output.trimEnd().split('\n')).toHaveLength(1);
    const command = /npm run -s create-key -- (.*)$/m.exec(output)?.[1]?.split(' ') ?? [];
    expect((await run('src/cli/create-key.ts', command, production())).code).toBe(0);
  }
  const program = await startProgram(production());
  expect((await fetch(`${program.url}/health/ready`)).status).toBe(200);
  expect(await program.stop()).toBe(0);
});

it('an empty one is not', async () => {
  const empty = join(DATA_DIR, 'empty');
  const program = await startProgram(production(empty));
  expect(program.token).toBe('');
  expect(await program.stop()).toBe(0);
  const lines = program
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { url } = program;
  const ready = {
    graphql: `${url}/graphql`,
    rest: `${url}/v2`,
    database: expect.stringContaining(empty),
    msg: 'ready',
  };
  expect(lines[0]).toMatchObject(ready);
  expect(lines.at(-1)).toMatchObject({ msg: 'stopped' });
});
