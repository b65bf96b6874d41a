/** A clock that jumps, under the running application: nothing fails, and what is written has a right order in itself. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { expectDone } from '../support/both-faces.ts';
import { copyPostgres } from '../support/copied-databases.ts';
import { facesOf } from '../support/faces-of-app.ts';
import { type RunningApp, startApp } from '../support/running-app.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const key = demoIds.applicationKeys.storefront;

const jumps = [-hourMs, -1000, hourMs, -40 * dayMs, 40 * dayMs];

describe.each(['sqlite', 'postgres'])('a clock that jumps [%s]', (engine) => {
  let app: RunningApp;
  let drop: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    const database = engine === 'postgres' ? await copyPostgres('demo') : null;
    drop = database?.drop ?? null;
    app = await startApp(database ? { DATABASE_URL: database.url } : {});
  });
  afterAll(async () => {
    await app.close();
    await drop?.();
  });
  afterEach(() => void vi.useRealTimers());

  it.each(jumps)('by %i ms moves no timestamp of a row back, and stops nothing', async (jumpMs) => {
    const { applicationKeys, subscriptions } = app.stores.stores;
    const readKey = async () => (await applicationKeys.getMany([key])).get(key);
    const before = await facesOf(app);
    const { writes, reads } = before;
    const idempotencyKey = randomUUID();
    const first = await writes['REST, an insert']?.({ idempotencyKey });
    for (const ask of Object.values(writes)) expectDone(await ask());
    const renamed = await readKey();

    const jumpedAt = Date.now() + jumpMs;
    vi.setSystemTime(jumpedAt);
    // The token is of another time, so it may be refused; a new one works at once.
    const { status } = (await reads['REST, billing']?.()) ?? {};
    expect(status).toBeOneOf([200, 401]);
    const after = await facesOf(app);
    for (const ask of Object.values({ ...after.reads, ...after.writes })) expectDone(await ask());
    expect(await after.health()).toEqual([200, 200]);
    const renamedAgain = await readKey();
    expect(renamedAgain?.updatedAt && renamed && renamedAgain.updatedAt >= renamed.updatedAt).toBe(true);

    const second = await after.writes['REST, an insert']?.({ idempotencyKey });
    expectDone(second as NonNullable<typeof second>);
    // A key holds for a day, by the clock.
    expect(second?.isReplayed).toBe(jumpMs < dayMs);
    expect(second?.id === first?.id).toBe(jumpMs < dayMs);
    const fresh = (await after.writes['REST, an insert']?.())?.id as string;
    const created = (await subscriptions.getMany([fresh])).get(fresh);
    expect(created?.createdAt).toBe(created?.updatedAt);
    expect(Math.abs(Date.parse(created?.createdAt ?? '') - jumpedAt)).toBeLessThan(hourMs / 2);
  });
});
