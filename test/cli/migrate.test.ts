import { expect, inject, it, onTestFinished } from 'vitest';
import { run, temporaryFolder } from '../support/gateway-process.ts';
import { createTestDatabase } from '../support/test-databases.ts';

it('npm run migrate says what it applied, and the second time that there is nothing to do', async () => {
  const DATA_DIR = await temporaryFolder();
  const outputs = [];
  for (let i = 0; i < 2; i++) outputs.push(await run('src/cli/migrate.ts', [], { DATA_DIR }));
  expect(outputs).toEqual([
    { code: 0, stdout: expect.stringMatching(/^SQLite \S+ in .*gateway\.db: applied 0001-initial/), stderr: '' },
    { code: 0, stdout: expect.stringMatching(/^SQLite \S+ in .*gateway\.db: nothing to do\n$/), stderr: '' },
  ]);
});

it.each(['SQLite', 'PostgreSQL'])('of three at once one migrates, and the others find it done: %s', async (engine) => {
  const environment = engine === 'SQLite' ? { DATA_DIR: await temporaryFolder() } : await emptyPostgres();
  const ended = await Promise.all([1, 2, 3].map(() => run('src/cli/migrate.ts', [], environment)));
  for (const { code, stderr } of ended) expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const said = ended.map(({ stdout }) => /: (applied|nothing to do)/.exec(stdout)?.[1]).sort();
  expect(said).toEqual(['applied', 'nothing to do', 'nothing to do']);
});

async function emptyPostgres(): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  return { DATABASE_URL: url };
}
