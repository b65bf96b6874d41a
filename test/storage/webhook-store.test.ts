import { type CompiledQuery, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { createWebhookStore } from '../../src/storage/webhook-store.ts';
import { describeEachEngine } from '../support/engines.ts';
import { explain } from '../support/explain.ts';
import { useOpened } from '../support/use-opened.ts';

describeEachEngine('deliveries that are due', (open) => {
  it('are the first of each address before the second of any, each catalog its earliest', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const store = createWebhookStore(engine);
    const at = new Date().toISOString();
    const add = async (webhook: string, catalogIds: readonly string[]) => {
      await store.insert({
        id: webhook,
        url: 'https://a.example/',
        catalogId: null,
        secret: 'whsec_AAAA',
        createdAt: at,
      });
      const rows = catalogIds.map((catalog) => ({
        ...{ webhook_id: webhook, catalog_id: catalog, message_id: `${webhook} ${catalog}`, body: '{}' },
        ...{ attempts: 0, pending_since: at, next_attempt_at: at, failed_at: null, last_error: null },
      }));
      await engine.writer.insertInto('webhook_delivery').values(rows).execute();
    };
    const catalogs = Array.from({ length: 150 }, (_, at) => `c${at}`);
    await add('busy', catalogs);
    await add('quiet', ['c7', 'c8', 'c7']);
    const due = await store.listDue(at);
    expect(due.slice(0, 5).map(({ messageId }) => messageId)).toEqual([
      'busy c0',
      'quiet c7',
      'busy c1',
      'quiet c8',
      'busy c2',
    ]);
    expect(due.map(({ catalogId, webhookId }) => webhookId === 'busy' && catalogId).filter(Boolean)).toEqual(
      catalogs.slice(0, 98),
    );
  });
});

describeEachEngine('a backlog', (open, name) => {
  const read: CompiledQuery[] = [];
  const opened = useOpened(() => open({ log: ({ query }) => void read.push(query) }));
  const at = new Date().toISOString();

  it('is not walked: the first of each address and catalog is looked for, and what is newer than what was seen', async () => {
    const { engine } = opened;
    const store = createWebhookStore(engine);
    const webhook = { url: 'https://a.example/', catalogId: null, secret: 'whsec_AAAA', createdAt: at };
    for (const id of ['a', 'b', 'c']) await store.insert({ ...webhook, id });
    const deliveries = Array.from({ length: 3000 }, (_, index) => ({
      ...{ webhook_id: index % 2 ? 'a' : 'c', catalog_id: `catalog-${index % 6}`, message_id: `${index}`, body: '{}' },
      ...{ attempts: 0, pending_since: at, next_attempt_at: '', failed_at: index % 3 ? null : at, last_error: null },
    }));
    for (let start = 0; start < deliveries.length; start += 500)
      await engine.writer
        .insertInto('webhook_delivery')
        .values(deliveries.slice(start, start + 500))
        .execute();

    expect(await store.findNewestPending(2990)).toBe('3000');
    expect(Number(await store.findNewestPending(3000))).toBeLessThanOrEqual(3000);
    expect((await store.listDue(at)).map(({ messageId }) => messageId)).toEqual(['1', '2', '4', '5'].sort());
    const listing = read.find(({ sql: text }) => text.includes('with recursive')) as CompiledQuery;
    const plan = (await explain(engine.writer, name, listing)).join('\n');
    // PostgreSQL's depends on what it knows of the table at that moment.
    if (name === 'sqlite') expect(plan).toContain('webhook_delivery_pending (webhook_id=? AND catalog_id>?)');
  });

  it('that was given up is sent again some thousands at a time, the earliest first, or one by its number', async () => {
    const { engine } = opened;
    const store = createWebhookStore(engine);
    await sql`insert into webhook_delivery (webhook_id, catalog_id, message_id, body, attempts, pending_since, next_attempt_at, failed_at)
      with recursive counted (number) as (select 1 union all select number + 1 from counted where number < 6000)
      select 'b', 'one', 'again', '{}', 1, ${at}, '', ${at} from counted`.execute(engine.writer);
    const failed = () => store.listFailed(10_000);
    const [latest] = await failed();
    expect(await store.replay(String(latest?.id), at)).toBe(1);
    expect(await store.replay(String(latest?.id), at)).toBe(0);
    // Larger than any of the column.
    expect(await store.replay('999999999999999', at)).toBe(0);
    read.length = 0;
    expect(await store.replay(null, at)).toBe(1000 + 5999);
    expect(read.filter(({ sql: text }) => text.startsWith('update'))).toHaveLength(2);
    expect(await failed()).toEqual([]);
  });
});
