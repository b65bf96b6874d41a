import { z } from 'zod';
import { type Constraint, countCodePoints } from './constraint.ts';
import type { ViolationRule } from './violations.ts';

/**
 * The building blocks of every input schema. Lengths are in Unicode code points; NUL and lone surrogates are refused
 * everywhere, because PostgreSQL can't store the one and drivers silently replace the other. `meta` publishes the same
 * rules that the check enforces.
 */
export interface TextRules {
  readonly min?: number;
  readonly max: number;
  /** Control characters (C0, DEL, C1) are refused too: for what is shown on one line. */
  readonly singleLine?: boolean;
  /** What else the text must be; asked only when its characters and its length are right. */
  readonly form?: (value: string) => Fault | null;
}

export function text({ min = 0, max, singleLine = false, form }: TextRules) {
  return z
    .string()
    .superRefine((value, context) => {
      const fault = characterFault(value, singleLine) ?? lengthFault(value, min, max) ?? form?.(value);
      if (fault) addFault(context, fault);
    })
    .meta({ ...textConstraint({ min, max, singleLine }) });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
const singleLineShape = /^[^\x00-\x1f\x7f-\x9f]*$/u;

/** What is published of such a text. */
export function textConstraint({ min = 0, max, singleLine = false }: Omit<TextRules, 'form'>): Constraint {
  return {
    ...(min > 0 && { minLength: min }),
    maxLength: max,
    ...(singleLine && { pattern: singleLineShape.source }),
  };
}

export interface Fault {
  readonly rule: ViolationRule;
  readonly problem: string;
  readonly value?: string;
}

/** Reports a fault of our own through zod, to be read back by `violationsOf`. */
export function addFault(context: z.RefinementCtx, fault: Fault, path: (string | number)[] = []): void {
  context.addIssue({ code: 'custom', path, message: fault.problem, params: fault });
}

/** What no text of ours may hold; null when there is nothing to say. */
export function characterFault(value: string, singleLine = false): Fault | null {
  // Of a single line, the published pattern says so.
  const rule = singleLine ? 'pattern' : 'characters';
  if (value.includes('\0')) return { rule, problem: 'must not contain the NUL character' };
  if (!value.isWellFormed()) return { rule: 'characters', problem: 'must not contain a lone surrogate' };
  if (singleLine && !singleLineShape.test(value)) {
    return { rule: 'pattern', problem: 'must not contain control characters' };
  }
  return null;
}

function lengthFault(value: string, min: number, max: number): Fault | null {
  const length = countCodePoints(value, max);
  if (length < min) {
    if (length === 0) return { rule: 'minLength', problem: `must not be empty: ${bounds(min, max)} are expected` };
    return { rule: 'minLength', problem: `has ${length} ${plural(length)}, but ${bounds(min, max)} are expected` };
  }
  if (length > max) {
    return { rule: 'maxLength', problem: `has more than ${max} characters, but ${bounds(min, max)} are expected` };
  }
  return null;
}

function bounds(min: number, max: number): string {
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

function plural(length: number): string {
  return length === 1 ? 'character' : 'characters';
}
