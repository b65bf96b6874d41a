import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSubscriptionStore } from '../../src/storage/subscription-store.ts';
import { offering, plan, publishRecords, subscription } from '../support/billing-records.ts';
import { describeEachEngine } from '../support/engines.ts';
import { storableText } from '../support/unicode.ts';
import { useMade, useOpened } from '../support/use-opened.ts';

describeEachEngine('the subscription store', (open) => {
  const opened = useOpened(open);
  const store = useMade(() => createSubscriptionStore(opened.engine));

  test('an offering and a plan are found as they were published, amounts exact', async () => {
    const sold = offering({ externalRef: 'ref', description: 'Socks.', externalProductRefs: [] });
    const billed = plan({ offeringId: sold.id });
    const bare = plan({ offeringId: sold.id, billingInterval: null, billingFrequency: null, prices: [] });
    await publishRecords(opened.engine, { offerings: [sold], plans: [billed, bare] });
    expect(await store.findOffering(sold.id)).toEqual(sold);
    expect(await store.findPlan(billed.id)).toEqual(billed);
    expect(await store.getManyPlans([bare.id, billed.id, randomUUID()])).toEqual(
      new Map([
        [bare.id, bare],
        [billed.id, billed],
      ]),
    );
    expect(await store.findOffering(billed.id)).toBeNull();
    expect(await store.findPlan(sold.id)).toBeNull();
  });

  test('what is never shown is written, and never read back', async () => {
    const paymentAuthority = { type: 'vendor_net', customerId: 'cus_1', cardId: 'card_1' } as const;
    const { name, email, paymentAuthority: _, ...shown } = subscription();
    await store.insert({ ...shown, name, email, paymentAuthority });
    const read = (await store.getMany([shown.id])).get(shown.id);
    expect(read).toStrictEqual(shown);
    const row = await opened.engine.reader
      .selectFrom('subscription')
      .select(['name', 'email', 'payment_authority_type', 'payment_customer_id', 'payment_card_id'])
      .where('id', '=', shown.id)
      .executeTakeFirst();
    expect(row).toEqual({
      name,
      email,
      payment_authority_type: 'vendor_net',
      payment_customer_id: 'cus_1',
      payment_card_id: 'card_1',
    });
  });

  test('many at once are all written, and one that the database refuses fails alone', async () => {
    const [twice, ...others] = Array.from({ length: 40 }, () => subscription());
    if (!twice) throw new Error('There is none.');
    await store.insert(twice);
    const outcomes = await Promise.allSettled([twice, ...others].map((one) => store.insert(one)));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', ...others.map(() => 'fulfilled')]);
    const ids = [twice, ...others].map(({ id }) => id);
    expect((await store.getMany(ids)).size).toBe(ids.length);
  });

  test('many that look up at once each find their own', async () => {
    const sold = Array.from({ length: 20 }, (_, at) => offering({ name: `Offering ${at}` }));
    await publishRecords(opened.engine, { offerings: sold });
    const wanted = [...sold.map(({ id }) => id), randomUUID(), ...sold.map(({ id }) => id)];
    const found = await Promise.all(wanted.map((id) => store.findOffering(id)));
    expect(found).toEqual([...sold, null, ...sold]);
  });

  test('an id that a database takes for no text fails nobody else', async () => {
    const sold = offering();
    await publishRecords(opened.engine, { offerings: [sold] });
    const [odd, found] = await Promise.allSettled([store.findOffering('no\0text'), store.findOffering(sold.id)]);
    expect(found).toEqual({ status: 'fulfilled', value: sold });
    expect(odd.status).toBe(opened.engine.description.startsWith('SQLite') ? 'fulfilled' : 'rejected');
  });

  test('the offering stays as it was at that moment, whatever is published later', async () => {
    const before = offering({ name: 'Before' });
    const created = subscription({ offering: before });
    await publishRecords(opened.engine, { offerings: [before] });
    await store.insert(created);
    await publishRecords(opened.engine, { offerings: [{ ...before, name: 'After' }] });
    expect((await store.findOffering(before.id))?.name).toBe('After');
    expect((await store.getMany([created.id])).get(created.id)?.offering).toEqual(before);
  });

  test('a subscription comes back with its history', async () => {
    const moment = '2026-02-03T04:05:06.007Z';
    const { name, email, paymentAuthority, ...shown } = subscription({
      status: 'inactive',
      canceledAt: moment,
      pausedAt: moment,
      resumedAt: moment,
      endDate: moment,
      state: {
        id: null,
        action: 'cancel',
        createdAt: moment,
        isCanceled: true,
        isPaused: false,
        isClosed: true,
        invoiceAfter: moment,
      },
    });
    await store.insert({ ...shown, name, email, paymentAuthority });
    expect((await store.getMany([shown.id])).get(shown.id)).toStrictEqual(shown);
  });

  test('asking for nothing, or for what is not there, gives an empty map', async () => {
    expect(await store.getMany([])).toEqual(new Map());
    expect(await store.getMany([randomUUID(), 'not a uuid', "'; drop table subscription; --"])).toEqual(new Map());
  });

  test('texts of any Unicode come back as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(storableText(), storableText(), fc.array(storableText()), async (one, two, refs) => {
        const { name, email, paymentAuthority, ...shown } = subscription({
          externalRef: one,
          currency: two,
          offering: offering({ name: two, description: one, externalProductRefs: refs }),
        });
        await store.insert({ ...shown, name: two, email: one, paymentAuthority });
        expect((await store.getMany([shown.id])).get(shown.id)).toStrictEqual(shown);
      }),
      { numRuns: 50 },
    );
  });
});
