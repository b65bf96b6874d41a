/** Whether requests should come here. The truth about the database, within a second; false from the first signal to stop on. */
export interface Readiness {
  isReady(): Promise<boolean>;
  stop(): void;
}

const deadlineMs = 1000;

export function createReadiness(ping: () => Promise<void>): Readiness {
  let isStopped = false;
  return {
    async isReady() {
      if (isStopped) return false;
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
