/** Who waits, one at a time, goes on when it rings, or when the time is over; one that rang before anybody waited is not lost. */
export function createBell() {
  let rang = Promise.withResolvers<void>();
  return {
    ring: () => rang.resolve(),

    async wait(ms: number): Promise<void> {
      const timer = setTimeout(rang.resolve, Math.max(0, ms));
      await rang.promise;
      clearTimeout(timer);
      rang = Promise.withResolvers();
    },
  };
}
