import { notFound, refusal, unknownReference } from '../errors.ts';
import { onlyUuids, uuid } from '../input/identifiers.ts';
import { checkInput, validMember } from '../input/parse-input.ts';
import { inFieldOrder, type Violation } from '../input/violations.ts';
import { pageList, pageLists } from '../paging/list-page.ts';
import type { Stores } from '../ports.ts';
import { createSubscriptionInput } from './create-subscription.ts';
import type { CreateSubscriptionInput, SubscriptionReads, SubscriptionService } from './ports.ts';
import type { Subscription } from './subscription.ts';

const fieldNames = Object.keys(createSubscriptionInput.out.shape);

export interface SubscriptionServiceOptions {
  readonly stores: Pick<Stores, 'subscriptions'>;
  readonly newId: () => string;
}

export function createSubscriptionService({ stores, newId }: SubscriptionServiceOptions): SubscriptionService {
  const { subscriptions } = stores;

  return {
    async create(requestContext, input) {
      const { value, offering } = await checkSubscription(subscriptions, input);
      if (input.validateOnly) return null;
      const { name, email, paymentAuthority, offeringId: _, planId, ...rest } = value;
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
      return subscriptions.insert({ ...subscription, name, email, paymentAuthority });
    },

    ...createSubscriptionReads(subscriptions),
  };
}

/** The input as it is understood, and its offering. @throws DomainError with all of its faults, of form and of references */
export async function checkSubscription(subscriptions: SubscriptionReads, input: CreateSubscriptionInput) {
  const checked = checkInput(createSubscriptionInput, input);
  const { offering, violations } = await findReferences(subscriptions, input);
  const faults = [...checked.violations, ...violations];
  if (!checked.value || !offering || faults.length > 0) throw refusal(inFieldOrder(faults, fieldNames));
  return { value: checked.value, offering };
}

export function createSubscriptionReads(subscriptions: SubscriptionReads): Omit<SubscriptionService, 'create'> {
  return {
    getMany: (_scope, ids) => subscriptions.getMany(onlyUuids(ids)),
    getManyOfferings: (_scope, ids) => subscriptions.getManyOfferings(onlyUuids(ids)),
    getManyPlans: (_scope, ids, offeringIds) => subscriptions.getManyPlans(onlyUuids(ids), offeringIds),

    pageOfferings: (requestContext, request) =>
      pageList(requestContext, 'offerings', request, (query) => subscriptions.pageOfferings(requestContext, query)),

    listOfferings: (requestContext, page) => subscriptions.listOfferings(requestContext, page),

    async listPlans(requestContext, offeringId, page) {
      if (!(await subscriptions.findOffering(offeringId))) throw notFound('offering', offeringId);
      return subscriptions.listPlans(requestContext, offeringId, page);
    },

    pagePlans(requestContext, queries) {
      const ofOfferings = queries.map(({ offeringId, ...query }) => ({ ...query, parentId: offeringId }));
      return pageLists(requestContext, 'plans', ofOfferings, (valid) => subscriptions.pagePlans(requestContext, valid));
    },
  };
}

/** What its ids name, as far as they are ids. */
async function findReferences(subscriptions: SubscriptionReads, input: CreateSubscriptionInput) {
  const [offeringId, planId] = [validMember(uuid, input.offeringId), validMember(uuid, input.planId)];
  const [offering, plan] = await Promise.all([
    offeringId === null ? null : subscriptions.findOffering(offeringId),
    planId === null ? null : subscriptions.findPlan(planId, offeringId ?? undefined),
  ]);
  const violations: Violation[] = [];
  if (offeringId !== null && !offering) {
    violations.push(unknownReference(['offeringId'], `No offering found with the id '${offeringId}'.`));
  }
  // Of an offering that is not known, nobody can say which plans it has.
  if (planId !== null && offering && plan?.offeringId !== offeringId) {
    const sentence = `No plan found with the id '${planId}' in the offering '${offeringId}'.`;
    violations.push(unknownReference(['planId'], sentence));
  }
  return { offering, violations };
}
