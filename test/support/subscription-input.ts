import { demoIds } from '../../src/demo/demo-ids.ts';

/** What `createSubscription` takes, at the least. */
export const subscriptionInput = {
  accountId: demoIds.partnerAccount,
  offeringId: demoIds.offering,
  planId: demoIds.plan,
  currency: 'EUR',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
};
