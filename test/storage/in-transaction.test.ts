/** What a server undoes because of others at the same time (SQLSTATE 40001) is done again, wherever it is written: `test/support/meet-others.ts`. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServices } from '../../src/app.ts';
import { demoIds } from '../../src/demo/demo-ids.ts';
import { DomainError } from '../../src/domain/errors.ts';
import type { Services, Stores } from '../../src/domain/ports.ts';
import { OutcomeUnknown } from '../../src/domain/transactions.ts';
import { publish } from '../../src/importer/publish.ts';
import type { Engine } from '../../src/storage/engines/engine.ts';
import { openPostgres } from '../../src/storage/engines/postgres-engine.ts';
import { inTransaction } from '../../src/storage/in-transaction.ts';
import { createStores } from '../../src/storage/open-stores.ts';
import { createRateLimitClient } from '../../src/storage/rate-limit-client.ts';
import { applicationKey, customApi, customField, subscription } from '../support/billing-records.ts';
import { copyPostgres } from '../support/copied-databases.ts';
import { type Conflicts, meetOthers } from '../support/meet-others.ts';
import { writingContext } from '../support/request-contexts.ts';
import { productRecord, smallCatalog } from '../support/small-catalog.ts';
import type { TestDatabase } from '../support/test-databases.ts';

let database: TestDatabase;
let engine: Engine;
let stores: Stores;
let services: Services;
let conflicts: Conflicts;
beforeAll(async () => {
  database = await copyPostgres('demo');
  engine = await openPostgres({ url: database.url, maxConnections: 4, statementTimeoutMs: 30_000 });
  stores = createStores(engine);
  services = createServices(stores, { monotonicNow: () => 0, cleansUp: false });
  conflicts = await meetOthers(engine);
});
afterAll(async () => {
  await engine.close();
  await database.drop();
});

const now = '2027-01-01T00:00:00.000Z';
const later = '2028-01-01T00:00:00.000Z';
let year = 3000;
const nextYear = () => {
  year += 1;
  return `${year}-01-01T00:00:00.000Z`;
};
const signingKey = () => ({ id: randomUUID(), algorithm: 'ES256', privateJwk: '{}', createdAt: now, expiresAt: null });
const webhook = () => ({ id: randomUUID(), url: 'https://a.example', catalogId: null, secret: 's', createdAt: now });
const idempotent = () => ({ ...writingContext(), idempotencyKey: randomUUID() });

const newId = () => `c${randomUUID().slice(0, 8)}`;

function publishCatalog(id = newId(), names = ['a', 'b']): Promise<unknown> {
  const products = names.map((name) => productRecord({ id: name }));
  return publish(smallCatalog(id, products), { releases: stores.releases, now: new Date(now), isFirst: false });
}

async function publishTwice(): Promise<string> {
  const catalogId = newId();
  for (const names of [['a'], ['a', 'b']]) await publishCatalog(catalogId, names);
  const older = (await stores.releases.list()).find((one) => one.catalogId === catalogId && !one.isCurrent);
  return older?.id ?? '';
}

async function giveMessagesUp(): Promise<void> {
  await stores.webhooks.insert(webhook());
  await publishCatalog();
  for (const { id } of await stores.webhooks.listDue(later)) {
    await stores.webhooks.giveUp(id, { attempts: 1, error: 'It is gone.', failedAt: now });
  }
}

async function renamedKey(): Promise<unknown> {
  const input = { id: demoIds.applicationKeys.admin, name: randomUUID(), faults: [] };
  const { value } = (await services.applicationKeys.rename(idempotent(), input)) ?? {};
  return expect(value?.name).toBe(input.name);
}

async function madeOlderReleaseCurrent(): Promise<void> {
  const { id = '' } = (await stores.releases.list()).find(({ isCurrent }) => isCurrent) ?? {};
  expect((await stores.releases.makeCurrent(id)).isCurrent).toBe(true);
}

const writes: Readonly<Record<string, () => Promise<unknown>>> = {
  'a subscription': () => stores.subscriptions.insert(subscription()),
  'a custom field': () =>
    stores.customFields.insert(customField({ customApiId: demoIds.customApi, slug: randomUUID() })),
  'a custom API': () => stores.customFields.insertApi(customApi()),
  'an application key': () => stores.applicationKeys.insert(applicationKey()),
  "an application key's name, with its idempotency key": renamedKey,
  'when a key was used': () => stores.applicationKeys.markUsed(demoIds.applicationKeys.admin, nextYear()),
  'the first signing key': () => stores.signingKeys.insertFirst(signingKey()),
  'the next signing key': () => stores.signingKeys.rotate(signingKey(), later),
  'a webhook': () => stores.webhooks.insert(webhook()),
  "a webhook's sender": async () => stores.webhooks.take('me', await stores.webhooks.findSender()),
  'a webhook that is removed': async () => {
    const { id } = webhook();
    await stores.webhooks.insert({ ...webhook(), id });
    expect(await stores.webhooks.remove(id)).toBe(true);
  },
  'a budget of requests': () =>
    createRateLimitClient(engine).query({
      text: 'insert into rate_limit (key, points, expire) values ($1, $2, $3)',
      values: [randomUUID(), 1, 1],
    }),
  'a release, from its rows to the moment when it is current': () => publishCatalog(),
  'a release that is made current again': madeOlderReleaseCurrent,
};

/** What is there already when others are met. */
const changes: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  ...Object.fromEntries(Object.entries(writes).map(([name, write]) => [name, async () => write])),
  'a release that is discarded': async () => {
    const id = await stores.releases.begin(newId(), now);
    return () => stores.releases.discard(id);
  },
  'a release that is retired': async () => {
    const id = await publishTwice();
    return () => stores.releases.retire(id);
  },
  'old idempotency keys': async () => {
    await renamedKey();
    return () => stores.idempotencyKeys.removeBefore(later);
  },
  'messages that were given up and are sent again': async () => {
    await giveMessagesUp();
    return async () => expect(await stores.webhooks.replay(null, later)).toBeGreaterThan(0);
  },
};

