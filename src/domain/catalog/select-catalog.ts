import { createMemo, memoised } from '../../lib/memo.ts';
import { negotiateLanguage } from '../language/language.ts';
import type { Actor, RequestContext } from '../request-context.ts';
import type { Catalog, CatalogDirectory, CatalogRule, CatalogSelection, Schedule } from './catalog.ts';

type Shopper = Pick<RequestContext, 'actor' | 'channel' | 'tag' | 'language' | 'now'>;

/**
 * The rule that best matches the shopper's context selects the catalog (contract, child list, rule 3). A rule fits when
 * each of its criteria is empty or holds the shopper's value (a criterion that nobody here knows holds none); of those that fit, the one with the most non-empty
 * criteria wins, a tie goes to the one created first. A rule whose catalog has no release can't answer and is passed over.
 * Without a fitting rule the catalog created first that has a release answers. Null: nothing is published.
 */
export function selectCatalog(directory: CatalogDirectory, shopper: Shopper): CatalogSelection | null {
  const { catalogs, rules } = memoised(published, directory, () => publishedOf(directory));
  const rule = selectRule(rules, shopper);
  const catalog = rule ? catalogs.get(rule.catalogId) : catalogs.values().next().value;
  if (!catalog?.currentRelease) return null;
  const release = catalog.currentRelease;
  const language = negotiateLanguage(shopper.language, release.languages);
  return { catalog, release, rule, reason: reasonFor(rule, catalog, directory.rules.length), language };
}

/** Of a directory what can answer. */
interface Published {
  readonly catalogs: ReadonlyMap<string, Catalog>;
  readonly rules: readonly CatalogRule[];
}

const published = createMemo<CatalogDirectory, Published>('published');

function publishedOf({ catalogs, rules }: CatalogDirectory): Published {
  const withRelease = new Map(catalogs.flatMap((one) => (one.currentRelease ? [[one.id, one] as const] : [])));
  return { catalogs: withRelease, rules: rules.filter(({ catalogId }) => withRelease.has(catalogId)) };
}

/** `rules` in the order of their creation. */
export function selectRule(rules: readonly CatalogRule[], shopper: Shopper): CatalogRule | null {
  let best: CatalogRule | null = null;
  for (const rule of rules) {
    if (fits(rule, shopper) && (best === null || criteria(rule).length > criteria(best).length)) best = rule;
  }
  return best;
}

function fits(rule: CatalogRule, { actor, channel, tag, now }: Shopper): boolean {
  return (
    allows(rule.channels, channel) &&
    allows(rule.tags, tag) &&
    fitsActor(rule, actor) &&
    rule.unknownCriteria.length === 0 &&
    (rule.schedules.length === 0 || rule.schedules.some((schedule) => holds(schedule, now)))
  );
}

/** Whether the rule is for this shopper, as far as the token says who it is. */
export function fitsActor(rule: CatalogRule, actor: Actor | null): boolean {
  return (
    allows(rule.accountIds, actor?.accountId) &&
    allows(rule.accountTagIds, ...(actor?.accountTagIds ?? [])) &&
    allows(rule.customerIds, actor?.customerId)
  );
}

export function namesActors({ accountIds, accountTagIds, customerIds }: CatalogRule): boolean {
  return accountIds.length + accountTagIds.length + customerIds.length > 0;
}

function allows(wanted: readonly string[], ...values: readonly (string | null | undefined)[]): boolean {
  return wanted.length === 0 || values.some((value) => value != null && value !== '' && wanted.includes(value));
}

function holds(schedule: Schedule, now: Date): boolean {
  const { from, to } = momentsOf(schedule);
  const time = now.getTime();
  return from <= time && time < to;
}

/** In milliseconds since 1970. */
interface Moments {
  readonly from: number;
  readonly to: number;
}

const moments = createMemo<Schedule, Moments>('moments');

function momentsOf(schedule: Schedule): Moments {
  return memoised(moments, schedule, () => ({
    from: schedule.validFrom === null ? Number.NEGATIVE_INFINITY : Date.parse(schedule.validFrom),
    to: schedule.validTo === null ? Number.POSITIVE_INFINITY : Date.parse(schedule.validTo),
  }));
}

function criteria(rule: CatalogRule): string[] {
  return [
    rule.channels.length > 0 ? 'channel' : '',
    rule.tags.length > 0 ? 'tag' : '',
    rule.accountIds.length > 0 ? 'account' : '',
    rule.accountTagIds.length > 0 ? 'account tag' : '',
    rule.customerIds.length > 0 ? 'customer' : '',
    rule.schedules.length > 0 ? 'schedule' : '',
  ].filter((name) => name !== '');
}

function reasonFor(rule: CatalogRule | null, catalog: Catalog, ruleCount: number): string {
  if (rule) {
    const matched = criteria(rule);
    const why = matched.length > 0 ? `fits by ${matched.join(', ')}` : 'has no criteria and fits everyone';
    return `The rule '${rule.name}' ${why}; no rule with more criteria fits.`;
  }
  const none = ruleCount > 0 ? 'No rule fits' : 'There are no rules';
  return `${none}: the catalog created first that has a release answers, which is '${catalog.name}'.`;
}

/** When a schedule of the rules next begins or ends after that moment, in milliseconds since 1970; Infinity: never. */
export function nextScheduleChange(directory: CatalogDirectory, now: Date): number {
  const time = now.getTime();
  const next = memoised(changes, directory, () => changesOf(directory)).find((change) => change > time);
  return next ?? Number.POSITIVE_INFINITY;
}

/** Each response is cached until the next one. */
const changes = createMemo<CatalogDirectory, readonly number[]>('schedule changes');

/** Ascending. */
function changesOf({ rules }: CatalogDirectory): readonly number[] {
  const ends = rules.flatMap(({ schedules }) => schedules.map(momentsOf)).flatMap(({ from, to }) => [from, to]);
  return ends.filter(Number.isFinite).sort((a, b) => a - b);
}
