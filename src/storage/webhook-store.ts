import { type RawBuilder, type SqlBool, sql } from 'kysely';
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
const replayedAtATime = 5000;

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
    findNewestPending: (after) => findNewestPending(engine, after),

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

    replay: (id, now) => replay(engine, id, now),
  };
}

async function findNewestPending({ reader }: Engine, after = 0): Promise<string | null> {
  const { rows } = await sql<{ id: number }>`
    with any_pending as (select id from webhook_delivery where failed_at is null limit 1)
    select coalesce(
      (select max(id) from webhook_delivery where id > ${after} and failed_at is null), any_pending.id) as id
    from any_pending`.execute(reader);
  return rows[0] ? String(rows[0].id) : null;
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
    .where(sql<SqlBool>`delivery.id in ${firstOfEach()}`)
    // The first of each address, then the second: one with many does not hold up the others.
    .orderBy(({ fn }) =>
      fn.agg('row_number').over((rows) => rows.partitionBy('delivery.webhook_id').orderBy('delivery.id')),
    )
    .orderBy('delivery.id')
    .limit(dueAtATime)
    .execute();
  return rows.map((row) => ({ ...toDelivery(row), url: row.url, secret: row.secret }));
}

/**
 * Of each address and catalog the first one that is to be sent. Each is looked for in the index past those of the one before: of an address that is
 * away there may be hundreds of thousands, and this is read after each delivery.
 */
function firstOfEach(): RawBuilder<unknown> {
  const first = (condition: RawBuilder<unknown>) => sql`(select id from webhook_delivery
    where failed_at is null and ${condition} order by webhook_id, catalog_id, id limit 1)`;
  // NOTE: where the one before is joined, PostgreSQL reads a small table in full for each.
  const before = (column: string) =>
    sql`(select last.${sql.ref(column)} from webhook_delivery last where last.id = found.id)`;
  return sql`(with recursive found (id) as (
    select ${first(sql`true`)}
    union all
    select coalesce(
      ${first(sql`webhook_id = ${before('webhook_id')} and catalog_id > ${before('catalog_id')}`)},
      ${first(sql`webhook_id > ${before('webhook_id')}`)})
    from found where id is not null
  ) select id from found where id is not null)`;
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

/** In the order of their numbers, so that none is sent before an earlier one, and some at a time, so that others write in between. */
async function replay({ writer }: Engine, id: string | null, now: string): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const rows = await writer
      .updateTable('webhook_delivery')
      .set({ failed_at: null, last_error: null, attempts: 0, pending_since: now, next_attempt_at: atOnce })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('webhook_delivery')
          .select('id')
          .where('failed_at', 'is not', null)
          // Whoever sends it may name a number that is larger than any of the column.
          .where((eb) =>
            id === null ? eb('id', '>', after) : eb('id', '=', sql<number>`cast(${Number(id)} as bigint)`),
          )
          .orderBy('id')
          .limit(replayedAtATime),
      )
      .returning('id')
      .execute();
    count += rows.length;
    if (id !== null || rows.length < replayedAtATime) return count;
    after = Math.max(...rows.map((row) => row.id));
  }
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
