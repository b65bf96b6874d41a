import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Stores } from '../domain/ports.ts';
import { abandonedBefore } from '../importer/abandoned-releases.ts';
import { listen } from '../server/listen.ts';
import { createLogOutput } from '../server/log-output.ts';
import { createLogger } from '../server/logger.ts';
import { untilStopped } from '../server/until-stopped.ts';
import { misspeltVariables } from './misspelt-variables.ts';
import { noteParents } from './parents.ts';
import { refuseDemoSecrets } from './refuse-demo-secrets.ts';
import { runCommand } from './run-command.ts';
import { welcome } from './welcome.ts';

/** A statement that hangs must not keep the process: what was committed is safe, and nobody waits for the rest. */
const closeDeadlineMs = 500;

const command = {
  name: 'npm start',
  description: 'Runs the gateway. Its settings are environment variables: docs/operating.md lists them.',
  options: {},
} as const;

/** Runs the gateway until it is told to stop. Ends the process when it has: running requests answered, the database closed. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  await runCommand(command, async () => {
    const parents = environment.npm_lifecycle_event === undefined ? null : noteParents();
    const config = readConfig(environment);
    const output = createLogOutput();
    const log = createLogger(config.logLevel, output);
    // Node would print the error with everything that a driver hangs on it: rows, parameters, statements.
    process.on('uncaughtException', (err) => {
      log.fatal({ err }, 'crashed');
      void output.end().then(() => process.exit(1));
    });
    // The welcome's reader may have gone, as the log's may.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
    for (const { name, meant } of misspeltVariables(Object.keys(environment), config.variables)) {
      log.warn({ variable: name }, `${name} is not a setting of the gateway, and is ignored. Was ${meant} meant?`);
    }
    const app = await createApp(config, log);
    if (config.isProduction) await refuseDemoSecrets(app.stores.stores.applicationKeys);
    const hasLoadedDemo = config.isDemo && (await loadDemoOnce(app.stores.stores));
    const { port, drain } = await listen({ ...config, app: app.http });
    app.webhooks.start();
    // Before it is said that the gateway is ready: who reads that may stop it.
    const stopped = untilStopped({
      parents,
      onStop: (reason) => {
        app.stopBeingReady();
        log.info({ reason }, 'stopping: running requests are finished, and for a second new ones are taken');
      },
    });
    process.stdout.write(await welcome({ config, app, port, hasLoadedDemo }));
    // What imports that died have left is invisible: removing it can wait, and may fail.
    app.stores.stores.releases
      .discardAbandoned(abandonedBefore(new Date()))
      .catch((err) => log.warn({ err }, 'abandoned releases could not be removed'));
    await stopped;
    await Promise.all([
      drain(config.drainTimeoutMs),
      Promise.race([app.webhooks.stop(), sleep(config.drainTimeoutMs)]),
    ]);
    await Promise.race([app.stores.close(), sleep(closeDeadlineMs)]);
    log.info('stopped');
    await output.end();
    process.exit(0);
  });
}

/** The demo's modules are read only where they are needed: not at any later start. */
async function loadDemoOnce(stores: Stores): Promise<boolean> {
  const { catalogs } = await stores.catalogs.getDirectory();
  if (catalogs.length > 0) return false;
  const { loadDemo } = await import('../demo/load-demo.ts');
  return loadDemo(stores, new Date());
}
