/**
 * `npm run build` makes what an image runs: the gateway and its commands as a few files in `dist/`, which start in a third of the time
 * and with less memory than the sources do. What is native stays a package of its own: better-sqlite3.
 */
import { defineConfig, type Plugin } from 'rolldown';

/** Started by themselves: programs, a thread's file, and one that is a process beside the gateway, too. */
const entries = [
  'main',
  'cli/backup',
  'cli/create-key',
  'cli/demo-records',
  'cli/import',
  'cli/keys',
  'cli/migrate',
  'cli/releases',
  'cli/sync',
  'cli/token',
  'cli/webhooks',
  'storage/engines/reader-thread-worker',
  'storage/engines/writer-thread-worker',
];

/** Where the code that starts a thread or a process ends up is the bundler's choice: always beside `main.js`, though. */
const threads: Plugin = {
  name: 'threads',
  transform: {
    filter: { code: /(-worker|\/sync)\.ts/ },
    handler: (code) =>
      code
        .replaceAll(
          /new URL\('\.\/((?:reader|writer)-thread-worker)\.ts', import\.meta\.url\)/g,
          "new URL('./storage/engines/$1.js', import.meta.url)",
        )
        .replaceAll(/new URL\('\.\/sync\.ts', import\.meta\.url\)/g, "new URL('./cli/sync.js', import.meta.url)"),
  },
};

export default defineConfig({
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  // pg tries to load pg-native, and does without.
  external: ['better-sqlite3', 'pg-native'],
  plugins: [threads],
  output: { dir: 'dist', cleanDir: true },
});
