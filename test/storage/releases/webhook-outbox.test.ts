/** Whom a publication tells, where that changes while it runs, and what. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Stores } from '../../../src/domain/ports.ts';
import { publish } from '../../../src/importer/publish.ts';
import { inTransaction } from '../../../src/storage/in-transaction.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { tellingWebhooks } from '../../../src/storage/releases/webhook-outbox.ts';
import { describeEachEngine, type TestEngine } from '../../support/engines.ts';
import { productRecord, smallCatalog } from '../../support/small-catalog.ts';

describeEachEngine('a publication', (open) => {
  let opened: TestEngine;
  let stores: Stores;
  beforeEach(async () => {
    opened = await open();
    stores = createStores(opened.engine);
    for (const name of ['first', 'second']) {
      const product = productRecord({ id: name, attributes: { name } });
      await publish(smallCatalog('one', [product]), { releases: stores.releases, now: new Date() });
    }
    await add('known');
  });
  afterEach(() => opened.drop());

  const add = (id: string) =>
    stores.webhooks.insert({
      ...{ id, url: `https://${id}.example/`, catalogId: null, secret: 'whsec_AAAA' },
      createdAt: new Date().toISOString(),
    });

  /** Makes the first release current, and begins something else when it is known who will be told: whether it had to wait. */
  async function publishAnd<Result>(begin: () => Promise<Result>) {
    const { engine } = opened;
    let hasWaited = true;
    return inTransaction(engine, async (transaction) => {
      await engine.publishingLock.execute(transaction);
      return tellingWebhooks(engine, transaction, async () => {
        const begun = begin();
        const end = () => {
          hasWaited = false;
        };
        begun.then(end, end);
        await sleep(200);
        await transaction.updateTable('catalog').set({ current_release_id: 1 }).execute();
        return { begun, hasWaited };
      });
    });
  }

  const due = async () => (await stores.webhooks.listDue(new Date().toISOString())).map(({ webhookId }) => webhookId);

  async function toldOfRules() {
    const rows = await opened.engine.writer.selectFrom('webhook_delivery').select('body').orderBy('id').execute();
    const messages = rows.map(({ body }) => JSON.parse(body));
    return messages
      .filter(({ type }) => type === 'catalog.rules_changed')
      .map(({ data: { catalog, rules, removedRules } }) => ({ catalog: catalog.id, rules, removedRules }));
  }

  it('is told at once, though its clock is ahead of who sends', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const product = productRecord({ id: 'third', attributes: { name: 'third' } });
    await publish(smallCatalog('one', [product]), { releases: stores.releases, now: new Date() });
    vi.useRealTimers();
    expect(await due()).toEqual(['known']);
  });

  it('is done, though an address is removed meanwhile, which is told nothing more', async () => {
    const { begun } = await publishAnd(() => stores.webhooks.remove('known'));
    expect(await begun).toBe(true);
    expect(await due()).toEqual([]);
    expect((await stores.catalogs.getDirectory()).catalogs[0]?.currentRelease?.id).toBe('1');
  });

  it('is over before an address is added, which is told of all that comes then', async () => {
    const { begun, hasWaited } = await publishAnd(() => add('new'));
    expect(hasWaited).toBe(true);
    await begun;
    expect(await due()).toEqual(['known']);
    await stores.releases.makeCurrent('2');
    expect(await stores.webhooks.remove('known')).toBe(true);
    expect(await due()).toEqual(['new']);
  });

  it('tells a catalog of a rule that leads to another one by now, and of one that is gone', async () => {
    const source = smallCatalog('two', [productRecord({ id: 'shirt' })]);
    const [rule] = source.rules;
    const moved = rule && { ...rule, id: 'one-rule', attributes: { ...rule.attributes, name: 'moved' } };
    await publish({ ...source, rules: moved ? [moved] : [] }, { releases: stores.releases, now: new Date() });
    expect(await toldOfRules()).toEqual([
      { catalog: 'one', rules: [], removedRules: [{ id: 'one-rule', name: 'one' }] },
      { catalog: 'two', rules: [{ id: 'one-rule', name: 'moved', schedules: [] }], removedRules: [] },
    ]);
    await inTransaction(opened.engine, (transaction) =>
      tellingWebhooks(opened.engine, transaction, () => transaction.deleteFrom('catalog_rule').execute()),
    );
    const gone = { catalog: 'two', rules: [], removedRules: [{ id: 'one-rule', name: 'moved' }] };
    expect((await toldOfRules()).at(-1)).toEqual(gone);
  });

  it("counts from a message's time by the database's clock", async () => {
    const before = await stores.webhooks.readClock();
    vi.useFakeTimers({ toFake: ['Date'], now: before.getTime() - 25 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    await publish(smallCatalog('one', [productRecord({ id: 'shirt' })]), {
      releases: stores.releases,
      now: new Date(),
    });
    const [told] = await stores.webhooks.listDue(new Date().toISOString());
    expect(Date.parse(told?.pendingSince ?? '')).toBeGreaterThanOrEqual(before.getTime());
  });

  it('tells of a catalog of which nothing is shown any more, once', async () => {
    const { engine } = opened;
    for (let times = 0; times < 2; times += 1) {
      await inTransaction(engine, (transaction) =>
        tellingWebhooks(engine, transaction, () =>
          transaction.updateTable('catalog').set({ current_release_id: null }).execute(),
        ),
      );
    }
    const bodies = await engine.writer.selectFrom('webhook_delivery').select('body').execute();
    expect(bodies.map(({ body }) => JSON.parse(body))).toEqual([
      { type: 'catalog.withdrawn', timestamp: expect.any(String), data: { catalog: { id: 'one', name: 'one' } } },
    ]);
  });

  // Each was compared with all others: these took longer than that.
  it('of a catalog with thousands of rules tells of the one that changed', { timeout: 90_000 }, async () => {
    const { engine } = opened;
    await inTransaction(engine, async (transaction) => {
      const rule = await transaction.selectFrom('catalog_rule').selectAll().executeTakeFirstOrThrow();
      for (let batch = 0; batch < 4; batch += 1) {
        const rows = Array.from({ length: 2000 }, (_, index) => ({ ...rule, id: `rule-${batch}-${index}` }));
        await transaction.insertInto('catalog_rule').values(rows).execute();
      }
    });
    await inTransaction(engine, (transaction) =>
      tellingWebhooks(engine, transaction, () =>
        transaction.updateTable('catalog_rule').set({ name: 'renamed' }).where('id', '=', 'rule-3-1999').execute(),
      ),
    );
    const rules = [{ id: 'rule-3-1999', name: 'renamed', schedules: [] }];
    expect(await toldOfRules()).toEqual([{ catalog: 'one', rules, removedRules: [] }]);
  });
});
