/** Of all instances one has the place, also where one stands still and comes back. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createStores } from '../../src/storage/open-stores.ts';
import { createSenderPlace } from '../../src/webhooks/sender-place.ts';
import { openEmbedded, type TestEngine } from '../support/engines.ts';

let opened: TestEngine;
let time: number;
beforeEach(async () => {
  opened = await openEmbedded();
  time = 1000;
});
afterEach(() => opened.drop());

function openPlaces() {
  const { webhooks: store } = createStores(opened.engine);
  const open = () => createSenderPlace({ store, monotonicNow: () => time });
  return [open(), open()] as const;
}

it('one whose holder does not count up any more is free after five seconds, and the holder learns of it', async () => {
  const [first, second] = openPlaces();
  expect([await first.take(), await second.take()]).toEqual([true, false]);
  time += 4999;
  expect(await second.take()).toBe(false);
  time += 1;
  expect([await second.take(), await first.take()]).toEqual([true, false]);
  expect([second.isOurs(), first.isOurs()]).toEqual([true, false]);
});

it('one whose holder counts up stays its own, however long', async () => {
  const [first, second] = openPlaces();
  for (let count = 0; count < 4; count += 1) {
    expect([await first.take(), await second.take()]).toEqual([true, false]);
    time += 4000;
  }
});

it('its holder relies on it for half of the time after which it is free', async () => {
  const [first] = openPlaces();
  expect(first.isOurs()).toBe(false);
  await first.take();
  time += 2499;
  expect(first.isOurs()).toBe(true);
  time += 1;
  expect(first.isOurs()).toBe(false);
});

it('one that is left is free at once, and who does not have it leaves it to its holder', async () => {
  const [first, second] = openPlaces();
  await first.take();
  await second.leave();
  expect(await second.take()).toBe(false);
  await first.leave();
  expect([first.isOurs(), await second.take()]).toEqual([false, true]);
});
