/** Records of a platform that the gateway has no use for: they are left out, counted and named, and are no fault. */
import { objectIn } from '../contract/platform/members.ts';
import { customFieldTypes } from '../domain/custom-field/custom-field.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { Place } from '../domain/release/staging.ts';

export interface UnusedRecords {
  readonly type: string;
  /** Why they are of no use, in a sentence. */
  readonly reason: string;
  readonly count: number;
  readonly first: Place;
}

const releaseReason = 'Releases are made by the import itself.';

const reasons: Readonly<Record<string, string>> = {
  subscription_offering_pricing_option: 'How often a plan is billed stands in the plan itself.',
  subscription_offering_feature: 'Features of offerings are known to the platform alone.',
  'catalog-release': releaseReason,
  catalog_release: releaseReason,
  pricebook: 'Prices stand in the products.',
  'product-price': 'Prices stand in the products.',
};

/** Null: the record is of use, or a fault. */
export function reasonOfNoUse(value: unknown): string | null {
  if (!isObject(value) || typeof value.type !== 'string') return null;
  const { type, field_type } = value;
  if (type === 'file' && objectIn(value, 'link').href == null)
    return 'A file without a link (`link.href`) can not be shown.';
  if (type === 'custom_field' && (field_type === 'list' || field_type === 'any')) {
    return `Entries of a custom API have fields of the types ${customFieldTypes.join(', ')}, not ${field_type}.`;
  }
  return Object.hasOwn(reasons, type) ? (reasons[type] ?? null) : null;
}

export function createUnusedCount() {
  const counts = new Map<string, UnusedRecords>();
  return {
    add(value: unknown, reason: string, place: Place): void {
      const type = isObject(value) ? String(value.type) : '';
      const known = counts.get(reason + type);
      counts.set(reason + type, { type, reason, count: (known?.count ?? 0) + 1, first: known?.first ?? place });
    },
    list: () => [...counts.values()],
  };
}
