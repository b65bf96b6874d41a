/** `npm run migrate`: brings the database's schema up to date. Every start does it too; this is for doing it before. */
import { readConfig } from '../config.ts';
import { migrate } from '../storage/migrate.ts';
import { openEngine } from '../storage/open-stores.ts';
import { orExplain } from './or-explain.ts';

await orExplain(async () => {
  const engine = await openEngine(readConfig(process.env));
  try {
    const applied = await migrate(engine);
    const done = applied.length > 0 ? `applied ${applied.join(', ')}` : 'nothing to do';
    process.stdout.write(`${engine.description}: ${done}\n`);
  } finally {
    await engine.close();
  }
});
