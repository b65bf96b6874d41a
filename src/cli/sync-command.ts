import { type Config, readConfig } from '../config.ts';
import { createSync, type MirroredPlatform } from '../mirror/create-sync.ts';
import { followPlatform, toSentence } from '../mirror/follow-platform.ts';
import type { SyncReport } from '../mirror/sync-mirror.ts';
import { createLogOutput } from '../server/log-output.ts';
import { createLogger } from '../server/logger.ts';
import { openStores } from '../storage/open-stores.ts';
import { openUpstream } from '../upstream/client/open-upstream.ts';
import type { UpstreamConfig } from '../upstream/client/upstream-config.ts';
import { openExisting, patient } from './open-existing.ts';
import { runCommand } from './run-command.ts';
import { formatSyncJson, formatSyncReport } from './sync-report.ts';
import { untilInterrupted } from './until-interrupted.ts';

const clocks = { monotonicNow: () => performance.now(), now: () => new Date() };

const command = {
  name: 'npm run sync',
  description:
    'Copies what the platform (UPSTREAM_URL) shows now: releases, catalogs and rules. A gateway with UPSTREAM_CATALOG=mirror does so by itself.',
  options: {
    'dry-run': { type: 'boolean', description: 'show what would change, and change nothing' },
    follow: {
      type: 'boolean',
      description: 'go on until interrupted: every MIRROR_SECONDS, and when it is said that there is something new',
    },
    json: { type: 'boolean', description: 'the report as JSON on standard output' },
  },
} as const;

await runCommand(command, async ({ values }) => {
  // Whoever follows writes, and reports to the log.
  const [other] = (['dry-run', 'json'] as const).filter((name) => values[name]);
  if (values.follow && other !== undefined) throw new Error(`--follow must not be given with --${other}.`);
  const config = readConfig(process.env);
  const upstream = expectAdministrator(config);
  const opened = await (values['dry-run'] ? openExisting(config, patient) : openStores({ ...config, ...patient }));
  // Instances that share a database share the platform's limits, too.
  const sharedState = config.rateLimitStore === 'database' ? opened.sharedState : null;
  const sharing = { sharedState, workers: 1, onFailed: () => undefined };
  const platform = openUpstream({ config: upstream, sharing, monotonicNow: clocks.monotonicNow });
  const mirrored = {
    ...{ stores: opened.stores, platform: platform.administrator },
    ...{ platformUrl: upstream.url, dialect: upstream.dialect },
    ...{ keptReleases: config.releasesKept, noticeMs: config.releaseNoticeMs },
  };
  try {
    await untilInterrupted(async (interrupted) => {
      const isDryRun = values['dry-run'];
      if (values.follow) return follow(config, mirrored, interrupted);
      const report = isDryRun
        ? await createSync(mirrored, { isDryRun })('', interrupted)
        : await syncOnce(mirrored, interrupted);
      process.stdout.write(values.json ? formatSyncJson(report) : formatSyncReport(report, isDryRun));
    });
  } finally {
    await platform.close();
    await opened.close();
  }
});

function expectAdministrator({ upstream }: Config): UpstreamConfig {
  if (!upstream) throw new Error('UPSTREAM_URL must be set: there is no platform to copy.');
  if (upstream.clientId === null || upstream.clientSecret === null) {
    throw new Error('UPSTREAM_CLIENT_ID and UPSTREAM_CLIENT_SECRET must be set: releases are read by administrators.');
  }
  return upstream;
}

/** As soon as nobody else is copying. @throws Error */
async function syncOnce(mirrored: MirroredPlatform, interrupted: AbortSignal): Promise<SyncReport> {
  const done = new AbortController();
  const outcome = Promise.withResolvers<SyncReport>();
  const settle = (tell: () => void) => {
    tell();
    done.abort();
  };
  outcome.promise.catch(() => undefined);
  await followPlatform({
    ...{ ...clocks, stores: mirrored.stores, everyMs: 0 },
    sync: createSync(mirrored, { isDryRun: false }),
    signal: AbortSignal.any([interrupted, done.signal]),
    events: {
      onSynced: (report) => settle(() => outcome.resolve(report)),
      onProblem: (problem, error) => settle(() => outcome.reject(new Error(problem, { cause: error }))),
      onFailed: (error) => settle(() => outcome.reject(new Error(toSentence(error), { cause: error }))),
    },
  });
  // What was published by then is.
  if (!done.signal.aborted) interrupted.throwIfAborted();
  return outcome.promise;
}

/** Beside a gateway, with whom it ends. */
async function follow(config: Config, mirrored: MirroredPlatform, interrupted: AbortSignal): Promise<void> {
  const output = createLogOutput({ isShared: true });
  const log = createLogger(config.logLevel, output);
  const ended = new AbortController();
  process.once('disconnect', () => ended.abort());
  // It may have ended while this process started.
  if (process.send && !process.connected) ended.abort();
  await followPlatform({
    ...{ ...clocks, stores: mirrored.stores, everyMs: config.mirrorSeconds * 1000 },
    sync: createSync(
      {
        ...mirrored,
        onRead: ({ release: { catalogId, id }, plan, products }) =>
          log.info({ catalogId, original: id, by: plan.kind, products }, 'a release of the platform was read'),
      },
      { isDryRun: false },
    ),
    signal: AbortSignal.any([interrupted, ended.signal]),
    events: {
      onSynced({ releases, hasOtherDirectory, remarks }) {
        if (releases.length === 0 && !hasOtherDirectory) return;
        const shown = releases.map(({ catalogId, id }) => ({ catalogId, original: id }));
        log.info({ shown }, 'the mirror shows what the platform shows');
        for (const remark of remarks) log.warn(remark);
      },
      onProblem: (problem, err) =>
        log.error({ err, problem }, 'the mirror could not be renewed, and goes on showing what it has'),
      onFailed: (err) => log.warn({ err }, 'the platform could not be followed for the moment'),
    },
  });
  await output.end();
}
