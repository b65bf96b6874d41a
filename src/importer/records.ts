/** The records that a catalog file holds: the platform's resources, told apart by their `type`. */
import { violationsIn } from '../contract/check.ts';
import type { ProductResource } from '../contract/product/product.ts';
import { type Resource, type ResourceType, resources } from '../contract/resources.ts';
import { excerpt } from '../domain/errors.ts';
import { isObject } from '../domain/input/is-object.ts';
import type { Violation } from '../domain/input/violations.ts';

/**
 * The record that a value is by its `type`, or all that is wrong with it.
 *
 * @example
 * parseRecord({ type: 'catalog', id: '', attributes: {} });
 * // { violations: [{ path: ['id'], rule: 'minLength', problem: 'must not be empty' }, …] }
 */
export function parseRecord(value: unknown): { record: Resource } | { violations: Violation[] } {
  if (!isObject(value)) return { violations: [{ path: [], rule: 'type', problem: 'must be an object' }] };
  if (!isResourceType(value.type)) return { violations: [typeFault(value.type)] };
  const { schema, accept } = resources[value.type];
  const violations = violationsIn(schema, value);
  return violations.length > 0 ? { violations } : { record: accept(value) };
}

/** Of a value that passed `parseRecord` before. Null: it is another record. */
export function toProductRecord(value: unknown): ProductResource | null {
  return isObject(value) && value.type === 'product' ? resources.product.accept(value) : null;
}

function isResourceType(type: unknown): type is ResourceType {
  return typeof type === 'string' && Object.hasOwn(resources, type);
}

function typeFault(type: unknown): Violation {
  const found = typeof type === 'string' ? `, but is '${excerpt(type)}'` : '';
  const problem = `must be one of ${Object.keys(resources).join(', ')}${found}`;
  return { path: ['type'], rule: 'enum', problem };
}
