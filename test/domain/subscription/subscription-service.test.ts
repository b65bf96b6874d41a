import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { SubscriptionService } from '../../../src/domain/subscription/ports.ts';
import { createSubscriptionService } from '../../../src/domain/subscription/subscription-service.ts';
import { createStores } from '../../../src/storage/open-stores.ts';
import { offering, plan, publishRecords } from '../../support/billing-records.ts';
import { describeEachEngine } from '../../support/engines.ts';
import { writingContext } from '../../support/request-contexts.ts';
import { useOpened } from '../../support/use-opened.ts';
import { errorOf, violationsOf } from '../../support/violations-of.ts';
import { written } from '../../support/written.ts';

const socks = offering({ name: 'Socks' });
const maps = offering({ name: 'Maps' });
const monthly = plan({ offeringId: socks.id });
const weekly = plan({ offeringId: maps.id });
const requestContext = writingContext(new Date('2026-02-03T04:05:06.007Z'));

describeEachEngine('the subscription service', (open) => {
  const opened = useOpened(open);
  let service: SubscriptionService;
  beforeAll(async () => {
    await publishRecords(opened.engine, { offerings: [socks, maps], plans: [monthly, weekly] });
    service = createSubscriptionService({ stores: createStores(opened.engine), newId: randomUUID });
  });

  const input = {
    accountId: randomUUID(),
    offeringId: socks.id,
    planId: monthly.id,
    currency: 'EUR',
    name: 'Canary Name',
    email: 'canary@example.com',
    paymentAuthority: { type: 'vendor_net', customerId: 'canary-customer', cardId: 'canary-card' },
  };

  test('a new subscription is active, of the store, made now, and embeds its offering', async () => {
    const created = await written(service.create(requestContext, input));
    expect(created).toStrictEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      externalRef: null,
      accountId: input.accountId,
      offering: socks,
      planId: monthly.id,
      currency: 'EUR',
      owner: 'store',
      status: 'active',
      createdAt: '2026-02-03T04:05:06.007Z',
      updatedAt: '2026-02-03T04:05:06.007Z',
      canceledAt: null,
      pausedAt: null,
      resumedAt: null,
      endDate: null,
      state: null,
    });
    expect(await service.getMany(requestContext, [created.id])).toEqual(new Map([[created.id, created]]));
  });

  test('what is write-only is in no answer', async () => {
    const created = await written(service.create(requestContext, input));
    expect(JSON.stringify([created, [...(await service.getMany(requestContext, [created.id])).values()]])).not.toMatch(
      /canary/i,
    );
  });

  test('ids may be given in upper case', async () => {
    const created = await written(
      service.create(requestContext, {
        ...input,
        offeringId: socks.id.toUpperCase(),
        planId: monthly.id.toUpperCase(),
        accountId: input.accountId.toUpperCase(),
      }),
    );
    expect(created).toMatchObject({ planId: monthly.id, accountId: input.accountId, offering: { id: socks.id } });
  });

  const unknown = randomUUID();
  test.each([
    [{ offeringId: unknown }, `No offering found with the id '${unknown}'.`],
    [{ offeringId: unknown, planId: unknown }, `No offering found with the id '${unknown}'.`],
    [{ planId: unknown }, `No plan found with the id '${unknown}' in the offering '${socks.id}'.`],
    [{ planId: weekly.id }, `No plan found with the id '${weekly.id}' in the offering '${socks.id}'.`],
    [{ planId: socks.id }, `No plan found with the id '${socks.id}' in the offering '${socks.id}'.`],
  ])('an offering that is not there, or a plan that is not of it, is NOT_FOUND (%#)', async (changes, message) => {
    const error = await errorOf(() => service.create(requestContext, { ...input, ...changes }));
    expect([error.code, error.message]).toEqual(['NOT_FOUND', message]);
  });

  test('faults of form come together with what is not there', async () => {
    expect(
      await violationsOf(() => service.create(requestContext, { ...input, offeringId: unknown, name: 'x' })),
    ).toEqual([
      `offeringId reference No offering found with the id '${unknown}'.`,
      "name minLength The field 'name' has 1 character, but 3 to 1024 are expected.",
    ]);
  });

  test('what is refused is not written', async () => {
    const count = () => opened.engine.reader.selectFrom('subscription').selectAll().execute();
    const before = await count();
    await errorOf(() => service.create(requestContext, { ...input, planId: unknown }));
    expect(await count()).toEqual(before);
  });

  test.each(['getMany', 'getManyOfferings', 'getManyPlans'] as const)(
    '%s leaves out what is unknown or can name nothing',
    async (method) => {
      expect(await service[method](requestContext, ['', 'a\0b', '\ud800', 'x'.repeat(10_000), unknown])).toEqual(
        new Map(),
      );
    },
  );
});
