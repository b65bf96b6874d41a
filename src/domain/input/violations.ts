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
  | 'cursor'
  /** It says otherwise than the request's headers, which alone name the context here. */
  | 'context'
  /** It names something that does not exist: NOT_FOUND, where nothing else is wrong. */
  | 'reference'
  /** It contradicts what is stored: CONFLICT, where nothing else is wrong. */
  | 'conflict'
  /** No rule: how many violations there are beyond those that are told. */
  | 'more';

export type PathSegment = string | number;

export interface Violation {
  /** Where in the input, in the domain's names; a face renders them in its own. */
  readonly path: readonly PathSegment[];
  readonly rule: ViolationRule;
  /** Completes "The field 'x' …": says what was found and what was expected. Never holds a secret or personal data. */
  readonly problem: string;
  /** The problem is a whole sentence, in the contract's words. */
  readonly isSentence?: boolean;
  /** What the path names, in the sentence; a field unless said. */
  readonly subject?: 'field' | 'argument' | 'parameter' | 'header';
  /** The offending text, where it may be shown: lets a face explain more (an id that is another type's). */
  readonly value?: string;
  /** Of the rule `more`: how many. */
  readonly more?: number;
}

/** How a face writes a path: GraphQL as it is, REST in snake_case. */
export type PathFormat = (path: readonly PathSegment[]) => string;

const dotted: PathFormat = (path) => path.join('.');

/** One whole sentence: "The field 'name' is required." */
export function formatViolation(violation: Violation, format: PathFormat = dotted): string {
  if (violation.rule === 'more') return `There ${violation.problem}.`;
  if (violation.isSentence) return violation.problem;
  return `The ${violation.subject ?? 'field'} '${format(violation.path)}' ${violation.problem}.`;
}

export function formatViolations(violations: readonly Violation[]): string {
  return violations.map((violation) => formatViolation(violation)).join(' ');
}

/** Violations as they are found: the first ones are made, the others only counted. */
export interface ViolationList {
  /** `make` is called where the violation will be told. */
  add(make: () => Violation): void;
  /** Those that were made, and after them one that says how many more there are. */
  toArray(): Violation[];
}

export function createViolationList(max: number): ViolationList {
  const told: Violation[] = [];
  let more = 0;
  return {
    add(make) {
      if (told.length < max) told.push(make());
      else more += 1;
    },
    toArray: () => (more === 0 ? told : [...told, moreViolations(more)]),
  };
}

/** At most that many, and one that says how many more there are: of lists too that were shortened before. */
export function shortenViolations(violations: readonly Violation[], max: number): readonly Violation[] {
  if (violations.length <= max && !violations.some(({ more }) => more !== undefined)) return violations;
  const told = violations.filter(({ more }) => more === undefined);
  const counted = violations.reduce((sum, { more = 0 }) => sum + more, 0);
  const more = counted + Math.max(0, told.length - max);
  return more === 0 ? told : [...told.slice(0, max), moreViolations(more)];
}

function moreViolations(more: number): Violation {
  const problem = more === 1 ? 'is 1 more violation' : `are ${more} more violations`;
  return { path: [], rule: 'more', problem, more };
}

/** In the order of the input's fields; what is none of them comes first. */
export function inFieldOrder(violations: readonly Violation[], fields: readonly string[]): Violation[] {
  const placeOf = ({ path: [field] }: Violation) => fields.indexOf(String(field));
  return violations.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The same fault, seen from a level further out: `['name']` inside `input` is `['input', 'name']`. */
export function nestViolations(violations: readonly Violation[], ...outer: PathSegment[]): Violation[] {
  return violations.map((violation) => ({ ...violation, path: [...outer, ...violation.path] }));
}
