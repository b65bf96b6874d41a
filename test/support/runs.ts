/**
 * How often a search tries: a few times in `npm test`, and many in `npm run test:searches`, which CI runs after it with the same
 * tests. What is one of a few cases in the suite is all of them there, and
 * what takes rounds (`*-rounds.test.ts`) is done there alone (`vitest.config.ts`).
 */
const isSearch = process.env.SEARCHES === 'all';

export const runs = (few: number, many: number): number => (isSearch ? many : few);

export const cases = <Case>(few: readonly Case[], others: readonly Case[]): Case[] =>
  isSearch ? [...few, ...others] : [...few];
