/** A few rounds of what `npm run test:mirror-kills` does fifty times. */
import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { copySqlite } from '../support/copied-databases.ts';
import { runMirrorRounds } from './mirror-rounds.ts';

const rounds = 4;

it(
  'a mirror that is killed shows whole editions, and ends as what the platform shows',
  async () => {
    const [platformDirectory, dataDirectory] = [await copySqlite('tables'), await copySqlite('tables')];
    const environment = { DATA_DIR: dataDirectory };
    const tally = await runMirrorRounds({ rounds, platformDirectory, environment });
    expect(tally).toMatchObject({ torn: 0, backwards: 0, different: 0 });
    expect(tally.kills).toBeGreaterThan(0);
    for (const directory of [platformDirectory, dataDirectory]) await rm(directory, { recursive: true });
  },
  120_000 + rounds * 30_000,
);
