import { parseExactJson, toInt64 } from '../domain/input/exact-json.ts';
import type { NewSubscription } from '../domain/subscription/ports.ts';
import type { Offering, Plan, Subscription } from '../domain/subscription/subscription.ts';
import type { OfferingTable, PlanTable, SubscriptionTable } from './schema.ts';

export function fromSubscription(subscription: NewSubscription): SubscriptionTable {
  const { offering, paymentAuthority, state } = subscription;
  return {
    id: subscription.id,
    external_ref: subscription.externalRef,
    account_id: subscription.accountId,
    offering_id: offering.id,
    offering: JSON.stringify(offering),
    plan_id: subscription.planId,
    currency: subscription.currency,
    name: subscription.name,
    email: subscription.email,
    payment_authority_type: paymentAuthority?.type ?? null,
    payment_customer_id: paymentAuthority?.customerId ?? null,
    payment_card_id: paymentAuthority?.cardId ?? null,
    owner: subscription.owner,
    status: subscription.status,
    created_at: subscription.createdAt,
    updated_at: subscription.updatedAt,
    canceled_at: subscription.canceledAt,
    paused_at: subscription.pausedAt,
    resumed_at: subscription.resumedAt,
    end_date: subscription.endDate,
    state: state && JSON.stringify(state),
  };
}

/** Leaves out what is never read back: the name, the address and the payment authority. */
export function toSubscription(row: SubscriptionTable): Subscription {
  return {
    id: row.id,
    externalRef: row.external_ref,
    accountId: row.account_id,
    offering: JSON.parse(row.offering),
    planId: row.plan_id,
    currency: row.currency,
    owner: row.owner,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    canceledAt: row.canceled_at,
    pausedAt: row.paused_at,
    resumedAt: row.resumed_at,
    endDate: row.end_date,
    state: row.state === null ? null : JSON.parse(row.state),
  };
}

export function toOffering(row: OfferingTable): Offering {
  return {
    id: row.id,
    externalRef: row.external_ref,
    name: row.name,
    description: row.description,
    externalProductRefs: JSON.parse(row.external_product_refs),
    owner: row.owner,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.unknown_members !== null && { unknownMembers: row.unknown_members }),
  };
}

export function toPlan(row: PlanTable): Plan {
  const prices = parseExactJson(row.prices) as { currency: string; amount: number | bigint; includesTax: boolean }[];
  return {
    id: row.id,
    offeringId: row.offering_id,
    name: row.name,
    description: row.description,
    billingInterval: row.billing_interval_type,
    billingFrequency: row.billing_frequency === null ? null : toInt64(row.billing_frequency),
    prices: prices.map((price) => ({ ...price, amount: BigInt(price.amount) })),
  };
}
