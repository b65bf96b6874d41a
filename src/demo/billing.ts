/** What can be subscribed to: offerings, each with its plans. */
import type { OfferingRecord } from '../contract/offering.ts';
import type { PlanRecord } from '../contract/plan.ts';
import { demoId } from './demo-id.ts';
import { timesOf } from './demo-times.ts';
import { toPrices } from './money.ts';

interface PlanSpec {
  readonly key: string;
  readonly name: string;
  readonly every: readonly [frequency: number, interval: 'week' | 'month' | 'year'];
  readonly eur: number;
  readonly trialDays?: number;
}

interface OfferingSpec {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly products: readonly string[];
  readonly owner: 'store' | 'organization';
  readonly plans: readonly PlanSpec[];
}

const specs: readonly OfferingSpec[] = [
  {
    key: 'sock-of-the-month',
    name: 'Sock of the Month',
    text: 'One pair a month. The washing machine takes its share; we keep up.',
    products: ['forever-socks'],
    owner: 'store',
    plans: [
      { key: 'monthly', name: 'Monthly', every: [1, 'month'], eur: 1995, trialDays: 14 },
      { key: 'quarterly', name: 'Quarterly', every: [3, 'month'], eur: 5495 },
      { key: 'yearly', name: 'Yearly', every: [1, 'year'], eur: 19_995 },
    ],
  },
  {
    key: 'maps-everywhere',
    name: 'Maps Everywhere',
    text: 'Every map and route, also where there is no signal.',
    products: ['map-tiles-alps', 'map-tiles-scotland', 'gpx-haute-route'],
    owner: 'organization',
    plans: [
      { key: 'weekly', name: 'One holiday', every: [1, 'week'], eur: 495 },
      { key: 'yearly', name: 'Every holiday', every: [1, 'year'], eur: 3995, trialDays: 30 },
    ],
  },
  {
    key: 'repair-club',
    name: 'Repair Club',
    text: 'We mend whatever we made, for as long as you are a member. Bring cake.',
    products: ['repair-kit', 'duct-tape'],
    owner: 'store',
    plans: [
      { key: 'yearly', name: 'Member', every: [1, 'year'], eur: 4995 },
      { key: 'two-years', name: 'Member who breaks things', every: [2, 'year'], eur: 8995 },
    ],
  },
];

export function toOfferings(): OfferingRecord[] {
  return specs.map(({ key, name, text, products, owner, plans }) => ({
    id: offeringId(key),
    type: 'subscription_offering',
    attributes: {
      external_ref: `erp-offering-${key}`,
      name,
      description: text,
      relationships: {
        plans: { data: plans.map((plan) => ({ id: planId(key, plan), type: 'subscription_plan' })) },
        products: { data: products.map((product) => ({ id: demoId(`product/${product}`), type: 'product' })) },
      },
      meta: { external_product_refs: [...products], owner, timestamps: timesOf(`offering/${key}`) },
    },
  }));
}

export function toPlans(): PlanRecord[] {
  return specs.flatMap(({ key, plans }) => plans.map((plan) => toPlan(key, plan)));
}

function toPlan(offering: string, plan: PlanSpec): PlanRecord {
  const [billing_frequency, billing_interval_type] = plan.every;
  return {
    id: planId(offering, plan),
    type: 'subscription_plan',
    attributes: {
      name: plan.name,
      offering_id: offeringId(offering),
      billing_interval_type,
      billing_frequency,
      ...(plan.trialDays && { trial_period: plan.trialDays, trial_period_interval_type: 'day' as const }),
      price: toPrices(plan.eur, ['EUR', 'USD', 'GBP']),
      ...timesOf(`plan/${offering}/${plan.key}`),
    },
  };
}

function offeringId(key: string): string {
  return demoId(`offering/${key}`);
}

function planId(offering: string, plan: PlanSpec): string {
  return demoId(`plan/${offering}/${plan.key}`);
}
