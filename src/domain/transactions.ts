import type { ApplicationKeyStore } from './application-key/ports.ts';
import type { CustomFieldStore } from './custom-field/ports.ts';
import { DomainError } from './errors.ts';
import type { IdempotencyKeyStore } from './idempotency/ports.ts';
import type { SubscriptionStore } from './subscription/ports.ts';
import type { WorkBudget } from './work-budget.ts';

/** The stores that requests write to. */
export interface WrittenStores {
  readonly subscriptions: SubscriptionStore;
  readonly applicationKeys: ApplicationKeyStore;
  readonly customFields: CustomFieldStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
}

export interface Transactions {
  /**
   * Gives the work stores of one transaction: all that it writes to them is there afterwards, or, where it throws, nothing. What the
   * store undoes because of others at the same time is done again, a few times and while the budget lasts: the work has no other effect.
   * @throws OutcomeUnknown
   */
  run<Result>(budget: WorkBudget, work: (stores: WrittenStores) => Promise<Result>): Promise<Result>;
}

/** The store went away while a write was under way: the commit may have come through. */
export class OutcomeUnknown extends DomainError {
  constructor(
    cause: unknown,
    advice = 'Look before you send it again; with an idempotency key it may be sent again at once.',
  ) {
    const message = `The store broke off, and whether the write was done is not known. ${advice}`;
    super('UNAVAILABLE', message, [], { cause });
  }
}
