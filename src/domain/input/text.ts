import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { type Constraint, countCodePoints } from './constraint.ts';
import type { PathSegment, ViolationRule } from './violations.ts';

/**
 * The building blocks of every input schema. Lengths are in Unicode code points; NUL and lone surrogates are refused
 * everywhere, because PostgreSQL can't store the one and drivers silently replace the other. `meta` publishes the same
 * rules that the check enforces.
 */
export interface TextRules {
  readonly min?: number;
  /** Unset: no longer than a record may be. */
  readonly max?: number;
  /** Control characters (C0, DEL, C1) are refused too: for what is shown on one line. */
  readonly singleLine?: boolean;
  /** What else the text must be; checked only when its characters and its length are right. */
  readonly form?: (value: string) => Fault | null;
}

export function text({ min = 0, max, singleLine = false, form }: TextRules = {}) {
  return z
    .string()
    .check(rule((value) => characterFault(value, singleLine) ?? lengthFault(value, min, max) ?? form?.(value) ?? null))
    .meta({ ...textConstraint({ min, singleLine, ...(max !== undefined && { max }) }) });
}

/** Text of the form that a regular expression says; `expected` completes "must be …". */
export function patterned(shape: RegExp, expected: string) {
  return z
    .string()
    .check(
      rule((value) => {
        if (shape.test(value)) return null;
        return { rule: 'pattern', problem: `must be ${expected}, but is '${excerpt(value)}'` };
      }),
    )
    .meta({ pattern: shape.source });
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it refuses
const singleLineShape = /^[^\x00-\x1f\x7f-\x9f]*$/u;

/** What is published of such a text. */
export function textConstraint({ min = 0, max, singleLine = false }: Omit<TextRules, 'form'>): Constraint {
  return {
    ...(min > 0 && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...(singleLine && { pattern: singleLineShape.source }),
  };
}

export interface Fault {
  readonly rule: ViolationRule;
  readonly problem: string;
  readonly value?: string;
}

/** For zod's `check`: a rule of ours, whose fault is read back by `violationsOf`. */
export function rule<Value>(faultOf: (value: Value) => Fault | null) {
  return (payload: z.core.ParsePayload<Value>): void => {
    const fault = faultOf(payload.value);
    if (fault) addIssue(payload, fault, []);
  };
}

/** The same of a value that may have several faults, each somewhere in it. */
export function rules<Value>(faultsOf: (value: Value) => readonly PlacedFault[]) {
  return (payload: z.core.ParsePayload<Value>): void => {
    for (const { path, ...fault } of faultsOf(payload.value)) addIssue(payload, fault, path);
  };
}

export interface PlacedFault extends Fault {
  readonly path: readonly PathSegment[];
}

/** Not by `superRefine`, which makes objects for each value: checking a catalog would take longer by a third. */
function addIssue(payload: z.core.ParsePayload, fault: Fault, path: readonly PathSegment[]): void {
  const { value: input, issues } = payload;
  issues.push({ code: 'custom', input, path: [...path], message: fault.problem, params: { ...fault }, continue: true });
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

/** In code points; null: it is as long as it may be. */
export function lengthFault(value: string, min: number, max: number | undefined): Fault | null {
  if (max === undefined && value.length > 2 * min) return null;
  const length = countCodePoints(value, max ?? min);
  if (length < min) {
    if (length === 0) return { rule: 'minLength', problem: `must not be empty: ${bounds(min, max)} are expected` };
    return { rule: 'minLength', problem: `has ${length} ${plural(length)}, but ${bounds(min, max)} are expected` };
  }
  if (max !== undefined && length > max) {
    return { rule: 'maxLength', problem: `has more than ${max} characters, but ${bounds(min, max)} are expected` };
  }
  return null;
}

function bounds(min: number, max: number | undefined): string {
  if (max === undefined) return `at least ${min}`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}

function plural(length: number): string {
  return length === 1 ? 'character' : 'characters';
}
