import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { SharedState } from '../../src/domain/shared-state.ts';
import { explainStorageError, openStores } from '../../src/storage/open-stores.ts';
import { createSharedState } from '../../src/storage/shared-state-store.ts';
import { describeEachEngine, type TestEngine } from '../support/engines.ts';
import { startOwnPostgresServer } from '../support/postgres-server.ts';

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

it('can not be reached on a server that is a standby now, where what is not logged can not even be read', async () => {
  const server = await startOwnPostgresServer();
  onTestFinished(() => server.stop());
  const opened = await openStores({ databaseUrl: server.url, dataDirectory: '', maxConnections: 2 });
  onTestFinished(() => opened.close());
  const state = opened.sharedState<Counted>({ name: 'counted', empty: () => ({ seen: [] }) });
  await state.change(() => undefined);
  await server.killHard();
  await writeFile(join(server.folder, 'data', 'standby.signal'), '');
  await server.start();

  const failure = await state.change(() => undefined).catch((error: Error) => error);
  expect(failure).toMatchObject({ code: 'UNAVAILABLE' });
  expect(explainStorageError((failure as Error).cause)).toBe(
    "The database server of DATABASE_URL can't do what the gateway needs (0A000): it is a standby, or another engine. Name the primary.",
  );
}, 60_000);
