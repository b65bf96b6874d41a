/**
 * Two processes share a budget of one call at a time. The first one has begun a call, and waits with others, when it is killed; the second one waits behind
 * these, and is told by the platform to wait in its second call. Prints what became of its three calls.
 */
import cluster from 'node:cluster';
import { createWorkerCallBudget, serveCallBudget } from '../../../src/upstream/limits/worker-call-budget.ts';

const deadline = () => performance.now() + 60_000;

if (cluster.isPrimary) {
  serveCallBudget({ requestsPerSecond: 1000, concurrency: 1, timeoutMs: 60_000 });
  const first = cluster.fork();
  first.on('message', (message) => {
    if (message !== 'began') return;
    const second = cluster.fork();
    second.on('message', (told) => {
      if (told === 'waits') first.process.kill('SIGKILL');
      else if (Array.isArray(told)) process.stdout.write(JSON.stringify(told));
    });
  });
} else {
  const { enter } = createWorkerCallBudget();
  if (cluster.worker?.id === 1) {
    await enter(deadline());
    for (let call = 0; call < 10; call += 1) void enter(deadline());
    process.send?.('began');
    setInterval(() => {}, 60_000);
  } else {
    const entering = enter(deadline());
    process.send?.('waits');
    const permit = await entering;
    const behind = enter(deadline());
    permit.leave();
    const next = await behind;
    await next.slowDown(300);
    next.leave();
    const last = await enter(deadline()).catch(({ code, retryAfterSeconds }) => ({ code, retryAfterSeconds }));
    process.send?.(['began', 'began', last], undefined, undefined, () => process.disconnect());
  }
}
