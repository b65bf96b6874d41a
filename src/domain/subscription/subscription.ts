import type { Int64 } from '../input/exact-json.ts';
import type { Price } from '../product/price.ts';

/** What a platform sells by subscription, as its store defines it (contract, "Offering resource"). */
export interface Offering {
  readonly id: string;
  readonly externalRef: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly externalProductRefs: readonly string[];
  readonly owner: Owner;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Members of its record that the contract does not know, as JSON text; absent or null: it has none. */
  readonly unknownMembers?: string | null;
}

export type BillingInterval = 'day' | 'week' | 'month' | 'year';

/** How an offering is billed. A plan belongs to one offering. */
export interface Plan {
  readonly id: string;
  readonly offeringId: string;
  readonly name: string;
  readonly description: string | null;
  readonly billingInterval: BillingInterval | null;
  readonly billingFrequency: Int64 | null;
  /** What each bill costs. */
  readonly prices: readonly Price[];
}

export type Owner = 'store' | 'organization';

/** An account's subscription (contract, "Subscription resource"). The payment authority is write-only: never read back. */
export interface Subscription {
  readonly id: string;
  readonly externalRef: string | null;
  readonly accountId: string;
  /** As it was when the subscription was created. */
  readonly offering: Offering;
  readonly planId: string;
  readonly currency: string;
  readonly owner: Owner;
  readonly status: 'active' | 'inactive';
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly canceledAt: string | null;
  readonly pausedAt: string | null;
  readonly resumedAt: string | null;
  readonly endDate: string | null;
  readonly state: SubscriptionState | null;
}

/** The last thing that was done to a subscription; a new one has none. */
export interface SubscriptionState {
  readonly id: string | null;
  readonly action: 'cancel' | 'pause' | 'resume';
  readonly createdAt: string;
  readonly isCanceled: boolean;
  readonly isPaused: boolean;
  readonly isClosed: boolean;
  readonly invoiceAfter: string;
}
