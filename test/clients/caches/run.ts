/** `npm run test:client-caches -- --steps 5000 --seed 1`: what the suite does with a hundred steps, with many. */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
});
process.stdout.write(`${values.steps} steps a client, seed ${values.seed}\n`);
const vitest = spawn('vitest', ['run', 'test/clients/client-caches.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, CACHE_STEPS: values.steps, CACHE_SEED: values.seed },
});
vitest.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
