/** How often plans are billed, where a platform keeps that in records of their own. */
import { DomainError } from '../../domain/errors.ts';
import { isObject } from '../../domain/input/is-object.ts';
import { pageLimits } from '../../domain/paging/page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import { pathTo } from '../dialect/paths.ts';
import { orNull, type Platform } from '../platform.ts';

type PricingOption = Readonly<Record<string, unknown>>;

/** Those of an offering; none where the platform has no such records. */
export async function listPricingOptions(
  { client, paths }: Platform,
  requestContext: RequestContext,
  offeringId: string,
): Promise<PricingOption[]> {
  const segments = ['subscriptions', 'offerings', offeringId, 'pricing-options'];
  const page = { limit: pageLimits.max, offset: 0 };
  const answer = await orNull(client.get(requestContext, pathTo(paths.base, segments, { page })));
  const data = isObject(answer?.body) ? answer.body.data : null;
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/**
 * The one that a subscription to a plan is billed by: the contract's input names none, so that there must be one that is in use. Null:
 * the platform bills plans by themselves.
 * @throws DomainError UNPROCESSABLE_ENTITY
 */
export async function findPricingOption(
  platform: Platform,
  requestContext: RequestContext,
  offeringId: string,
): Promise<string | null> {
  if (!platform.hasPricingOptions) return null;
  const active = (await listPricingOptions(platform, requestContext, offeringId)).filter(
    ({ meta }) => !isObject(meta) || meta.active_pricing_option !== false,
  );
  const [only, ...others] = active;
  if (only && others.length === 0) return String(only.id);
  const message = `The platform bills this offering by a pricing option, and it has ${active.length} that are in use: there must be one.`;
  throw new DomainError('UNPROCESSABLE_ENTITY', message);
}
