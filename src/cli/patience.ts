/** For one statement over a whole release: nobody waits for it. */
export const patienceMs = 10 * 60_000;
