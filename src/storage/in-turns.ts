import { setImmediate } from 'node:timers/promises';

/** Runs it with some of the items at a time, in their order; others get their turn in between. */
export async function inTurns<Item>(
  items: readonly Item[],
  atATime: number,
  run: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += atATime) {
    if (start > 0) await setImmediate();
    await run(items.length <= atATime ? items : items.slice(start, start + atATime));
  }
}
