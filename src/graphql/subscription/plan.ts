import { expectNoFault } from '../../domain/errors.ts';
import { explicitContextConstraints, explicitContextFault } from '../../domain/shopper-context.ts';
import type { BillingInterval, Plan } from '../../domain/subscription/subscription.ts';
import { forLanguage, PriceType } from '../product/price.ts';
import { builder } from '../schema/builder.ts';
import { connectionType } from '../schema/connection.ts';
import { constrainedBy } from '../schema/constraint.ts';
import { loadEach } from '../schema/load-each.ts';

const IntervalEnum = builder.enumType('BillingInterval', {
  description: 'The unit of the time between bills.',
  values: {
    DAY: { value: 'day', description: 'A day.' },
    WEEK: { value: 'week', description: 'Seven days.' },
    MONTH: { value: 'month', description: 'A month of the calendar.' },
    YEAR: { value: 'year', description: 'A year.' },
  } as const satisfies Record<string, { value: BillingInterval; description: string }>,
});

export const PlanType = builder.objectRef<Plan>('BillingPlan');
builder.node(PlanType, {
  description: 'How an offering is billed. A plan belongs to one offering.',
  id: { resolve: ({ id }) => id },
  loadManyWithoutCache: (ids, { loaders }) => loadEach(ids, (id) => loaders.plan.load({ id })),
  fields: (t) => ({
    resourceId: t.exposeID('id', { description: "The platform's own id." }),
    name: t.exposeString('name', { description: 'What customers read.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Shown to customers; null if there is none.',
    }),
    billingInterval: t.expose('billingInterval', {
      type: IntervalEnum,
      nullable: true,
      description: 'The interval between bills, `billingFrequency` times; null if the platform does not say.',
    }),
    billingFrequency: t.expose('billingFrequency', {
      type: 'BigInt',
      nullable: true,
      description: 'How many intervals lie between bills: 3 and MONTH is quarterly; null if the platform does not say.',
    }),
    prices: t.field({
      type: [PriceType],
      nullable: true,
      description: 'What each bill costs, in each currency; null if `language` is no language tag.',
      args: {
        language: t.arg.string(
          constrainedBy(
            explicitContextConstraints.language,
            'The language tag (BCP 47) that amounts are formatted in; null leaves it to `Accept-Language`.',
          ),
        ),
      },
      resolve: ({ prices }, { language }, { views }) =>
        forLanguage(prices, readLanguage(language) ?? views.headerLanguage()),
    }),
  }),
});

export const PlanConnectionType = connectionType<Plan>({
  name: 'BillingPlanConnection',
  type: PlanType,
  words: ['a plan', 'plans'],
  description: 'A page of the plans of an offering, in the order of their ids.',
});

/** @throws DomainError VALIDATION_FAILED */
function readLanguage(language: string | null | undefined): string | null {
  expectNoFault(['language'], language == null ? null : explicitContextFault('language', language));
  return language ?? null;
}
