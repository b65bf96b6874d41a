/** Small answers that stay, between requests that go: each must hold its own bytes only. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestAttack } from '../attack.ts';
import { toTarget } from '../attacked-gateway.ts';

const answers = 15_000;
const senders = 8;
/** Below the default limit of an address. */
const perSecond = 900;

export const responseCache: readonly RequestAttack[] = [
  {
    row: 6,
    name: `${answers} small answers that are cached, with 30 kB posts between`,
    isFlood: true,
    stores: ['demo'],
    expected: /^200$/,
    async send({ fetch, post }) {
      const seen = new Set<string>();
      const padding = 'x'.repeat(30_000);
      const start = performance.now();
      let sent = 0;
      const sender = async () => {
        while (sent < answers) {
          sent += 1;
          const turn = sent;
          const aheadMs = (3000 * turn) / perSecond - (performance.now() - start);
          if (aheadMs > 0) await sleep(aheadMs);
          const target = toTarget({ query: `query Q${turn} { limits { cost } }` });
          // Where hardly any is found, one is kept from the second time on.
          for (let time = 0; time < 2; time += 1) seen.add((await fetch(target)).summary);
          seen.add((await post({ query: `{ limits { cost } } #${turn}${padding}` })).summary);
        }
      };
      await Promise.all(Array.from({ length: senders }, sender));
      return [...seen].join(', ');
    },
  },
];
