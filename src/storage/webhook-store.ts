import { sql } from 'kysely';
import type { HeldPlaceStore } from '../domain/held-place.ts';
import type { WebhookStore } from '../domain/webhook/ports.ts';
import type { Delivery, DueDelivery, FailedDelivery, Webhook } from '../domain/webhook/webhook.ts';
import type { Engine } from './engines/engine.ts';
import { createHeldPlace } from './held-place.ts';
import { inPublishingTransaction } from './in-transaction.ts';
import { readClock } from './read-clock.ts';
import { atOnce } from './releases/webhook-outbox.ts';
import type { WebhookDeliveryTable, WebhookTable } from './schema.ts';

/** So many are sent at a time: the rest waits. */
const dueAtATime = 100;

/** A publication that is running knows whom it tells already: who is removed meanwhile would fail it, and who is added would miss it. */
export function createWebhookStore(engine: Engine): WebhookStore {
  const { reader, writer } = engine;
  return {
    readClock: () => readClock(engine, writer),

    async list() {
      const rows = await reader.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(toWebhook);
    },

    insert: ({ id, url, catalogId, secret, createdAt }) =>
      inPublishingTransaction(engine, async (transaction) => {
        const row = { id, url, catalog_id: catalogId, secret, created_at: createdAt };
        await transaction.insertInto('webhook').values(row).execute();
      }),

    remove: (id) =>
      inPublishingTransaction(engine, async (transaction) => {
        await transaction.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute();
        const { numDeletedRows } = await transaction.deleteFrom('webhook').where('id', '=', id).executeTakeFirst();
        return numDeletedRows > 0n;
      }),

    ...createDeliveries(engine),
    findSender: () => writer.selectFrom('webhook_sender').select(['holder', 'beat']).executeTakeFirstOrThrow(),
    ...createHeldPlace(engine, 'webhook_sender'),
  };
}

type Deliveries = Omit<WebhookStore, 'readClock' | 'list' | 'insert' | 'remove' | 'findSender' | keyof HeldPlaceStore>;

function createDeliveries(engine: Engine): Deliveries {
  const { reader, writer } = engine;
  const update = (id: string) => writer.updateTable('webhook_delivery').where('id', '=', Number(id));
  return {
    async findNewestPending() {
      const pending = reader.selectFrom('webhook_delivery').where('failed_at', 'is', null);
      // NOTE: of `id` alone it would be looked for among the keys, and past all that were given up since.
      const greatest = sql<number | string | null>`max(id + 0)`;
      const { newest } = await pending.select(greatest.as('newest')).executeTakeFirstOrThrow();
      return newest === null ? null : String(newest);
    },

    async countPending() {
      const pending = reader.selectFrom('webhook_delivery').where('failed_at', 'is', null);
      const { count, since } = await pending
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('pending_since').as('since')])
        .executeTakeFirstOrThrow();
      return { count: Number(count), since };
    },

    listDue: (now, latest) => listDue(engine, now, latest),

    async removeDelivery(id) {
      await writer.deleteFrom('webhook_delivery').where('id', '=', Number(id)).execute();
    },

    async retryLater(id, { attempts, error, nextAttemptAt }) {
      await update(id).set({ attempts, last_error: error, next_attempt_at: nextAttemptAt }).execute();
    },

    async giveUp(id, { attempts, error, failedAt }) {
      await update(id).set({ attempts, last_error: error, failed_at: failedAt }).execute();
    },

    listFailed: (limit) => listFailed(engine, limit),

    async replay(id, now) {
      const failed = writer.updateTable('webhook_delivery').where('failed_at', 'is not', null);
      // Whoever sends it may name a number that is larger than any of the column.
      const chosen = id === null ? failed : failed.where('id', '=', sql<number>`cast(${Number(id)} as bigint)`);
      const again = { failed_at: null, last_error: null, attempts: 0, pending_since: now, next_attempt_at: atOnce };
      const { numUpdatedRows } = await chosen.set(again).executeTakeFirst();
      return Number(numUpdatedRows);
    },
  };
}

async function listDue({ writer }: Engine, now: string, latest?: string): Promise<DueDelivery[]> {
  // What was told, and is removed, must not be seen again: the writer's own view.
  const rows = await writer
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .selectAll('delivery')
    .select(['webhook.url', 'webhook.secret'])
    .where('delivery.failed_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb('delivery.next_attempt_at', '<=', now),
        ...(latest === undefined ? [] : [eb('delivery.next_attempt_at', '>', latest)]),
      ]),
    )
    // These are read from the index alone: of an address that is away there may be thousands.
    .where('delivery.id', 'in', ({ selectFrom }) =>
      selectFrom('webhook_delivery')
        .select(({ fn }) => fn.min<number>('id').as('id'))
        .where('failed_at', 'is', null)
        .groupBy(['webhook_id', 'catalog_id']),
    )
    // The first of each address, then the second: one with many does not hold up the others.
    .orderBy(({ fn }) =>
      fn.agg('row_number').over((rows) => rows.partitionBy('delivery.webhook_id').orderBy('delivery.id')),
    )
    .orderBy('delivery.id')
    .limit(dueAtATime)
    .execute();
  return rows.map((row) => ({ ...toDelivery(row), url: row.url, secret: row.secret }));
}

async function listFailed({ reader }: Engine, limit: number): Promise<FailedDelivery[]> {
  const rows = await reader
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...toDelivery(row),
    failedAt: row.failed_at ?? '',
    lastError: row.last_error ?? '',
  }));
}

function toWebhook({ id, url, catalog_id, created_at }: WebhookTable): Webhook {
  return { id, url, catalogId: catalog_id, createdAt: created_at };
}

type DeliveryRow = Omit<WebhookDeliveryTable, 'id'> & { readonly id: number };

function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: String(row.id),
    webhookId: row.webhook_id,
    catalogId: row.catalog_id,
    messageId: row.message_id,
    body: row.body,
    attempts: row.attempts,
    pendingSince: row.pending_since,
  };
}
