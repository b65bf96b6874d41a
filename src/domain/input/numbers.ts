/** Whole numbers and their bounds. */
import { z } from 'zod';
import { boundRule } from './constraint.ts';
import type { Int64 } from './exact-json.ts';
import { describeNumber } from './parse-input.ts';
import { type Fault, type PlacedFault, rule } from './text.ts';

const smallest = -(2n ** 63n);
const largest = 2n ** 63n - 1n;

/** A number beyond ±(2^53−1) has already lost digits, so such values must come as bigint (`parseExactJson`). */
export function int64({ min }: { readonly min?: number } = {}) {
  return z
    .custom<Int64>(() => true)
    .check(rule((value) => int64Fault(value, min)))
    .meta({ type: 'integer', format: 'int64', ...(min !== undefined && { minimum: min }) });
}

function int64Fault(value: unknown, min: number | undefined): Fault | null {
  if (value == null) return { rule: 'required', problem: 'is required' };
  if (!isInt64(value)) {
    // One in digits alone is a bigint where a number would round: this one has an exponent, or a fraction of zeros.
    const written = Number.isInteger(value) ? ', in digits alone beyond ±(2^53−1)' : '';
    return {
      rule: 'type',
      problem: `must be a whole number that fits in 64 bits${written}, but is ${describeNumber(value)}`,
    };
  }
  if (min === undefined || value >= min) return null;
  return { rule: 'min', problem: `must be at least ${min}, but is ${value}` };
}

function isInt64(value: unknown): value is Int64 {
  return typeof value === 'bigint' ? value >= smallest && value <= largest : Number.isSafeInteger(value);
}

/** One that a JavaScript number holds exactly. */
export function wholeNumber(min: number, max: number) {
  return z
    .custom<number>(() => true)
    .check(rule((value) => wholeNumberFault(value, min, max)))
    .meta({ type: 'integer', minimum: min, maximum: max });
}

function wholeNumberFault(value: unknown, min: number, max: number): Fault | null {
  const isExact = typeof value === 'number' && Number.isInteger(value);
  // What no number holds exactly comes as bigint.
  const broken = isExact || typeof value === 'bigint' ? boundRule(value, { min, max }) : null;
  if (broken) return { rule: broken, problem: `must be from ${min} to ${max}, but is ${value}` };
  return isExact ? null : { rule: 'type', problem: `must be a whole number, but is ${describeNumber(value)}` };
}

/** The bounds may be anything; null: they are in order, or there is none. */
export function orderFault(min: unknown, max: unknown): Fault | null {
  if (!isNumeric(min) || !isNumeric(max) || !(min > max)) return null;
  return { rule: 'range', problem: `must not exceed the maximum, but ${min} is more than ${max}` };
}

/** The same, at the member with that name. */
export function orderFaults(name: string, min: unknown, max: unknown): PlacedFault[] {
  const fault = orderFault(min, max);
  return fault ? [{ path: [name], ...fault }] : [];
}

function isNumeric(value: unknown): value is Int64 {
  return typeof value === 'number' || typeof value === 'bigint';
}
