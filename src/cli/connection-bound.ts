/** How many connections of clients there may be at once: no more than the process may open files. */
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Logger } from '../server/logger.ts';

/** For the embedded database, the log, metrics, traces, webhooks and the platform. */
const ownFiles = 64;

type Bounds = Pick<Config, 'clientConnections' | 'limits' | 'maxConnections' | 'replicaUrls'>;

/**
 * Beyond the bound, one that waits for its client makes room. Beyond the files, the kernel would refuse whoever comes, for as long as
 * those that do nothing stay.
 */
export function boundConnections(config: Bounds, log: Logger, openFiles: number = readOpenFiles()): number {
  const wanted = config.clientConnections + config.limits.liveConnections;
  const others = ownFiles + config.maxConnections * (1 + config.replicaUrls.length);
  const possible = Math.max(openFiles - others, Math.floor(openFiles / 2));
  if (possible >= wanted) return wanted;
  log.warn(
    { openFiles, connections: possible },
    'there may be fewer connections than are set: raise the limit of open files',
  );
  return possible;
}

/** Node.js has raised it as far as it may; infinite where no such file says it. */
function readOpenFiles(): number {
  try {
    const [, files] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return files === undefined ? Number.POSITIVE_INFINITY : Number(files);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
