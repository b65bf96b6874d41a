import { z } from 'zod';
import { subscription, toSubscriptionResource } from '../contract/subscription.ts';
import { getByUuid } from '../domain/get-by-uuid.ts';
import { formatExactJson } from '../domain/input/exact-json.ts';
import { isObject } from '../domain/input/is-object.ts';
import { createSubscriptionInput, paymentAuthorityInput } from '../domain/subscription/create-subscription.ts';
import { toInput, toRequestSchema } from './request-schema.ts';
import { type RestRoute, readRoute } from './route.ts';
import { toWriteAnswer } from './write-answer.ts';

const path = '/subscriptions/subscriptions';

/** What is no object goes on as it is, to be refused. */
function toPaymentAuthority(sent: unknown): unknown {
  return isObject(sent) ? toInput(sent, paymentAuthorityInput) : sent;
}

const shared = { ...readRoute, response: z.object({ data: subscription }), errors: [404] } as const;

export const subscriptionRoutes: readonly RestRoute[] = [
  {
    ...shared,
    operationId: 'createSubscription',
    summary: 'Creates a subscription for an account. What it is paid with is stored, and never shown.',
    // The contract has `filter` here: it is ignored, as any parameter that is not known.
    method: 'POST',
    path,
    status: 201,
    request: () => toRequestSchema(createSubscriptionInput),
    async answer({ requestContext, services, data }) {
      const paymentAuthority = toPaymentAuthority(data.payment_authority);
      const input = { ...toInput(data, createSubscriptionInput), paymentAuthority };
      const created = await services.subscriptions.create(requestContext, input);
      return toWriteAnswer(created, (subscription) => formatExactJson({ data: toSubscriptionResource(subscription) }));
    },
  },
  {
    ...shared,
    operationId: 'getSubscription',
    summary: 'A subscription, with its offering as it was when it was created.',
    path: `${path}/:id`,
    async answer({ requestContext, services, param }) {
      const find = async (id: string) => (await services.subscriptions.getMany(requestContext, [id])).get(id);
      const found = await getByUuid('subscription', param('id'), find);
      return formatExactJson({ data: toSubscriptionResource(found) });
    },
  },
];
