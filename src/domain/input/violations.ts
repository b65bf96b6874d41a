import type { Constraint } from './constraint.ts';

/** Which kind of rule a value broke, by the name that it is published under. Clients switch on it. */
export type ViolationRule =
  | keyof Constraint
  | 'required'
  | 'type'
  | 'characters'
  | 'enum'
  | 'range'
  | 'reserved'
  | 'exclusive'
  | 'cursor';

export type PathSegment = string | number;

export interface Violation {
  /** Where in the input, in the domain's names; a face renders them in its own. */
  readonly path: readonly PathSegment[];
  readonly rule: ViolationRule;
  /** Completes "The field 'x' …": says what was found and what was expected. Never holds a secret or personal data. */
  readonly problem: string;
  /** What the path names, in the sentence; a field unless said. */
  readonly subject?: 'field' | 'argument' | 'parameter' | 'header';
  /** The offending text, where it may be shown: lets a face explain more (an id that is another type's). */
  readonly value?: string;
}

/** How a face writes a path: GraphQL as it is, REST in snake_case. */
export type PathFormat = (path: readonly PathSegment[]) => string;

const dotted: PathFormat = (path) => path.join('.');

/** One whole sentence: "The field 'name' is required." */
export function formatViolation(violation: Violation, format: PathFormat = dotted): string {
  return `The ${violation.subject ?? 'field'} '${format(violation.path)}' ${violation.problem}.`;
}

export function formatViolations(violations: readonly Violation[], format: PathFormat = dotted): string {
  return violations.map((violation) => formatViolation(violation, format)).join(' ');
}

/** The same fault, seen from a level further out: `['name']` inside `input` is `['input', 'name']`. */
export function nestViolations(violations: readonly Violation[], ...outer: PathSegment[]): Violation[] {
  return violations.map((violation) => ({ ...violation, path: [...outer, ...violation.path] }));
}
