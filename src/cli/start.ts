import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { listen } from '../server/listen.ts';
import { createLogger } from '../server/logger.ts';
import { untilStopped } from '../server/until-stopped.ts';
import { orExplain } from './or-explain.ts';
import { welcome } from './welcome.ts';

/** Runs the gateway until it is told to stop. Resolves when it has: running requests answered, the database closed. */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  await orExplain(async () => {
    const config = readConfig(environment);
    const log = createLogger(config.logLevel);
    const app = await createApp(config, log);
    let hasLoadedDemo = false;
    if (config.isDemo) {
      const { loadDemo } = await import('../demo/load-demo.ts');
      hasLoadedDemo = await loadDemo(app.stores.stores, new Date());
    }
    const { port, drain } = await listen({ ...config, fetch: app.http.fetch });
    process.stdout.write(await welcome({ config, app, port, hasLoadedDemo }));
    await untilStopped((signal) => {
      log.info({ signal }, 'stopping: running requests are finished, new ones are not taken');
      app.stopBeingReady();
    });
    await drain(config.drainTimeoutMs);
    await app.stores.close();
    log.info('stopped');
  });
}
