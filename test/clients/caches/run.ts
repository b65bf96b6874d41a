/** `npm run test:client-caches -- --steps 5000 --seed 1`: what the suite does with a few steps, with many, in Node.js and in
 * Chromium. */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
process.stdout.write(`${values.steps} steps a client, seed ${values.seed}\n`);
const vitest = spawn('vitest', ['run', 'test/clients/client-caches'], {
  stdio: 'inherit',
  env: { ...process.env, CACHE_STEPS: values.steps, CACHE_SEED: values.seed },
});
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
