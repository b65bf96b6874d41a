import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSpareTime } from '../../src/response-cache/spare-time.ts';

function open() {
  let now = 1_000_000;
  let begun = 0;
  const spareTime = createSpareTime(() => now);
  return {
    spareTime,
    letPass: (ms: number) => {
      now += ms;
    },
    /** Says whether work that charges so many units and takes so long, or never ends, was begun. */
    async offer(units: number | null, takesMs = 0): Promise<boolean> {
      const before = begun;
      const isTaken = spareTime.offer(() => {
        begun += 1;
        if (units === null) return new Promise(() => undefined);
        now += takesMs;
        return Promise.resolve(units);
      });
      expect(begun).toBe(before);
      await turn();
      expect(begun).toBe(before + Number(isTaken));
      return isTaken;
    },
  };
}

it('what has taken more than there was rests for ten times as long', async () => {
  const { offer, letPass } = open();
  expect(await offer(150_000, 150)).toBe(true);
  expect(await offer(1)).toBe(false);
  letPass(1049);
  expect(await offer(1)).toBe(false);
  letPass(2);
  expect(await offer(1)).toBe(true);
});

it('what has ended sooner than it might by what it charged is counted as that time', async () => {
  const { offer, letPass } = open();
  expect(await offer(1_000_000, 100)).toBe(true);
  letPass(599);
  expect(await offer(1)).toBe(false);
  letPass(2);
  expect(await offer(1)).toBe(true);
});

it('what was waiting for others is counted as what it charged', async () => {
  const { offer } = open();
  expect(await offer(50_000, 10_000)).toBe(true);
  expect(await offer(1)).toBe(true);
});

it('the more is answered, the less it rests', async () => {
  const { spareTime, offer } = open();
  expect(await offer(150_000, 150)).toBe(true);
  for (let answer = 0; answer < 1050; answer += 1) spareTime.earn();
  expect(await offer(1)).toBe(false);
  spareTime.earn();
  expect(await offer(1)).toBe(true);
});

it('a long rest earns no more than a short one', async () => {
  const { spareTime, offer, letPass } = open();
  letPass(10_000_000);
  for (let answer = 0; answer < 10_000; answer += 1) spareTime.earn();
  expect(await offer(60_000, 60)).toBe(true);
  expect(await offer(1)).toBe(false);
});

it('no more begin at once than are taken to need what there is', async () => {
  const { offer, letPass } = open();
  for (let number = 0; number < 3; number += 1) expect(await offer(null)).toBe(true);
  expect(await offer(null)).toBe(false);
  letPass(1);
  expect(await offer(null)).toBe(true);
});

it('no more than sixteen run at once', async () => {
  const { offer, letPass } = open();
  for (let number = 0; number < 16; number += 1) {
    letPass(1000);
    expect(await offer(null)).toBe(true);
  }
  letPass(1000);
  expect(await offer(null)).toBe(false);
});

it("what has ended takes nobody's turn", async () => {
  const { offer, letPass } = open();
  for (let number = 0; number < 40; number += 1) {
    letPass(1000);
    expect(await offer(1)).toBe(true);
  }
});
