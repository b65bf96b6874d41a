/** What a new subscription is refused for before anything is sent: the same with `validateOnly`. */
import { beforeAll, expect, it } from 'vitest';
import { toSubscriptionResource } from '../../../src/contract/subscription.ts';
import { platformPaths } from '../../../src/upstream/dialect/paths.ts';
import { subscriptionRequests } from '../../../src/upstream/dialect/subscription-request.ts';
import { createUpstreamSubscriptions } from '../../../src/upstream/subscription/subscriptions.ts';
import { subscription } from '../../support/billing-records.ts';
import { json } from '../../support/faulty-platform.ts';
import { type FaultyUpstream, openFaultyUpstream } from '../../support/faulty-upstream.ts';
import { callerWith } from '../../support/upstream-context.ts';
import { useOpened } from '../../support/use-opened.ts';

const opened = useOpened(() => openFaultyUpstream({ dialect: 'elasticpath', hasPricingOptions: true }));
let platform: FaultyUpstream['platform'];
let upstream: FaultyUpstream['upstream'];
beforeAll(async () => {
  ({ platform, upstream } = opened);
});

const { accountId, planId, currency, offering } = subscription({});
const offeringRecord = toSubscriptionResource(subscription({})).attributes.offering;
const planRecord = {
  ...{ id: planId, type: 'subscription_plan' },
  attributes: {
    name: 'Plan',
    offering_id: offering.id,
    billing_interval_type: 'month',
    billing_frequency: 1,
    price: {},
  },
};
const input = { accountId, planId, currency, offeringId: offering.id, name: 'Ada', email: 'a@b.ch' };
const card = (type: string) => ({ paymentAuthority: { type, customerId: 'c', cardId: 'd' } });
const paid = card('vendor_payments_processor');
const unknownId = '00000000-0000-4000-8000-000000000000';

/** `options`: how many ways an offering is billed by. */
function create(options: number, given: object) {
  platform.behave((request, response) => {
    const { path } = request;
    const found = () => {
      if (!path.includes(offering.id)) return json({ errors: [] }, 404);
      if (path.includes('/pricing-options')) {
        return json({ data: Array.from({ length: options }, (_, index) => ({ id: `option-${index}` })) });
      }
      return json({ data: path.includes('/plans') ? [planRecord] : offeringRecord });
    };
    return found()(request, response);
  });
  const service = createUpstreamSubscriptions({
    ...{ client: upstream.client, paths: platformPaths('elasticpath') },
    ...{ toSubscriptionRequest: subscriptionRequests.elasticpath, hasPricingOptions: true, manualPayments: null },
  });
  return service.create(callerWith({ token: 'token-of-the-client' }), { ...input, ...given } as Parameters<
    typeof service.create
  >[1]);
}

it.each([
  ['two options to be billed by', 2, paid, 'UNPROCESSABLE_ENTITY'],
  ['no option to be billed by', 0, paid, 'UNPROCESSABLE_ENTITY'],
  ['nothing that says how it is paid', 1, {}, 'UNPROCESSABLE_ENTITY'],
  ["a card that the platform can't take", 1, card('vendor_net'), 'UNSUPPORTED'],
  ['an unknown offering', 0, { ...paid, offeringId: unknownId }, 'NOT_FOUND'],
  ['an unknown plan', 1, { ...paid, planId: unknownId }, 'NOT_FOUND'],
])('%s', async (title, options, given, code) => {
  await expect(create(options, { ...given, validateOnly: true })).rejects.toMatchObject({ code });
  // What only the platform knows of the plan is said when it is sent.
  if (title !== 'an unknown plan') await expect(create(options, given)).rejects.toMatchObject({ code });
  expect(platform.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('what is right is only looked at', async () => {
  expect(await create(1, { ...paid, validateOnly: true })).toBeNull();
  expect(platform.calls.filter(({ method }) => method === 'POST')).toEqual([]);
});
