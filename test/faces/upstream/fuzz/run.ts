/** `npm run test:upstream-fuzz -- --answers 1000 --seed 1`: what the suite does with a few distorted answers of each operation, with many. */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
process.stdout.write(`${values.answers} distorted answers of each operation, seed ${values.seed}\n`);
const vitest = spawn('vitest', ['run', 'test/faces/upstream/fuzz/fuzz.test.ts', '--testTimeout=3600000'], {
  stdio: 'inherit',
  env: { ...process.env, UPSTREAM_FUZZ_ANSWERS: values.answers, UPSTREAM_FUZZ_SEED: values.seed },
});
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
