/** A subscription that a write has made, or may have: platforms list subscriptions by the client's own reference. */
import { fitsCall } from '../../contract/platform/in-batches.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { CheckedSubscription } from '../../domain/subscription/ports.ts';
import type { Subscription } from '../../domain/subscription/subscription.ts';
import { pathTo } from '../dialect/paths.ts';
import { readRecords } from '../dialect/record-form.ts';
import type { Platform } from '../platform.ts';
import { subscriptionForm } from './subscription-reads.ts';

export interface Sought {
  readonly input: CheckedSubscription;
  /** By the platform's clock. */
  readonly since: Date;
}

/**
 * Null: there is none, or which one it is can't be told, because the reference is not unique. Of plan and offering a subscription holds
 * copies, whose ids may be others.
 * @throws DomainError as every read does
 */
export async function findCreated(
  { client, paths }: Platform,
  requestContext: RequestContext,
  { input: { externalRef, accountId, currency }, since }: Sought,
): Promise<Subscription | null> {
  if (externalRef == null || externalRef === '') return null;
  const filter = [{ attribute: 'external_ref', operator: 'eq', values: [externalRef] }] as const;
  if (!fitsCall(filter)) return null;
  const page = { limit: 10, offset: 0 };
  const path = pathTo(paths.base, ['subscriptions', 'subscriptions'], { filter, page });
  const { items, total } = readRecords(subscriptionForm, await client.get(requestContext, path));
  // Also of a platform that takes no such filter.
  const fitting = items.filter((one) => one.externalRef === externalRef);
  const [only] = fitting;
  if (!only || fitting.length > 1 || total > items.length) return null;
  const isIt =
    only.accountId === accountId && only.currency === currency && Date.parse(only.createdAt) >= since.getTime();
  return isIt ? only : null;
}
