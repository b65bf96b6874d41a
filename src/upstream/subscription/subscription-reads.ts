import { offering, toOffering } from '../../contract/offering.ts';
import { shownPlan, toPlan } from '../../contract/plan.ts';
import { noSurroundings } from '../../contract/platform/surroundings.ts';
import { resources } from '../../contract/resources.ts';
import { subscription, toSubscription } from '../../contract/subscription.ts';
import type { OffsetPage } from '../../domain/paging/page.ts';
import type { RequestContext } from '../../domain/request-context.ts';
import type { SubscriptionReads } from '../../domain/subscription/ports.ts';
import type { Plan } from '../../domain/subscription/subscription.ts';
import { pathTo } from '../dialect/paths.ts';
import { readRecord, readRecords, recordForm } from '../dialect/record-form.ts';
import { readAll } from '../paging/read-all.ts';
import { readPage, readWindow } from '../paging/read-window.ts';
import { getEach, type Platform, unsupported } from '../platform.ts';
import { listPricingOptions } from './pricing-options.ts';

export const subscriptionForm = recordForm(subscription, (record) => toSubscription(subscription.parse(record)));
const offeringForm = recordForm(offering, (record) => toOffering(resources.subscription_offering.accept(record)));
const planForm = recordForm(shownPlan, (record) => toPlan(shownPlan.parse(record)));

/** Of one offering: more are not looked through for one that is named. */
const maxPlans = 1000;

export function subscriptionReads(platform: Platform, requestContext: RequestContext): SubscriptionReads {
  const { client, paths } = platform;
  const get = (segments: string[], page?: OffsetPage) =>
    client.get(requestContext, pathTo(paths.base, ['subscriptions', ...segments], page && { page }));
  const getOffering = async (id: string) => readRecord(offeringForm, await get(['offerings', id]));
  const listOfferings = async (page: OffsetPage) => readRecords(offeringForm, await get(['offerings'], page));
  const plansOf = (offeringId: string) => async (page: OffsetPage) => {
    const segments = ['offerings', offeringId, 'plans'];
    const [answer, pricingOptions] = await Promise.all([
      get(segments, page),
      platform.hasPricingOptions ? listPricingOptions(platform, requestContext, offeringId) : [],
    ]);
    const pagePath = pathTo(paths.base, ['subscriptions', ...segments]);
    return readRecords(planForm, answer, { ...noSurroundings, pagePath, pricingOptions });
  };

  async function getManyPlans(ids: readonly string[], offeringIds: ReadonlyMap<string, string> = new Map()) {
    if (ids.some((id) => !offeringIds.has(id))) throw planAlone();
    const wanted = new Set(ids);
    const offerings = new Set(ids.map((id) => offeringIds.get(id) ?? ''));
    const found = await getEach([...offerings], async (id) => (await readAll(maxPlans, plansOf(id))) ?? []);
    const plans = [...found.values()].flat().filter(({ id }) => wanted.has(id));
    return new Map(plans.map((plan): [string, Plan] => [plan.id, plan]));
  }

  const reads: SubscriptionReads = {
    findOffering: async (id) => (await reads.getManyOfferings([id])).get(id) ?? null,
    findPlan: async (id, offeringId) => {
      if (offeringId === undefined) return null;
      return (await getManyPlans([id], new Map([[id, offeringId]]))).get(id) ?? null;
    },
    getMany: (ids) => getEach(ids, async (id) => readRecord(subscriptionForm, await get(['subscriptions', id]))),
    getManyOfferings: (ids) => getEach(ids, getOffering),
    getManyPlans,
    pageOfferings: (_scope, { window }) => readWindow(window, listOfferings),
    pagePlans: (_scope, queries) =>
      Promise.all(queries.map(({ parentId, window }) => readWindow(window, plansOf(parentId)))),
    listOfferings: (_scope, page) => readPage(page, listOfferings),
    listPlans: (_scope, offeringId, page) => readPage(page, plansOf(offeringId)),
  };
  return reads;
}

function planAlone() {
  return unsupported('The platform finds a plan only by its offering: read the plans of that.');
}
