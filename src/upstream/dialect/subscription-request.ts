/** What a platform is sent to create a subscription, in each dialect. */
import { present } from '../../contract/building-blocks.ts';
import { DomainError } from '../../domain/errors.ts';
import type { CheckedSubscription, PaymentAuthority } from '../../domain/subscription/ports.ts';
import type { Dialect } from '../client/upstream-config.ts';

type PaymentType = PaymentAuthority['type'];

/** What newer platforms want beside the contract's members. */
export interface SubscriptionExtras {
  /** Of the offering, where plans are billed by records of their own. */
  readonly pricingOptionId: string | null;
  /** Whether whoever pays does so by hand; null: the platform decides. */
  readonly manualPayments: boolean | null;
}

export type SubscriptionRequest = (subscription: CheckedSubscription, extras: SubscriptionExtras) => object;

export const subscriptionRequests: Readonly<Record<Dialect, SubscriptionRequest>> = {
  contract: (subscription) => toMembers(subscription, (type) => type),

  elasticpath(subscription, { pricingOptionId, manualPayments }) {
    if (!subscription.paymentAuthority && manualPayments === null) throw unpaid();
    return {
      ...toMembers(subscription, vendorTypeOf),
      ...present({ pricing_option_id: pricingOptionId, manual_payments: manualPayments }),
    };
  },
};

function toMembers({ paymentAuthority, ...from }: CheckedSubscription, typeOf: (type: PaymentType) => string) {
  return {
    ...present({ external_ref: from.externalRef ?? null }),
    account_id: from.accountId,
    offering_id: from.offeringId,
    plan_id: from.planId,
    currency: from.currency,
    ...(paymentAuthority && {
      payment_authority: {
        type: typeOf(paymentAuthority.type),
        customer_id: paymentAuthority.customerId,
        card_id: paymentAuthority.cardId,
      },
    }),
    name: from.name,
    email: from.email,
  };
}

function unpaid(): DomainError {
  const message =
    "The platform needs to know how the subscription is paid: send 'paymentAuthority', or have its operator set UPSTREAM_MANUAL_PAYMENTS.";
  return new DomainError('UNPROCESSABLE_ENTITY', message);
}

/** @throws DomainError UNSUPPORTED for the gateway that knows cards by other members than the contract's */
function vendorTypeOf(type: PaymentType): string {
  if (type === 'vendor_payments_processor') return 'elastic_path_payments_stripe';
  const message =
    "The platform's 'authorize_net' takes a payment profile and a customer profile, which a customer and a card can't express: use 'vendor_payments_processor'.";
  throw new DomainError('UNSUPPORTED', message);
}
