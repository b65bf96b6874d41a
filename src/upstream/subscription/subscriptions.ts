import { hasCode, refusal } from '../../domain/errors.ts';
import { checkInput } from '../../domain/input/parse-input.ts';
import { createSubscriptionInput } from '../../domain/subscription/create-subscription.ts';
import type { SubscriptionService } from '../../domain/subscription/ports.ts';
import { checkSubscription, createSubscriptionReads } from '../../domain/subscription/subscription-service.ts';
import { pathTo } from '../dialect/paths.ts';
import { readRecord } from '../dialect/record-form.ts';
import { eachAlone, explained, type Platform, perRequest } from '../platform.ts';
import { findCreated } from './find-created.ts';
import { findPricingOption } from './pricing-options.ts';
import { subscriptionForm, subscriptionReads } from './subscription-reads.ts';

export function createUpstreamSubscriptions(platform: Platform): SubscriptionService {
  const { client, paths, toSubscriptionRequest, manualPayments } = platform;
  return perRequest<SubscriptionService>((requestContext) => {
    const reads = subscriptionReads(platform, requestContext);
    const service = createSubscriptionReads(reads);
    return {
      ...service,
      pagePlans: eachAlone(service.pagePlans),

      async create(_scope, { validateOnly, ...input }) {
        const { value, violations } = checkInput(createSubscriptionInput, input);
        if (!value) throw refusal(violations);
        const check = () => checkSubscription(reads, input);
        if (validateOnly) await check();
        const finding = findPricingOption(platform, requestContext, value.offeringId);
        const pricingOptionId = await finding.catch(async (error: unknown) => {
          // An offering that has no option to be billed by may be none at all: that is told first.
          if (hasCode(error, 'UNPROCESSABLE_ENTITY')) await check();
          throw error;
        });
        const data = toSubscriptionRequest(value, { pricingOptionId, manualPayments });
        if (validateOnly) return null;
        const path = pathTo(paths.base, ['subscriptions', 'subscriptions']);
        const sending = client.send(requestContext, { method: 'POST', path, body: { data } });
        return readRecord(subscriptionForm, await explained(sending, check));
      },

      findCreated: (_scope, input, since) => findCreated(platform, requestContext, { input, since }),
    };
  });
}
