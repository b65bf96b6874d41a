import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../app.ts';
import type { Config } from '../config.ts';
import type { Stores } from '../domain/ports.ts';
import { abandonedAfterMs } from '../importer/abandoned-releases.ts';
import { listen } from '../server/listen.ts';
import type { Logger } from '../server/logger.ts';
import { collectStart } from './collect-start.ts';
import { boundConnections } from './connection-bound.ts';
import { collectLikeServers } from './heap-flags.ts';
import { sayThatItWorks } from './hung-workers.ts';
import { refuseDemoSecrets } from './refuse-demo-secrets.ts';
import type { Role } from './role.ts';
import { type Parents, untilStopped } from './until-stopped.ts';
import { welcome } from './welcome.ts';

export interface ServeOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly role: Role;
  readonly parents: Parents | null;
  readonly onReady: () => void;
}

/** A statement that hangs must not keep the process: what was committed is safe, and nobody waits for the rest. */
const closeDeadlineMs = 500;

/**
 * Answers requests until the process is told to stop. Resolves with the exit code when
 * running requests are answered, and the database is closed.
 */
export async function serve({ config, log, role, parents, onReady }: ServeOptions): Promise<number> {
  const app = await createApp(config, log, role);
  if (config.isProduction) await refuseDemoSecrets(app.stores.stores.applicationKeys);
  const hasLoadedDemo = role.isFirst && config.isDemo && (await loadDemoOnce(app.stores.stores));
  const clientConnections = boundConnections(config, log);
  const { port, drain } = await listen({ ...config, clientConnections, app: app.http });
  if (config.workers > 1) sayThatItWorks();
  const { metrics, tracing } = app.watchers;
  const hideMetrics = metrics && (await (await import('./show-metrics.ts')).showMetrics(metrics, config, log));
  if (role.doesBackgroundWork) app.webhooks.start();
  const isFollowing = config.upstream?.catalog === 'mirror' && role.doesBackgroundWork;
  const follower = isFollowing ? (await import('./start-follower.ts')).startFollower(log) : null;
  // Before it is said that the gateway is ready: who reads that may stop it.
  const stopped = untilStopped({
    parents,
    onStop: (reason) => {
      app.stopBeingReady();
      log.info({ reason }, 'stopping: running requests are finished, and for a second new ones are taken');
    },
  });
  if (role.isFirst) await welcome({ config, app, port, hasLoadedDemo }, log);
  onReady();
  collectLikeServers();
  if (role.doesBackgroundWork) {
    // What imports that died have left is invisible: removing it can wait, and may fail.
    app.stores.stores.releases
      .discardAbandoned(abandonedAfterMs)
      .catch((err) => log.warn({ err }, 'abandoned releases could not be removed'));
  }
  const stopping = new AbortController();
  const collecting = collectStart({ signal: stopping.signal }).catch((err) => {
    log.warn({ err }, 'what the start left could not be collected');
  });
  await stopped;
  stopping.abort();
  await collecting;
  const background = Promise.all([app.webhooks.stop(), follower?.stop()]);
  await Promise.all([drain(config.drainTimeoutMs), Promise.race([background, sleep(config.drainTimeoutMs)])]);
  hideMetrics?.();
  const closed = Promise.race([Promise.all([app.stores.close(), app.upstream?.close()]), sleep(closeDeadlineMs)]);
  await Promise.all([closed, tracing?.close()]);
  return 0;
}

/** The demo's modules are read only where they are needed: not at any later start. */
async function loadDemoOnce(stores: Stores): Promise<boolean> {
  const { catalogs } = await stores.catalogs.getDirectory();
  if (catalogs.length > 0) return false;
  const { loadDemo } = await import('../demo/load-demo.ts');
  return loadDemo(stores, new Date());
}
