/**
 * The gateway in front of a platform: another gateway, over its REST interface. The platform runs in a process of its own, whose time
 * and memory are not counted, as behind P4. It sets no limits; nor does the gateway, beyond what a platform could bear.
 */
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import type { Stage } from './contestants.ts';
import { startGateway } from './gateway.ts';
import type { ServerProcess } from './server-process.ts';

type Settings = Readonly<Record<string, string>>;

const unlimited: Settings = { UPSTREAM_RATE: '10000', UPSTREAM_CONCURRENCY: '128' };

/** Its implicit tokens are those of the client that each data set has. Answers stay new for a whole run. */
export const startLive = (stage: Stage): Promise<ServerProcess> =>
  startBefore(stage, { UPSTREAM_CLIENT_ID: 'bench', UPSTREAM_CACHE_SECONDS: '300' });

/** Each request takes its calls, as P4's do, which caches nothing either; but answers that come again letter by letter are not read again. */
export const startLiveUncached = (stage: Stage): Promise<ServerProcess> =>
  startBefore(stage, { UPSTREAM_CLIENT_ID: 'bench', UPSTREAM_CACHE_SECONDS: '0' });

/** Ready when it has copied what the platform shows. */
export async function startMirror(stage: Stage): Promise<ServerProcess> {
  const { dataDirectory } = stage;
  const clientId = `mirror-${process.pid}`;
  const args = ['--name', 'Mirror', '--client-id', clientId];
  const printed = await runCommand('src/cli/create-key.ts', args, { DATA_DIR: dataDirectory });
  const secret = /^Client secret +(\S+)$/m.exec(printed)?.[1];
  if (!secret) throw new Error('The key of the mirror was not made.');
  const own = { UPSTREAM_CLIENT_ID: clientId, UPSTREAM_CLIENT_SECRET: secret };
  return startBefore(stage, { UPSTREAM_CATALOG: 'mirror', ...own });
}

async function startBefore({ dataDirectory, folder }: Stage, settings: Settings): Promise<ServerProcess> {
  const platform = await startGateway({ DATA_DIR: dataDirectory }, 'database');
  const gateway = await startGateway({
    DATA_DIR: await mkdtemp(join(folder, 'before-')),
    UPSTREAM_URL: `http://127.0.0.1:${platform.port}`,
    ...unlimited,
    ...settings,
  });
  return {
    ...gateway,
    async stop() {
      await gateway.stop();
      await platform.stop();
    },
  };
}
