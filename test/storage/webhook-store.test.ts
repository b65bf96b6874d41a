import { expect, it, onTestFinished } from 'vitest';
import { createWebhookStore } from '../../src/storage/webhook-store.ts';
import { describeEachEngine } from '../support/engines.ts';

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

describeEachEngine('a delivery that was given up', (open) => {
  it('is sent again by its number; a number that is larger than any names none', async () => {
    const { engine, drop } = await open();
    onTestFinished(drop);
    const store = createWebhookStore(engine);
    const at = new Date().toISOString();
    await store.insert({ id: 'w', url: 'https://a.example/', catalogId: null, secret: 'whsec_AAAA', createdAt: at });
    const times = { pending_since: at, next_attempt_at: at, failed_at: at };
    await engine.writer
      .insertInto('webhook_delivery')
      .values({
        webhook_id: 'w',
        catalog_id: 'c',
        message_id: 'm',
        body: '{}',
        attempts: 9,
        last_error: 'no',
        ...times,
      })
      .execute();
    const [failed] = await store.listFailed(1);
    expect(await store.replay('999999999999999', at)).toBe(0);
    expect(await store.replay(failed?.id ?? '', at)).toBe(1);
    expect(await store.listFailed(1)).toEqual([]);
  });
});
