/** The rules that choose a catalog: one for each criterion, and one that needs two of them to win. */
import type { CatalogRuleRecord } from '../contract/catalog-rule.ts';
import { type CatalogPlan, catalogPlans } from './catalog-plans.ts';
import { demoId } from './demo-id.ts';
import { demoIds } from './demo-ids.ts';
import { timesInOrder } from './demo-times.ts';

interface RuleSpec {
  readonly key: string;
  readonly name: string;
  readonly text: string;
  readonly catalog: CatalogPlan;
  readonly channels?: string[];
  readonly tags?: string[];
  readonly accounts?: string[];
  readonly schedules?: CatalogRuleRecord['attributes']['schedules'];
}

/** In the order of their creation, which settles ties. */
const rules: readonly RuleSpec[] = [
  {
    key: 'everybody',
    name: 'Everybody',
    text: 'No criteria: fits always, and yields to any rule that has one.',
    catalog: catalogPlans.main,
  },
  {
    key: 'app',
    name: 'The app',
    text: 'Shoppers on the channel mobile.',
    catalog: catalogPlans.mobile,
    channels: ['mobile'],
  },
  {
    key: 'guides',
    name: 'Guides and wardens',
    text: 'Shoppers with the tag vip.',
    catalog: catalogPlans.partner,
    tags: ['vip'],
  },
  {
    key: 'guides-in-the-app',
    name: 'Guides in the app',
    text: 'Channel and tag: two criteria win over the one of the app, which is older than the one of the guides.',
    catalog: catalogPlans.partner,
    channels: ['mobile'],
    tags: ['vip'],
  },
  {
    key: 'rescue',
    name: 'Mountain rescue',
    text: 'One account, at partner prices.',
    catalog: catalogPlans.partner,
    accounts: [demoIds.partnerAccount],
  },
  {
    key: 'opening-week',
    name: 'Opening week',
    text: 'Everybody on the web had the prices of the app. Over, so it fits no longer.',
    catalog: catalogPlans.mobile,
    channels: ['web'],
    schedules: [{ valid_from: '2024-04-01T00:00:00.000Z', valid_to: '2024-04-07T23:59:59.000Z' }],
  },
];

export function toCatalogRules(): CatalogRuleRecord[] {
  return rules.map(
    ({ key, name, text, catalog, channels = [], tags = [], accounts = [], schedules = [] }, position) => ({
      id: demoId(`rule/${key}`),
      type: 'catalog_rule',
      attributes: {
        name,
        description: text,
        catalog_id: catalog.id,
        channels,
        tags,
        account_ids: accounts,
        schedules,
        ...timesInOrder(position + 10),
      },
    }),
  );
}
