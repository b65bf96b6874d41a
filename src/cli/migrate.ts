import { readConfig } from '../config.ts';
import { migrate } from '../storage/migrate.ts';
import { openEngine } from '../storage/open-stores.ts';
import { runCommand } from './run-command.ts';

const command = {
  name: 'npm run migrate',
  description:
    'Makes the database where there is none, and brings its tables up to date. Every start does it too; this is for doing it before.',
  options: {},
} as const;

await runCommand(command, async () => {
  const engine = await openEngine(readConfig(process.env));
  try {
    const applied = await migrate(engine);
    const done = applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do';
    process.stdout.write(`${engine.description}: ${done}\n`);
  } finally {
    await engine.close();
  }
});
