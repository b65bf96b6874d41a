import { z } from 'zod';
import { excerpt, expectNoFault } from '../errors.ts';
import { type Constraint, countCodePoints } from './constraint.ts';
import { characterFault, type Fault, rule } from './text.ts';

/** RFC 9562, any version, the nil UUID included: 8-4-4-4-12 hexadecimal digits, in either case. */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const uuidConstraint = { format: 'uuid' } as const satisfies Constraint;

/** In upper or lower case, out in lower case. */
export const uuid = z
  .string()
  .check(rule(uuidFault))
  .transform((value) => value.toLowerCase())
  .meta({ ...uuidConstraint });

function uuidFault(value: string): Fault | null {
  if (isUuid(value)) return null;
  const shown = excerpt(value);
  return { rule: 'format', problem: `must be a UUID, but is '${shown}'`, value };
}

/** Those that can name something: an id that a caller made up may hold what no database can even look up. */
export function onlyUuids(ids: readonly string[]): string[] {
  return ids.filter(isUuid);
}

export function isUuid(id: string): boolean {
  return uuidPattern.test(id);
}

/** The longest product or node identifier: platforms use UUIDs, the contract says only "string". */
const maxIdLength = 255;
export const identifierConstraint: Constraint = { minLength: 1, maxLength: maxIdLength };

/** A product's or node's identifier as the caller gave it; what is not one can't name anything. */
export function identifierFault(value: string): Fault | null {
  if (value === '') return { rule: 'minLength', problem: 'must not be empty' };
  const fault = characterFault(value);
  if (fault) return fault;
  if (value.length > maxIdLength && countCodePoints(value, maxIdLength) > maxIdLength) {
    return { rule: 'maxLength', problem: `is longer than an identifier can be (${maxIdLength} characters)` };
  }
  return null;
}

export const identifier = z
  .string()
  .check(rule(identifierFault))
  .meta({ ...identifierConstraint });

/** @throws DomainError VALIDATION_FAILED: the argument 'id' is not a product's or node's identifier */
export function parseIdentifier(id: string): string {
  expectNoFault(['id'], identifierFault(id));
  return id;
}

/** @throws DomainError VALIDATION_FAILED: the argument 'id' is not a UUID */
export function parseUuid(id: string): string {
  expectNoFault(['id'], uuidFault(id));
  return id.toLowerCase();
}
