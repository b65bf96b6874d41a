import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const isSearch = process.env.SEARCHES === 'all';

export default defineConfig({
  // The conditions that Node.js itself resolves with: vite would add `development` and load a second copy of graphql.
  ssr: { resolve: { conditions: ['node', 'module-sync'], externalConditions: ['node', 'module-sync'] } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      // Rounds of starts, kills and publishes: minutes, which `npm run test:searches` takes, and `test:faults` and `test:pgbouncer`.
      ...(isSearch || process.env.ROUNDS === 'all' ? [] : ['test/**/*-rounds.test.ts']),
      // The started program: minutes, too, of `npm run test:programs`.
      ...(isSearch || process.env.PROGRAMS === 'all' ? [] : ['test/program/**']),
    ],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/seed.ts'],
    // A worker runs file after file, with what they import loaded once: a third of the processor's time. Modules keep no state of
    // a test (databases, servers and clocks are made and undone by each).
    isolate: false,
    // What strips types is WebAssembly, once in each thread of a process. V8 compiles what leads from it to JavaScript a second time when it is
    // called often, frees what several threads share, and ends the process (SIGTRAP in `ThreadIsolation::UnregisterWasmAllocation` below
    // `Runtime_TierUpWasmToJSWrapper`, Node.js 24.21): now and then, in tests that start threads. So it compiles nothing of that a second time.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    // One more than there are cores: while one waits (for a gateway that drains, a time-out, a database), the others compute.
    maxWorkers: availableParallelism() + 1,
    // What comes in a moment comes later on a busy machine, and what takes a few seconds there takes more than a minute.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
  },
});
