import { isObject } from '../../domain/input/is-object.ts';
import { type JsonObject, objectIn, withMember, withMissing, withoutNull } from './members.ts';
import { idInPath, type Surroundings } from './surroundings.ts';

/** An offering whose `meta` stands beside its attributes. */
export function toContractOffering(record: JsonObject): JsonObject {
  const attributes = withoutNull(objectIn(record, 'attributes'), ['external_ref', 'description']);
  const { meta: beside, ...rest } = record;
  const { created_at, updated_at } = attributes;
  const meta = [attributes.meta, beside].find(isObject) ?? (created_at == null ? null : {});
  if (meta === null) return withMember(record, 'attributes', attributes);
  const timestamps = withMissing(objectIn(meta, 'timestamps'), { created_at, updated_at });
  const complete = withMissing(withMember(meta, 'timestamps', timestamps), {
    external_product_refs: [],
    owner: 'store',
  });
  if (complete === attributes.meta && attributes === record.attributes) return record;
  return { ...(complete === attributes.meta ? record : rest), attributes: { ...attributes, meta: complete } };
}

const momentsOfSubscriptions = ['canceled_at', 'paused_at', 'resumed_at', 'end_date'] as const;
const flagsOfStates = ['canceled', 'paused', 'closed', 'invoice_after'] as const;

/** A subscription whose `meta` stands beside its attributes; there it has the flags of its state, too. */
export function toContractSubscription(record: JsonObject): JsonObject {
  const given = withoutNull(objectIn(record, 'attributes'), ['external_ref']);
  const attributes = withMember(given, 'offering', toContractOffering(objectIn(given, 'offering')));
  const { meta: beside, ...rest } = record;
  if (isObject(attributes.meta) || !isObject(beside)) return withMember(record, 'attributes', attributes);
  const { state: last, ...others } = withMissing(beside, { owner: 'store', status: 'active' });
  const timestamps = withoutNull(objectIn(beside, 'timestamps'), momentsOfSubscriptions);
  const state = toContractState(last, beside);
  const meta = { ...others, timestamps, ...(state && { state }) };
  return { ...rest, attributes: { ...attributes, meta } };
}

/** Null: there is none, or one that the contract does not have. */
function toContractState(state: unknown, meta: JsonObject): JsonObject | null {
  if (!isObject(state)) return null;
  const { action } = objectIn(state, 'attributes');
  if (!actions.has(action)) return null;
  const own = objectIn(state, 'meta');
  const { created_at } = own;
  const flags = Object.fromEntries(
    flagsOfStates.map((name) => [name, meta[name] ?? (name === 'invoice_after' ? created_at : false)]),
  );
  return { ...state, meta: withMissing(own, flags) };
}

const actions = new Set<unknown>(['cancel', 'pause', 'resume']);

/** A plan as the platform shows it below its offering, which it does not name, and whose pricing option says how it is billed. */
export function toContractPlan(record: JsonObject, surroundings: Surroundings): JsonObject {
  const attributes = withoutNull(objectIn(record, 'attributes'), [
    ...['description', 'trial_period', 'trial_period_interval_type'],
  ]);
  const { created_at, updated_at } = objectIn(objectIn(record, 'meta'), 'timestamps');
  const complete = withMissing(attributes, {
    offering_id: offeringIdOf(record, attributes, surroundings),
    ...(attributes.billing_interval_type == null && billingOf(attributes, surroundings)),
    price: {},
    created_at,
    updated_at,
  });
  const plan = withMember(record, 'attributes', complete);
  return plan.type === 'subscription_plan' ? plan : { ...plan, type: 'subscription_plan' };
}

function offeringIdOf(record: JsonObject, attributes: JsonObject, surroundings: Surroundings): unknown {
  const { offerings } = surroundings;
  const named = objectIn(objectIn(objectIn(record, 'relationships'), 'offering'), 'data').id;
  const naming = offerings.filter(
    ({ planRefs }) => attributes.external_ref != null && planRefs.includes(attributes.external_ref),
  );
  const [only, ...others] = naming.length > 0 ? naming : offerings;
  return named ?? (others.length === 0 ? only?.id : null) ?? idInPath(surroundings, 'offerings');
}

/** By the only pricing option that is in use, or else by the unit that the price is for. */
function billingOf({ price_units }: JsonObject, { pricingOptions }: Surroundings): JsonObject {
  const active = pricingOptions.filter((option) => objectIn(option, 'meta').active_pricing_option !== false);
  const [only, ...others] = active.map((option) => objectIn(option, 'attributes'));
  if (only && others.length === 0) {
    const { billing_interval_type, billing_frequency } = only;
    return { billing_interval_type, billing_frequency: billing_frequency ?? 1 };
  }
  if (!isObject(price_units)) return {};
  return { billing_interval_type: price_units.unit, billing_frequency: price_units.amount ?? 1 };
}
