/** Databases of a version without indexes: served by it and by this one, together. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { type Environment, run, temporaryFolder } from '../support/gateway-process.ts';
import { type Program, startProgram } from '../support/program.ts';
import { createTestDatabase } from '../support/test-databases.ts';

/** Releases of format 1, and a schema that both versions understand in these questions. */
const olderVersion = '9f3816a9a269618e8f440ed2c4c1b1f3d98f59b1';
const root = join(import.meta.dirname, '..', '..');
const isKnown = spawnSync('git', ['cat-file', '-e', `${olderVersion}^{commit}`], { cwd: root }).status === 0;

const question = `{
  tagged: products(first: 5, filter: { tags: { in: ["rain", "bestseller"] } }) { totalCount nodes { name sku } }
  last: products(last: 3, filter: { productTypes: { eq: "child" } }) { totalCount nodes { name sku } }
  named: products(filter: { name: { eq: "Alpine Kettle" } }) { totalCount nodes { name sku } }
}`;

const places: Record<string, () => Promise<Environment>> = {
  'a data folder': async () => ({ DATA_DIR: await temporaryFolder() }),
  async 'a PostgreSQL database'() {
    const { url, drop } = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(drop);
    return { DATABASE_URL: url, DEMO: 'on' };
  },
};

// A shallow clone does not have it.
describe.runIf(isKnown)('a database that an older version made', () => {
  let older: string;
  beforeAll(() => {
    older = mkdtempSync(join(tmpdir(), 'gateway-older-'));
    const sources = execFileSync('git', ['archive', olderVersion, 'src', 'package.json'], {
      cwd: root,
      maxBuffer: 100_000_000,
    });
    execFileSync('tar', ['-x', '-C', older], { input: sources });
    symlinkSync(join(root, 'node_modules'), join(older, 'node_modules'));
  });
  afterAll(() => rmSync(older, { recursive: true }));

  async function start(environment: Environment, sources?: string): Promise<Program> {
    const program = await startProgram(environment, sources === undefined ? undefined : { folder: sources });
    onTestFinished(async () => void (await program.stop('SIGKILL')));
    return program;
  }

  describe.each(Object.keys(places))('%s', (name) => {
    const openPlace = () => places[name]?.() as Promise<Environment>;

    it('is served by both at once: the newer one indexes its releases, and is ready then', async () => {
      const environment = await openPlace();
      const before = await start(environment, older);
      const expected = (await before.ask(question)).data;
      expect(expected.tagged.totalCount).toBeGreaterThan(20);

      const after = await start(environment);
      await expect.poll(async () => (await fetch(`${after.url}/health/ready`)).status).toBe(200);
      expect((await after.ask(question)).data).toEqual(expected);
      expect((await before.ask(question)).data).toEqual(expected);
    }, 60_000);

    it('is indexed ahead by `npm run migrate`', async () => {
      const environment = await openPlace();
      await (await start(environment, older)).stop();
      const migrated = await run('src/cli/migrate.ts', [], environment);
      expect(migrated).toMatchObject({ code: 0, stderr: '' });
      expect(migrated.stdout).toMatch(/: applied .*0009-release-index.*; indexed the releases \d+(, \d+)*\n$/);
      const after = await start(environment);
      expect((await fetch(`${after.url}/health/ready`)).status).toBe(200);
    }, 60_000);
  });
});
