/**
 * Whether requests should come here. The truth about the database, within a second; false before it is prepared, and from the first
 * signal to stop on.
 */
export interface Readiness {
  isReady(): Promise<boolean>;
  stop(): void;
}

const deadlineMs = 1000;

export interface ReadinessOptions {
  /** Rejects when requests can't be answered now. */
  ping(): Promise<unknown>;
  /** Whether all that requests need has been built. */
  isPrepared(): boolean;
}

export function createReadiness({ ping, isPrepared }: ReadinessOptions): Readiness {
  let isStopped = false;
  return {
    async isReady() {
      if (isStopped || !isPrepared()) return false;
      const answered = ping().then(
        () => true,
        () => false,
      );
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, deadlineMs, false);
      const isReady = await Promise.race([answered, late]);
      clearTimeout(timer);
      return isReady;
    },
    stop() {
      isStopped = true;
    },
  };
}
