import cluster from 'node:cluster';
import { readConfig } from '../config.ts';
import { createLogOutput } from '../server/log-output.ts';
import { createLogger } from '../server/logger.ts';
import { warnOfLittleMemory } from './little-memory.ts';
import { misspeltVariables } from './misspelt-variables.ts';
import { noteParents } from './parents.ts';
import { roleOf } from './role.ts';
import { runCommand } from './run-command.ts';

const command = {
  name: 'npm start',
  description: 'Runs the gateway. Its settings are environment variables: docs/operating.md lists them.',
  options: {},
} as const;

/**
 * Runs the gateway until it is told to stop. Ends the process when it has: running requests answered, the database closed.
 * @param onReady called once the process answers requests; a supervisor of workers answers none
 */
export async function start(environment: NodeJS.ProcessEnv, onReady: () => void): Promise<void> {
  await runCommand(command, async () => {
    // A worker's parent says by their channel that it has ended.
    const isUnderNpm = cluster.isPrimary && environment.npm_lifecycle_event !== undefined;
    const parents = isUnderNpm ? noteParents() : null;
    const config = readConfig(environment);
    const isShared = config.workers > 1 || config.upstream?.catalog === 'mirror';
    const output = createLogOutput({ isShared });
    const log = createLogger(config.logLevel, output);
    // Node would print the error with everything that a driver hangs on it: rows, parameters, statements.
    process.on('uncaughtException', (err) => {
      log.fatal({ err }, 'crashed');
      void output.end().then(() => process.exit(1));
    });
    if (cluster.isPrimary) {
      for (const { name, meant } of misspeltVariables(Object.keys(environment), config.variables)) {
        log.warn({ variable: name }, `${name} is not a setting of the gateway, and is ignored. Was ${meant} meant?`);
      }
      warnOfLittleMemory(config, log);
    }
    const isSupervisor = cluster.isPrimary && config.workers > 1;
    // Each loads what it needs, and no more: a supervisor has no stores.
    const code = isSupervisor
      ? await (await import('./supervise-workers.ts')).superviseWorkers({ config, log, parents })
      : await (await import('./serve.ts')).serve({ config, log, role: roleOf(environment), parents, onReady });
    log.info('stopped');
    await output.end();
    process.exit(code);
  });
}
