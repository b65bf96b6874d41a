/** What a write has made, by the reference that its client gave it. */
import { beforeAll, expect, it } from 'vitest';
import { toSubscriptionResource } from '../../../src/contract/subscription.ts';
import type { Subscription } from '../../../src/domain/subscription/subscription.ts';
import { platformPaths } from '../../../src/upstream/dialect/paths.ts';
import { subscriptionRequests } from '../../../src/upstream/dialect/subscription-request.ts';
import { findCreated } from '../../../src/upstream/subscription/find-created.ts';
import { subscription } from '../../support/billing-records.ts';
import { json } from '../../support/faulty-platform.ts';
import { type FaultyUpstream, openFaultyUpstream } from '../../support/faulty-upstream.ts';
import { callerWith } from '../../support/upstream-context.ts';
import { useOpened } from '../../support/use-opened.ts';

const opened = useOpened(() => openFaultyUpstream({ dialect: 'contract', hasPricingOptions: false }));
let platform: FaultyUpstream['platform'];
let upstream: FaultyUpstream['upstream'];
beforeAll(async () => {
  ({ platform, upstream } = opened);
});

const since = new Date('2026-03-01T00:00:00.000Z');
const made = subscription({ externalRef: 'order 7, "late"', createdAt: '2026-03-01T00:00:00.000Z' });
const { externalRef, accountId, planId, currency } = made;
const input = { externalRef, accountId, planId, currency, offeringId: made.offering.id, name: 'Ada', email: 'a@b.ch' };

function find(shown: readonly Subscription[], { total = shown.length, sought = input as typeof input | object } = {}) {
  platform.behave(json({ data: shown.map(toSubscriptionResource), meta: { results: { total } } }));
  return findCreated(
    {
      ...{ client: upstream.client, paths: platformPaths('contract') },
      ...{ toSubscriptionRequest: subscriptionRequests.contract, hasPricingOptions: false, manualPayments: null },
    },
    callerWith({ token: 'token-of-the-client' }),
    { input: { ...input, ...sought } as Parameters<typeof findCreated>[2]['input'], since },
  );
}

it('is the one with its reference, account and currency, in one call', async () => {
  const before = platform.calls.length;
  expect(await find([made])).toMatchObject({ id: made.id, externalRef: 'order 7, "late"' });
  const [call, ...others] = platform.calls.slice(before);
  expect(others).toEqual([]);
  expect(decodeURIComponent(call?.path ?? '')).toBe(
    '/v2/subscriptions/subscriptions?filter=eq(external_ref,"order 7, \\"late\\""):'.slice(0, -1) +
      '&page[limit]=10&page[offset]=0',
  );
  // Of a platform that takes no filter all are shown.
  expect(await find([subscription({ externalRef: 'another' }), made])).toMatchObject({ id: made.id });
});

it.each<[string, readonly Subscription[], { total?: number; sought?: object }?]>([
  ['there is none', []],
  ['there are two', [made, { ...made, id: subscription().id }]],
  ['not all are shown', [made], { total: 2 }],
  ['it is of another account', [subscription({ ...made, accountId: subscription().accountId })]],
  ['it is in another currency', [{ ...made, currency: 'USD' }]],
  ['it was made before the write', [{ ...made, createdAt: '2026-02-28T23:59:59.999Z' }]],
  ['only others are shown', [subscription({ externalRef: 'another' })]],
])('is nothing where %s', async (_, shown, options = {}) => {
  expect(await find(shown, options)).toBeNull();
});

it.each([null, undefined, '', 'é'.repeat(2048)])(
  'is nothing, without a call, for the reference %j',
  async (externalRef) => {
    const before = platform.calls.length;
    expect(await find([made], { sought: { externalRef } })).toBeNull();
    expect(platform.calls).toHaveLength(before);
  },
);
