/** `npm run test:attacks`: what `options.ts` says. */
import { judgeAll } from './judge-all.ts';
import { readOptions, usage } from './options.ts';
import { searchAll } from './search/search-all.ts';

// So that servers which were started are ended, whoever ends this.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptions(process.argv.slice(2));
if (options.isHelp) process.stdout.write(usage);
else process.exitCode = (await isKept()) ? 0 : 1;

/** What is promised. */
function isKept(): Promise<boolean> {
  return options.searchSeconds === null ? judgeAll(options) : searchAll(options, options.searchSeconds);
}
