/** `npm run test:durability [-- --rounds 100]`: the crash test on both engines, with a table at the end. Minutes, not for CI. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { type CrashOptions, type CrashTally, runCrashRounds } from './crash-rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const directory = await mkdtemp(join(tmpdir(), 'gateway-crash-'));
const server = await startOwnPostgresServer();
const onPostgres = { DATABASE_URL: server.url, DEMO: 'on' };

const runs: Record<string, Omit<CrashOptions, 'rounds' | 'onRound'>> = {
  'SQLite, the gateway killed': { environment: { DATA_DIR: directory } },
  'PostgreSQL, the gateway killed': { environment: onPostgres },
  'PostgreSQL, the server killed': {
    environment: onPostgres,
    crash: async (program) => {
      await server.killHard();
      await program.stop();
    },
    revive: () => server.start(),
  },
};

const tallies = new Map<string, CrashTally>();
for (const [name, options] of Object.entries(runs)) {
  const onRound = (round: number, { acknowledged, lost }: CrashTally) => {
    if (round % 10 === 0) process.stdout.write(`${name}: round ${round}, ${acknowledged} acknowledged, ${lost} lost\n`);
  };
  tallies.set(name, await runCrashRounds({ ...options, rounds, onRound }));
}
await server.stop();
await rm(directory, { recursive: true });

process.stdout.write(`\n| what was killed | rounds | acknowledged | unanswered | lost |\n|---|---|---|---|---|\n`);
for (const [name, { acknowledged, unanswered, lost }] of tallies) {
  process.stdout.write(`| ${name} | ${rounds} | ${acknowledged} | ${unanswered} | ${lost} |\n`);
}
process.exitCode = [...tallies.values()].some(({ acknowledged, lost }) => acknowledged === 0 || lost > 0) ? 1 : 0;