describe.each(Object.entries(changes))('%s', (_, prepare) => {
  it.each([
    [1, 'statement'],
    [3, 'statement'],
    [1, 'commit'],
    [3, 'commit'],
  ] as const)('is written in spite of %i conflicts at its %s', async (count, when) => {
    const run = await prepare();
    await conflicts.meet(count, when);
    await run();
    const { undone, done } = await conflicts.count();
    expect(undone).toBe(count);
    expect(done).toBeGreaterThan(0);
  });
});

it('what meets others again and again is unavailable after a few attempts', async () => {
  await conflicts.meet(100, 'commit');
  const error = await stores.signingKeys.rotate(signingKey(), later).catch((thrown: unknown) => thrown);
  const { undone } = await conflicts.count();
  await conflicts.meet(0, 'commit');
  expect(error).toMatchObject({ code: 'UNAVAILABLE' });
  expect(undone).toBe(6);
});

it('what nobody waits for any more is not written again', async () => {
  const { budget } = writingContext();
  const gone = new DomainError('UNAVAILABLE', 'The client has gone.');
  await conflicts.meet(100, 'statement');
  const written = inTransaction(
    engine,
    async (transaction) => {
      budget.end(gone);
      await transaction.deleteFrom('webhook').execute();
    },
    budget,
  );
  const error = await written.catch((thrown: unknown) => thrown);
  const { undone } = await conflicts.count();
  await conflicts.meet(0, 'statement');
  expect([error, undone]).toEqual([gone, 1]);
});

it('fails with what its work failed with, where the connection was given up for that and nothing could be rolled back', async () => {
  const error = await inTransaction(engine, async (transaction) => {
    await sql`set transaction read only`.execute(transaction);
    await sql`update catalog set name = name`.execute(transaction);
  }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '25006' });
});

it('says that nobody knows whether it was done, where the connection breaks during the commit', async () => {
  await sql`create function end_session() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(engine.writer);
  await sql`create constraint trigger ends_session after insert on webhook deferrable initially deferred
    for each row execute function end_session()`.execute(engine.writer);
  await sql`create constraint trigger ends_session after delete on signing_key deferrable initially deferred
    for each row execute function end_session()`.execute(engine.writer);
  const inserted = stores.webhooks.insert(webhook());
  await expect(inserted).rejects.toBeInstanceOf(OutcomeUnknown);
  const key = signingKey();
  await stores.signingKeys.rotate(key, later);
  await expect(stores.signingKeys.remove(key.id)).rejects.toBeInstanceOf(OutcomeUnknown);
  // The pool may not know yet that the connection is gone.
  await vi.waitFor(() => sql`drop function end_session cascade`.execute(engine.writer), 20_000);
});
