/**
 * The tests that use a server, with PgBouncer (Debian's package `pgbouncer`) in transaction mode before it: `npm run test:pgbouncer`, or with the
 * files to run: `npm run test:pgbouncer -- test/durability`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { startPostgresServer } from '../support/postgres-server.ts';

/** Past it go: tests of what a session keeps, of connections that are counted, of users that it does not know, and of servers of their own. */
const programs = ['several-instances', 'migrations'].map((name) => `test/program/${name}.test.ts`);
const rooms = [
  ...['storage', 'faces', 'durability', 'auth', 'importer', 'webhooks'].map((room) => `test/${room}`),
  ...programs,
];

const server = await startPostgresServer();
const pgbouncer = await startPgBouncer(server.url);
const files = process.argv.slice(2);
const vitest = spawn('vitest', ['run', ...(files.length > 0 ? files : rooms)], {
  env: {
    ...{ ...process.env, PROGRAMS: 'all', ROUNDS: 'all' },
    ...{ TEST_DATABASE_URL: server.url, TEST_POOLER: pgbouncer.address },
  },
  stdio: 'inherit',
});
const [code] = await once(vitest, 'exit');
await pgbouncer.stop();
await server.stop();
process.exitCode = code ?? 1;
