/**
 * `npm run build` makes what an image runs: the gateway and its commands as a few files in `dist/`, which start in a quarter of the time
 * and with less memory than the sources do. What is native stays a package of its own: better-sqlite3.
 */
import { defineConfig, type Plugin } from 'rolldown';

/** Started by themselves: commands, a thread's file, and one that is a process beside the gateway, too. */
const entries = [
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
  'importer/product-thread-worker',
  'storage/engines/reader-thread-worker',
  'storage/engines/writer-thread-worker',
  'storage/index/index-thread-worker',
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
        .replaceAll(
          /new URL\('\.\/product-thread-worker\.ts', import\.meta\.url\)/g,
          "new URL('./importer/product-thread-worker.js', import.meta.url)",
        )
        .replaceAll(
          /new URL\('\.\/index-thread-worker\.ts', import\.meta\.url\)/g,
          "new URL('./storage/index/index-thread-worker.js', import.meta.url)",
        )
        .replaceAll(/new URL\('\.\/sync\.ts', import\.meta\.url\)/g, "new URL('./cli/sync.js', import.meta.url)"),
  },
};

/**
 * An ES module that imports one thing of a module of Node.js reads everything that this exports: of `node:http` that is the whole
 * client of the Fetch standard, of `node:fs` all streams. What is destructured is read alone.
 */
const readAlone: Plugin = {
  name: 'read-alone',
  renderChunk: (code) =>
    code.replaceAll(
      /^import (?:(\w+)(?:, )?)?(?:\* as (\w+)|\{([^}]*)\})? ?from "(node:[\w/]+)";$/gm,
      (_, whole: string | undefined, namespace: string | undefined, names: string | undefined, name: string) => {
        const found = `process.getBuiltinModule("${name}")`;
        const all = [whole, namespace].flatMap((one) => (one ? [`const ${one} = ${found};`] : []));
        const some = names ? [`const {${names.replaceAll(/ as /g, ': ')}} = ${found};`] : [];
        return [...all, ...some].join(' ');
      },
    ),
};

/**
 * Yoga's server compares its own `Request` with Node.js', which reads the whole client of the Fetch standard: they differ. And its own client,
 * which nobody uses here, looks through all folders for a native one.
 */
const withoutFetch: Plugin = {
  name: 'without-fetch',
  resolveId: { filter: { id: /^node-libcurl$/ }, handler: (id) => `\0${id}` },
  load: { filter: { id: /^\0node-libcurl$/ }, handler: () => "throw new Error('There is none.');" },
  transform: {
    filter: { id: /@whatwg-node\/server\/esm\/createServerAdapter\.js$/ },
    handler: (code) => code.replace('fetchAPI.Request !== globalThis.Request', 'true'),
  },
};

/** A text with one letter beyond ASCII takes two bytes for each of its letters, in memory and while it is read. */
const inAscii: Plugin = {
  name: 'in-ascii',
  // As late as that: what chunks are rendered from is printed anew.
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[^\p{ASCII}]/gv, escapeLetter);
    }
  },
};

function escapeLetter(letter: string): string {
  return Array.from({ length: letter.length }, (_, index) => {
    return `\\u${letter.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}

// pg tries to load pg-native, and does without.
const external = ['better-sqlite3', 'pg-native'];
// Node.js keeps the texts of all modules in memory: without comments they are a quarter shorter. Names and lines stay, for stack traces.
const comments = { legal: true, annotation: false, jsdoc: false };

/** The page of GraphiQL, of 9 MB, is read by who opens it. */
const page = '@graphql-yoga/render-graphiql/graphiql';

export default defineConfig([
  {
    input: {
      main: 'src/bundle/main.ts',
      'graphiql-page': page,
      ...Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
    },
    platform: 'node',
    external,
    plugins: [threads, readAlone, inAscii],
    output: { dir: 'dist', cleanDir: true, comments },
  },
  // What main.js starts: all that every start reads is one module, whose code is kept as a whole (src/bundle/kept-module.ts).
  {
    input: { start: 'src/bundle/start.ts' },
    platform: 'node',
    external: [...external, page],
    // What is read by every start stays where it is, though `src` would read it later.
    checks: { ineffectiveDynamicImport: false },
    plugins: [threads, withoutFetch, inAscii],
    output: {
      dir: 'dist',
      format: 'cjs',
      strict: true,
      // `import()` in a script that is kept takes a loader of Node.js that warns of being experimental.
      dynamicImportInCjs: false,
      codeSplitting: { groups: [{ name: 'gateway', tags: ['$initial'] }] },
      entryFileNames: '[name].cjs',
      chunkFileNames: ({ name }) => (name === 'gateway' ? '[name].cjs' : '[name]-[hash].cjs'),
      paths: { [page]: './graphiql-page.js' },
      comments,
    },
  },
]);
