import { readConfig } from '../config.ts';
import { migrateDatabase } from '../storage/open-stores.ts';
import { runCommand } from './run-command.ts';

const command = {
  name: 'npm run migrate',
  description:
    'Makes the database where there is none, and brings its tables and releases up to date. Every start does it too; this is for doing it before.',
  options: {},
} as const;

await runCommand(command, async () => {
  const { description, applied, rebuilt, failure } = await migrateDatabase(readConfig(process.env));
  const done = [
    ...(applied.length > 0 ? [`applied ${applied.join(', ')}`] : []),
    ...(rebuilt.length > 0 ? [`indexed the releases ${rebuilt.join(', ')}`] : []),
  ];
  if (failure === null || done.length > 0) {
    process.stdout.write(`${description}: ${done.join('; ') || 'nothing to do'}\n`);
  }
  if (failure !== null) throw failure;
});
