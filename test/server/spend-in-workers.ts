/** Four processes spend one budget, as fast as they can. Prints how many requests they were allowed together. */
import cluster from 'node:cluster';
import { createRateBudget, shareRateBudgets } from '../../src/server/rate-budget.ts';

const workers = 4;
const points = 1000;

if (cluster.isPrimary) {
  shareRateBudgets();
  let allowed = 0;
  let running = workers;
  for (let worker = 0; worker < workers; worker += 1) {
    cluster.fork().on('message', (message) => {
      if (typeof message === 'number') allowed += message;
    });
  }
  cluster.on('exit', () => {
    running -= 1;
    if (running === 0) process.stdout.write(`${allowed}\n`);
  });
} else {
  const budget = createRateBudget({ name: 'test', points, seconds: 600, client: null, workers });
  let allowed = 0;
  for (let request = 0; request < points; request += 1) {
    if ((await budget.spend('client'))?.waitMs === 0) allowed += 1;
  }
  process.send?.(allowed, undefined, undefined, () => process.disconnect());
}
