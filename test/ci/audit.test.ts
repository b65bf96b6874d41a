/** `.ci/audit.mjs`, with an npm that answers what the test says. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

async function audit(ofProduction: object, ofAll: object) {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [production, all] = [JSON.stringify(ofProduction), JSON.stringify(ofAll)];
  const script = `#!/bin/sh\ncase "$*" in *--omit=dev*) echo '${production}';; *) echo '${all}';; esac\n`;
  await writeFile(join(folder, 'npm'), script);
  await chmod(join(folder, 'npm'), 0o755);
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, '..', '..', '.ci', 'audit.mjs')], {
    env: { PATH: `${folder}:/usr/bin:/bin` },
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}

const clean = { vulnerabilities: {} };
const vulnerable = (severity: string) => ({
  vulnerabilities: { yoga: { name: 'yoga', severity, range: '<5', via: [{ title: 'Too flexible' }, 'hatha'] } },
});

it.runIf(process.platform !== 'win32').each([
  ['nothing', clean, clean, 0, 'production: no vulnerabilities of level info or above'],
  ['a low one in production', vulnerable('low'), clean, 1, 'production: low: yoga <5: Too flexible; by hatha'],
  ['a moderate one in development', clean, vulnerable('moderate'), 0, 'development: no vulnerabilities of level high'],
  ['a high one in development', clean, vulnerable('high'), 1, 'development: high: yoga <5: Too flexible; by hatha'],
  ['a registry that is not there', { message: 'ECONNREFUSED' }, {}, 0, 'production: NOT AUDITED'],
])('of %s it says so', async (_, ofProduction, ofAll, status, line) => {
  const audited = await audit(ofProduction, ofAll);
  expect(audited.lines).toContainEqual(expect.stringContaining(line));
  expect(audited.status).toBe(status);
});
