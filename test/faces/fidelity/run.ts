/**
 * `npm run test:round-trip -- --runs 2000` and `npm run test:mutations -- --runs 20000 --seed 1`: what the suite does with a few stores
 * and records, with many, on both engines.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
  allowPositionals: true,
});
process.stdout.write(`${values.runs} runs, seed ${values.seed}\n`);
const vitest = spawn('vitest', ['run', `test/faces/fidelity/${positionals[0]}.test.ts`], {
  stdio: 'inherit',
  env: { ...process.env, FIDELITY_RUNS: values.runs, FIDELITY_SEED: values.seed },
});
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
