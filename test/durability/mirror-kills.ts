/** `npm run test:mirror-kills [-- --rounds 50]`: a mirror killed amid copying what a platform publishes, on both engines. Minutes, not for CI. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startOwnPostgresServer } from '../support/postgres-server.ts';
import { type MirrorTally, runMirrorRounds } from './mirror-rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } });
const rounds = Number(values.rounds);
const server = await startOwnPostgresServer();
const folder = () => mkdtemp(join(tmpdir(), 'gateway-mirror-kills-'));

const rows: string[] = [];
let hasFailed = false;
for (const name of ['SQLite', 'PostgreSQL']) {
  const [platformDirectory, dataDirectory] = [await folder(), await folder()];
  const environment = name === 'SQLite' ? { DATA_DIR: dataDirectory } : { DATABASE_URL: server.url };
  const onRound = (round: number, { kills, answers }: MirrorTally) => {
    if (round % 10 === 0) process.stdout.write(`${name}: ${round} rounds, ${kills} kills, ${answers} answers\n`);
  };
  const tally = await runMirrorRounds({ rounds, platformDirectory, environment, onRound });
  hasFailed ||= tally.torn + tally.backwards + tally.different > 0;
  rows.push(`| ${name} | ${rounds} | ${Object.values(tally).join(' | ')} |`);
  for (const directory of [platformDirectory, dataDirectory]) await rm(directory, { recursive: true });
}
await server.stop();

process.stdout.write(
  `\n| engine | rounds | published | kills | answers | torn | backwards | different |\n|---|---|---|---|---|---|---|---|\n${rows.join('\n')}\n`,
);
process.exitCode = hasFailed ? 1 : 0;
