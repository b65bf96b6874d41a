import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectStart } from '../../src/cli/collect-start.ts';

const lookMs = 200;

/** Resolves to how often it was collected. */
async function collected(meanwhile: (stop: () => void) => Promise<void>): Promise<number> {
  const stopping = new AbortController();
  let times = 0;
  const collect = async () => {
    times += 1;
  };
  const collecting = collectStart({ signal: stopping.signal, lookMs, collect });
  await meanwhile(() => stopping.abort());
  await collecting;
  return times;
}

function work(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('what a start left is collected once nobody sends requests', async () => {
  expect(await collected(() => sleep(2 * lookMs))).toBe(1);
});

it('what has answered many requests is left as it is', async () => {
  const times = await collected(async () => {
    await sleep(lookMs / 2);
    work(300);
  });
  expect(times).toBe(0);
});

it('it is given up when the gateway stops', async () => {
  expect(await collected(async (stop) => stop())).toBe(0);
});
