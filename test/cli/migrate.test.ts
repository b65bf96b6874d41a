import { expect, it } from 'vitest';
import { run, temporaryFolder } from '../support/gateway-process.ts';

it('npm run migrate says what it applied, and the second time that there is nothing to do', async () => {
  const DATA_DIR = await temporaryFolder();
  const outputs = [];
  for (let i = 0; i < 2; i++) outputs.push(await run('src/cli/migrate.ts', [], { DATA_DIR }));
  expect(outputs).toEqual([
    { code: 0, stdout: expect.stringMatching(/^SQLite \S+ in .*gateway\.db: applied 0001-initial/), stderr: '' },
    { code: 0, stdout: expect.stringMatching(/^SQLite \S+ in .*gateway\.db: nothing to do\n$/), stderr: '' },
  ]);
});
