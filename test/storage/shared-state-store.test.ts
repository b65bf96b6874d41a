import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SharedState } from '../../src/domain/shared-state.ts';
import { createSharedState } from '../../src/storage/shared-state-store.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';

interface Counted {
  seen: number[];
}

describeEachEngine('a state that instances share', (open) => {
  let opened: TestEngine;
  let openState: (name: string) => SharedState<Counted>;
  beforeAll(async () => {
    opened = await open();
    openState = (name) => createSharedState(opened.engine, { name, empty: () => ({ seen: [] }) });
  });
  afterAll(() => opened.drop());

  it('loses no change of those that are made at once', async () => {
    const instances = Array.from({ length: 4 }, () => openState('counted'));
    const numbers = Array.from({ length: 40 }, (_, index) => index);
    const changes = numbers.map((number) =>
      instances[number % 4]?.change((state) => {
        state.seen.push(number);
        return number;
      }),
    );
    expect(await Promise.all(changes)).toEqual(numbers);
    const seen = await openState('counted').change((state) => state.seen);
    expect(seen.toSorted((one, other) => one - other)).toEqual(numbers);
    expect(await openState('another').change((state) => state.seen)).toEqual([]);
  });

  it('has the time of the database', async () => {
    const now = await openState('clock').change((_, time) => time);
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  });
});
