/** One budget for the calls of several workers: the process that supervises them lets each begin, and takes back what a dead one held. */
import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { DomainError } from '../../domain/errors.ts';
import { memoised } from '../../lib/memo.ts';
import { type CallBudget, createLocalCallBudget, type Permit } from './call-budget.ts';
import type { CallLimits } from './call-rules.ts';

type ToSupervisor = { readonly callId: string } & (
  | { readonly what: 'enter'; readonly patienceMs: number }
  | { readonly what: 'leave' }
  | { readonly what: 'slowDown'; readonly retryAfterSeconds: number | null }
);

type ToWorker = { readonly callId: string } & (
  | { readonly what: 'begin' }
  | { readonly what: 'refused'; readonly message: string; readonly retryAfterSeconds: number }
);

/** To be called once in the process that starts the workers, before it does. */
export function serveCallBudget(config: CallLimits & { readonly timeoutMs: number }): void {
  const budget = createLocalCallBudget(config);
  const permits = new Map<Worker, Map<string, Permit>>();

  async function enter(worker: Worker, callId: string, patienceMs: number): Promise<void> {
    const answer = (message: ToWorker) => void (worker.isConnected() && worker.send(message));
    try {
      const permit = await budget.enter(performance.now() + patienceMs);
      if (!worker.isConnected()) return permit.leave();
      memoised(permits, worker, () => new Map()).set(callId, permit);
      answer({ callId, what: 'begin' });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { message, retryAfterSeconds } = error;
      answer({ callId, what: 'refused', message, retryAfterSeconds });
    }
  }

  cluster.on('message', (worker, message: unknown) => {
    if (!isCallMessage<ToSupervisor>(message)) return;
    const { callId } = message;
    if (message.what === 'enter') return void enter(worker, callId, message.patienceMs);
    const permit = permits.get(worker)?.get(callId);
    if (message.what === 'slowDown') return void permit?.slowDown(message.retryAfterSeconds);
    permits.get(worker)?.delete(callId);
    permit?.leave();
  });

  cluster.on('exit', (worker) => {
    for (const permit of permits.get(worker)?.values() ?? []) permit.leave();
    permits.delete(worker);
  });
}

/** Of a worker. */
export function createWorkerCallBudget(): CallBudget {
  const entering = new Map<string, { begin: (permit: Permit) => void; refuse: (error: DomainError) => void }>();
  const tell = (message: ToSupervisor) => void process.send?.(message);

  process.on('message', (message) => {
    if (!isCallMessage<ToWorker>(message)) return;
    const { callId } = message;
    const waiting = entering.get(callId);
    entering.delete(callId);
    if (message.what === 'begin') {
      waiting?.begin({
        leave: () => tell({ callId, what: 'leave' }),
        slowDown: async (retryAfterSeconds) => tell({ callId, what: 'slowDown', retryAfterSeconds }),
      });
    } else {
      const { retryAfterSeconds } = message;
      waiting?.refuse(new DomainError('UNAVAILABLE', message.message, [], { retryAfterSeconds }));
    }
  });

  return {
    enter: (deadline) =>
      new Promise((begin, refuse) => {
        const callId = randomUUID();
        entering.set(callId, { begin, refuse });
        tell({ callId, what: 'enter', patienceMs: deadline - performance.now() });
      }),
  };
}

function isCallMessage<Message extends { readonly callId: string }>(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && 'callId' in message;
}
