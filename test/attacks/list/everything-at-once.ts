/**
 * The program with little memory, under everything that is sent to break it, at once and again and again: it must answer all the
 * while, and live.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryOf } from '../../support/program.ts';
import type { ProcessAttack, RequestAttack } from '../attack.ts';
import { type AttackedGateway, startAttackedGateway } from '../attacked-gateway.ts';

const seconds = 60;

const settings = {
  NODE_OPTIONS: '--max-old-space-size=256',
  // A late answer is an answer: refusing some in time is `npm run test:overload`.
  QUEUE_TIMEOUT_MS: '0',
  RATE_LIMIT_PER_ADDRESS: '0',
  RATE_LIMIT_PER_CLIENT: '0',
  RATE_LIMIT_FAILED_LOGINS: '0',
};

export function everythingAtOnce(attacks: readonly RequestAttack[]): ProcessAttack {
  return {
    row: null,
    name: `everything at once, again and again for ${seconds} s, with 256 MB`,
    stores: ['demo'],
    expected: /^every good request was answered, .*, exit 0$/,
    async run(store) {
      const gateway = await startAttackedGateway(store, settings);
      try {
        for (const { prepare } of attacks) await prepare?.(gateway);
        const end = performance.now() + seconds * 1000;
        const senders = attacks.map((attack) => sendUntil(end, attack, gateway));
        const customer = watchAsCustomer(end, gateway);
        await Promise.all([...senders, customer]);
        const { worstMs, residentBytes } = await customer;
        const code = await gateway.stop();
        const bugs = gateway.program
          .output()
          .split('\n')
          .filter((line) => line.includes('"level":50'));
        if (bugs[0] !== undefined) throw new Error(`A bug was logged: ${bugs[0].slice(0, 1000)}`);
        return (
          `every good request was answered, the slowest after ${Math.round(worstMs)} ms, ` +
          `${Math.round(residentBytes / 1e6)} MB resident at most, exit ${code}`
        );
      } finally {
        await gateway.stop('SIGKILL');
      }
    },
  };
}

/** That one is broken is no failure here: what counts is what others get. */
async function sendUntil(end: number, { send }: RequestAttack, gateway: AttackedGateway): Promise<void> {
  while (performance.now() < end) {
    await send(gateway).catch(() => sleep(10));
  }
}

async function watchAsCustomer(end: number, { post, program }: AttackedGateway) {
  let [worstMs, residentBytes] = [0, 0];
  while (performance.now() < end) {
    await sleep(250);
    const start = performance.now();
    const { summary } = await post({ query: '{ products(first: 1) { nodes { name } } }' });
    worstMs = Math.max(worstMs, performance.now() - start);
    if (summary !== '200') throw new Error(`A good request was answered by ${summary}.`);
    residentBytes = Math.max(residentBytes, await memoryOf(program.pid));
  }
  return { worstMs, residentBytes };
}
