/**
 * Records as real platforms nest and name them → the contract's form, which is the only one that the rest of the house knows. What
 * is there stays where it is, too, unless it moves: members that the contract does not know are kept. What already has the
 * contract's form comes out as the value that it is.
 */
import { isObject } from '../../domain/input/is-object.ts';
import { toContractOffering, toContractPlan, toContractSubscription } from './billing.ts';
import { toContractNode, toContractProduct } from './catalog-records.ts';
import { toContractField } from './custom-fields.ts';
import { toContractFile } from './files.ts';
import type { JsonObject } from './members.ts';
import { noSurroundings, type Surroundings } from './surroundings.ts';

const forms: Readonly<Record<string, (record: JsonObject, surroundings: Surroundings) => JsonObject>> = {
  product: toContractProduct,
  node: toContractNode,
  hierarchy: toContractNode,
  subscription_offering: toContractOffering,
  subscription: toContractSubscription,
  subscription_plan: toContractPlan,
  subscription_offering_plan: toContractPlan,
  custom_field: toContractField,
  main_image: toContractFile,
};

export function toContractForm(value: unknown, surroundings: Surroundings = noSurroundings): unknown {
  if (!isObject(value) || typeof value.type !== 'string') return value;
  const form = Object.hasOwn(forms, value.type) ? forms[value.type] : undefined;
  return form ? form(value, surroundings) : value;
}
