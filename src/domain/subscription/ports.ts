import type { z } from 'zod';
import type { DomainError } from '../errors.ts';
import type { ValidateOnly } from '../input/write-input.ts';
import type { ChildWindowQuery, ListPage, PageRequest, WindowQuery } from '../paging/list-page.ts';
import type { CountedPage, OffsetPage, Page } from '../paging/page.ts';
import type { RequestContext } from '../request-context.ts';
import type { createSubscriptionInput } from './create-subscription.ts';
import type { Offering, Plan, Subscription } from './subscription.ts';

export interface SubscriptionService {
  /** Faults of form come all at once; NOT_FOUND for an unknown offering or plan. */
  create(requestContext: RequestContext, input: CreateSubscriptionInput): Promise<Subscription | null>;
  /** Where subscriptions are a platform's: the one that it has made of this input since then; null: there is none to be found, or several. */
  readonly findCreated?: (
    requestContext: RequestContext,
    input: CheckedSubscription,
    since: Date,
  ) => Promise<Subscription | null>;
  getMany(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, Subscription>>;
  getManyOfferings(requestContext: RequestContext, ids: readonly string[]): Promise<Map<string, Offering>>;
  /** `offeringIds`: of each plan that of its offering, as far as the caller knows it. */
  getManyPlans(
    requestContext: RequestContext,
    ids: readonly string[],
    offeringIds?: ReadonlyMap<string, string>,
  ): Promise<Map<string, Plan>>;
  /** In the order of their creation. @throws DomainError VALIDATION_FAILED (cursor, page size) */
  pageOfferings(requestContext: RequestContext, request: PageRequest): Promise<ListPage<Offering>>;
  /** The same by number. */
  listOfferings(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<Offering>>;
  /** The plans of one offering, by id. @throws DomainError NOT_FOUND (the offering) */
  listPlans(requestContext: RequestContext, offeringId: string, page: OffsetPage): Promise<CountedPage<Plan>>;
  /** The plans of each offering, by id: the answers stand in the order of the queries, a fault in its query's place. */
  pagePlans(requestContext: RequestContext, queries: readonly PlansQuery[]): Promise<(ListPage<Plan> | DomainError)[]>;
}

export interface PlansQuery extends PageRequest {
  readonly offeringId: string;
}

/** As a face received it: checked by the service, not before. Absent and null mean the same. */
export interface CreateSubscriptionInput extends ValidateOnly {
  readonly externalRef?: unknown;
  readonly accountId?: unknown;
  readonly offeringId?: unknown;
  readonly planId?: unknown;
  readonly currency?: unknown;
  readonly paymentAuthority?: unknown;
  readonly name?: unknown;
  readonly email?: unknown;
}

/** The input as it was understood. */
export type CheckedSubscription = z.output<typeof createSubscriptionInput>;

export interface SubscriptionStore {
  findOffering(id: string): Promise<Offering | null>;
  findPlan(id: string, offeringId?: string): Promise<Plan | null>;
  insert(subscription: NewSubscription): Promise<Subscription>;
  getMany(ids: readonly string[]): Promise<Map<string, Subscription>>;
  getManyOfferings(ids: readonly string[]): Promise<Map<string, Offering>>;
  getManyPlans(ids: readonly string[], offeringIds?: ReadonlyMap<string, string>): Promise<Map<string, Plan>>;
  pageOfferings(requestContext: RequestContext, query: WindowQuery): Promise<Page<Offering>>;
  pagePlans(requestContext: RequestContext, queries: readonly ChildWindowQuery[]): Promise<Page<Plan>[]>;
  /** In the order of their creation. */
  listOfferings(requestContext: RequestContext, page: OffsetPage): Promise<CountedPage<Offering>>;
  /** By id. */
  listPlans(requestContext: RequestContext, offeringId: string, page: OffsetPage): Promise<CountedPage<Plan>>;
}

/** What reading takes, and finding out what is wrong with an input. */
export type SubscriptionReads = Omit<SubscriptionStore, 'insert'>;

export interface NewSubscription extends Subscription {
  readonly name: string;
  readonly email: string;
  readonly paymentAuthority: PaymentAuthority | null;
}

export interface PaymentAuthority {
  readonly type: 'vendor_payments_processor' | 'vendor_net';
  readonly customerId: string;
  readonly cardId: string;
}
