import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { backUpDatabase, hasDatabase } from '../storage/open-stores.ts';
import { runCommand } from './run-command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const command = {
  name: 'npm run backup',
  description:
    'Copies the embedded database into one file, as it is at one moment, while the gateway goes on. A PostgreSQL database is copied by pg_dump.',
  forms: { '<file>': 'to a file that is not there yet' },
  options: {},
} as const;

await runCommand(command, async ({ positionals: [file, ...others] }) => {
  if (!file || others.length > 0) throw new Error('Name one file: npm run backup -- <file>');
  const { databaseUrl, dataDirectory } = readConfig(process.env);
  if (databaseUrl !== null) throw new Error('The database of DATABASE_URL is copied by pg_dump: docs/operating.md');
  if (!hasDatabase({ databaseUrl, dataDirectory })) {
    throw new Error(`There is no database in ${dataDirectory} (DATA_DIR). Name the folder of a gateway.`);
  }
  if (existsSync(file)) throw new Error(`There is a file already: ${file}`);
  await untilInterrupted((signal) => backUpDatabase(dataDirectory, file, signal));
  process.stdout.write(`The database of ${dataDirectory} is in ${file}\n`);
});
