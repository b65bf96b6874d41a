import { describe, expect, it } from 'vitest';
import type { Catalog, CatalogRule } from '../../../src/domain/catalog/catalog.ts';
import { nextScheduleChange, selectCatalog, selectRule } from '../../../src/domain/catalog/select-catalog.ts';

const now = new Date('2026-06-15T12:00:00.000Z');
const shopper = { actor: null, channel: '', tag: '', language: '', now };

let created = 0;
function rule(name: string, criteria: Partial<CatalogRule> = {}): CatalogRule {
  created += 1;
  const createdAt = new Date(created * 1000).toISOString();
  return {
    id: name,
    catalogId: 'main',
    name,
    channels: [],
    tags: [],
    accountIds: [],
    accountTagIds: [],
    customerIds: [],
    unknownCriteria: [],
    schedules: [],
    createdAt,
    ...criteria,
  };
}

function catalog(id: string, releaseId: string | null): Catalog {
  const currentRelease = releaseId
    ? { id: releaseId, catalogId: id, publishedAt: '', productCount: 0, languages: [] }
    : null;
  return { id, name: id, createdAt: '', currentRelease, filesPublishedAt: null };
}

const everyone = rule('everyone');
const mobile = rule('mobile', { channels: ['mobile', 'app'] });
const vip = rule('vip', { tags: ['vip'] });
const mobileVip = rule('mobile and vip', { channels: ['mobile'], tags: ['vip'] });
const account = rule('account', { accountIds: ['a-1'] });
const customer = rule('customer', { customerIds: ['c-1'] });
const accountTag = rule('account tag', { accountTagIds: ['gold', 'silver'] });
const unknown = rule('unknown', { channels: ['mobile'], unknownCriteria: ['pricebook_ids'] });
const bearer = { clientId: 'c', grant: 'implicit', accountId: null, customerId: null, accountTagIds: [] } as const;
const past = rule('past', { schedules: [{ validFrom: null, validTo: '2026-06-15T12:00:00.000Z' }] });
const current = rule('current', { schedules: [{ validFrom: '2026-06-15T12:00:00.000Z', validTo: null }] });
const never = rule('never', {
  channels: ['mobile'],
  schedules: [{ validFrom: '2030-01-01T00:00:00.000Z', validTo: null }],
});

describe('the rule that best matches the context wins', () => {
  it.each([
    ['no rules, no choice', [], shopper, null],
    ['a rule without criteria fits everyone', [everyone], shopper, 'everyone'],
    ['an empty channel fits only rules without channels', [mobile, everyone], shopper, 'everyone'],
    [
      'a channel that no rule names fits only rules without channels',
      [mobile, everyone],
      { ...shopper, channel: 'web' },
      'everyone',
    ],
    ['any of the channels will do', [everyone, mobile], { ...shopper, channel: 'app' }, 'mobile'],
    ['upper and lower case differ', [mobile], { ...shopper, channel: 'Mobile' }, null],
    ['every criterion must fit', [mobileVip], { ...shopper, channel: 'mobile' }, null],
    [
      'the most criteria win',
      [everyone, mobile, mobileVip, vip],
      { ...shopper, channel: 'mobile', tag: 'vip' },
      'mobile and vip',
    ],
    ['a tie goes to the one created first', [mobile, vip], { ...shopper, channel: 'mobile', tag: 'vip' }, 'mobile'],
    ['an account comes from the token', [account], { ...shopper, actor: { ...bearer, accountId: 'a-1' } }, 'account'],
    ['no token, no account', [account], shopper, null],
    [
      'a customer comes from the token',
      [customer],
      { ...shopper, actor: { ...bearer, customerId: 'c-1' } },
      'customer',
    ],
    ['another customer is another one', [customer], { ...shopper, actor: { ...bearer, customerId: 'c-2' } }, null],
    ['no token, no customer', [customer], shopper, null],
    [
      'any of the account tags will do',
      [accountTag],
      { ...shopper, actor: { ...bearer, accountTagIds: ['trade', 'gold'] } },
      'account tag',
    ],
    ['no token, no account tag', [accountTag], shopper, null],
    ['a criterion that nobody knows fits nobody', [unknown], { ...shopper, channel: 'mobile' }, null],
    ['a schedule ends before its end', [past], shopper, null],
    ['a schedule holds from its start on', [current], shopper, 'current'],
    [
      'a schedule that does not hold makes the rule not fit',
      [never, mobile],
      { ...shopper, channel: 'mobile' },
      'mobile',
    ],
  ] as const)('%s', (_title, rules, asking, expected) => {
    expect(selectRule(rules, asking)?.name ?? null).toBe(expected);
  });
});

describe('the catalog that answers', () => {
  const [main, other, unpublished] = [catalog('main', '1'), catalog('other', '2'), catalog('unpublished', null)];

  it('is the one of the rule', () => {
    const selection = selectCatalog({ catalogs: [main, other], rules: [{ ...everyone, catalogId: 'other' }] }, shopper);
    expect(selection).toMatchObject({ catalog: other, release: { id: '2' }, rule: { name: 'everyone' } });
  });

  it('without a fitting rule is the one created first that has a release', () => {
    const selection = selectCatalog({ catalogs: [unpublished, other, main], rules: [mobile] }, shopper);
    expect(selection).toMatchObject({ catalog: other, rule: null });
    expect(selection?.reason).toBe(
      "No rule fits: the catalog created first that has a release answers, which is 'other'.",
    );
  });

  it('is not one without a release: its rule is passed over', () => {
    const rules = [{ ...mobile, catalogId: 'unpublished' }, everyone];
    const selection = selectCatalog({ catalogs: [unpublished, main], rules }, { ...shopper, channel: 'mobile' });
    expect(selection).toMatchObject({ catalog: main, rule: { name: 'everyone' } });
  });

  it('is none when nothing is published', () => {
    expect(selectCatalog({ catalogs: [unpublished], rules: [] }, shopper)).toBeNull();
  });
});

describe('the next change of a schedule', () => {
  const changeOf = (...rules: CatalogRule[]) => nextScheduleChange({ catalogs: [], rules }, now);

  it('is the first end of any schedule after the moment: one that is at it has been', () => {
    expect(changeOf(past, current, never)).toBe(Date.parse('2030-01-01T00:00:00.000Z'));
    const soon = rule('soon', { schedules: [{ validFrom: null, validTo: '2026-06-15T12:00:00.001Z' }] });
    expect(changeOf(never, soon)).toBe(now.getTime() + 1);
  });

  it('is none without one', () => {
    expect(changeOf(everyone, past, current)).toBe(Number.POSITIVE_INFINITY);
  });
});
