import { DomainError } from '../errors.ts';
import { toOnce } from '../idempotency.ts';
import { onlyUuids } from '../input/identifiers.ts';
import { parseInput } from '../input/parse-input.ts';
import type { Stores } from '../ports.ts';
import { createSubscriptionInput } from './create-subscription.ts';
import type { SubscriptionService } from './ports.ts';
import type { Subscription } from './subscription.ts';

export interface SubscriptionServiceOptions {
  readonly stores: Pick<Stores, 'subscriptions'>;
  readonly newId: () => string;
}

export function createSubscriptionService({ stores, newId }: SubscriptionServiceOptions): SubscriptionService {
  const { subscriptions } = stores;
  return {
    async create(requestContext, { validateOnly, ...input }) {
      const parsed = parseInput(createSubscriptionInput, input);
      const { name, email, paymentAuthority, offeringId, planId, ...rest } = parsed;
      const once = toOnce(requestContext, 'createSubscription', parsed);
      const written = once && !validateOnly && (await subscriptions.findWritten(once));
      if (written) return written;
      const [offering, plan] = await Promise.all([
        subscriptions.findOffering(offeringId),
        subscriptions.findPlan(planId),
      ]);
      if (!offering) throw new DomainError('NOT_FOUND', `No offering found with the id '${offeringId}'.`);
      if (plan?.offeringId !== offeringId) {
        const message = `No plan found with the id '${planId}' in the offering '${offeringId}'.`;
        throw new DomainError('NOT_FOUND', message);
      }
      if (validateOnly) return null;
      const now = requestContext.now.toISOString();
      const subscription: Subscription = {
        ...rest,
        id: newId(),
        offering,
        planId,
        owner: 'store',
        status: 'active',
        createdAt: now,
        updatedAt: now,
        canceledAt: null,
        pausedAt: null,
        resumedAt: null,
        endDate: null,
        state: null,
      };
      // What is write-only goes to the store and no further.
      return subscriptions.insert({ ...subscription, name, email, paymentAuthority }, once);
    },

    getMany: (_scope, ids) => subscriptions.getMany(onlyUuids(ids)),
    getManyOfferings: (_scope, ids) => subscriptions.getManyOfferings(onlyUuids(ids)),
    getManyPlans: (_scope, ids) => subscriptions.getManyPlans(onlyUuids(ids)),
  };
}
