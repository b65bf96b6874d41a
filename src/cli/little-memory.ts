/** The kernel kills whatever takes more memory than its container has, and neither it nor the gateway says a word: so it is said at the start. */
import type { Config } from '../config.ts';
import type { Logger } from '../server/logger.ts';

/** What a process takes beside its two caches when it is busy, in MB (docs/capacity.md). */
const ofProcess = 390;
/** Of the one that starts several others. */
const ofSupervisor = 90;

type Takers = Pick<Config, 'workers' | 'answerCacheBytes' | 'indexCacheBytes'>;

/** `allowedBytes`: of the container; 0: nobody says. */
export function warnOfLittleMemory(
  { workers, answerCacheBytes, indexCacheBytes }: Takers,
  log: Logger,
  allowedBytes: number = process.constrainedMemory() ?? 0,
): void {
  const ofEach = ofProcess + (answerCacheBytes + indexCacheBytes) / 1_000_000;
  const neededMb = workers * ofEach + (workers > 1 ? ofSupervisor : 0);
  const allowedMb = Math.floor(allowedBytes / 1_000_000);
  if (allowedBytes === 0 || allowedMb >= neededMb) return;
  log.warn(
    { allowedMb, neededMb },
    'there is less memory than these settings need, and the kernel kills what takes more: raise the limit, or lower ANSWER_CACHE_MB, INDEX_CACHE_MB or WORKERS',
  );
}
