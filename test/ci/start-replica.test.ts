/** How Compose's replica gets its copy of the primary (`ops/compose/start-replica.sh`), with programs in the place of PostgreSQL's. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

/** Copies a part, and ends there once, as where the machine is switched off. */
const copies = `#!/bin/sh
for argument; do case $argument in --pgdata=*) to=\${argument#*=};; esac; done
echo 18 > "$to/PG_VERSION"
[ -e "$0.ended" ] || { touch "$0.ended"; kill -9 $PPID $$; }
touch "$to/complete"
`;
const shows = '#!/bin/sh\nls "$PGDATA"\n';

it('a copy that was stopped halfway is begun anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'replica-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ pg_basebackup: copies, postgres: shows }))
    await writeFile(join(folder, name), text, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}`, PGDATA: join(folder, 'data/18'), PRIMARY: 'primary' };
  const start = () => spawnSync('sh', ['ops/compose/start-replica.sh'], { env, encoding: 'utf8' });
  expect(start()).toMatchObject({ signal: 'SIGKILL' });
  expect(start()).toMatchObject({ status: 0, stdout: 'PG_VERSION\ncomplete\n' });
  expect(start()).toMatchObject({ status: 0, stdout: 'PG_VERSION\ncomplete\n' });
});
