import {
  formatViolations,
  nestViolations,
  type PathSegment,
  type Violation,
  type ViolationRule,
} from './input/violations.ts';

/** The stable vocabulary of everything that may go wrong on purpose. Each face maps every code, exhaustively. */
export type ErrorCode =
  /** Returned when the named thing does not exist, or is invisible to this shopper. */
  | 'NOT_FOUND'
  /** Returned when the input breaks a rule; `violations` holds all of the faults, in the order of the input's fields. */
  | 'VALIDATION_FAILED'
  /** Returned when the input is well-formed but can't be acted on: the children of a product that is not a base product. */
  | 'UNPROCESSABLE_ENTITY'
  /** Returned when the write contradicts what is stored: a slug that is taken. */
  | 'CONFLICT'
  /** Returned when the operation needs a bearer token, and none or no valid one was sent. */
  | 'UNAUTHENTICATED'
  /** Returned when the bearer token is valid, but not one that may do this. */
  | 'FORBIDDEN'
  /** Returned when the request is more work than one request may be; `exceeded` names the limit. */
  | 'LIMIT_EXCEEDED'
  /** Returned when storage or the platform can't be reached for the moment; the same request may work later. */
  | 'UNAVAILABLE'
  /** Returned when a write went to the platform and no answer came: it may have been done. It is never sent again by us. */
  | 'OUTCOME_UNKNOWN'
  /** Returned when the platform that the gateway stands before has nothing that could answer this. */
  | 'UNSUPPORTED'
  /** Returned when a cursor is of a release that the platform does not answer from any more. */
  | 'EXPIRED';

/** What the contract calls an error. */
export interface ErrorOutcome {
  readonly status: number;
  readonly title: string;
}

/** Which limit a request went beyond, by the name that it is published under. */
export interface ExceededLimit {
  readonly limitName: string;
  readonly limit: number;
  /** How much was requested, where that is known. */
  readonly requested?: number;
}

interface DomainErrorOptions extends ErrorOptions {
  readonly exceeded?: ExceededLimit;
  readonly platform?: ErrorOutcome;
  readonly details?: readonly string[];
  readonly retryAfterSeconds?: number;
}

/** The one kind of error that services throw. Anything else that reaches a face is a bug, logged and masked there. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  /** The faults of the input: never empty with VALIDATION_FAILED, unless a platform found them; with NOT_FOUND and CONFLICT what names or repeats something. */
  readonly violations: readonly Violation[];
  /** Null for any other code than LIMIT_EXCEEDED. */
  readonly exceeded: ExceededLimit | null;
  /** What a platform said of it, shown in the place of our own words for its code; null where it is an error of our own. */
  readonly platform: ErrorOutcome | null;
  /** What a platform said, one for each of its errors; the message has them all. Empty where it said nothing. */
  readonly details: readonly string[];
  /** With UNAVAILABLE: how long to wait before the same request. */
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, message: string, violations: readonly Violation[] = [], options?: DomainErrorOptions) {
    // Without a stack: nobody reads it, a request may have thousands of these, and writing one takes a tenth of a millisecond.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.violations = violations;
    this.exceeded = options?.exceeded ?? null;
    this.platform = options?.platform ?? null;
    this.details = options?.details ?? [];
    this.retryAfterSeconds = options?.retryAfterSeconds ?? 1;
  }
}

/** Whether it is an error of ours with that code. */
export function hasCode(error: unknown, code: ErrorCode): error is DomainError {
  return error instanceof DomainError && error.code === code;
}

/** To be an answer in the place of what failed. @throws what is no such error */
export function expectDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}

export function validationError(violations: readonly Violation[]): DomainError {
  return new DomainError('VALIDATION_FAILED', formatViolations(violations), violations);
}

/** `fault`: of the argument at that path, told with what was found wrong before. @throws DomainError VALIDATION_FAILED */
export function expectNoFault(
  path: readonly PathSegment[],
  fault: Omit<Violation, 'path' | 'subject'> | null,
  others: readonly Violation[] = [],
): void {
  const violations = fault ? [...others, { path, subject: 'argument' as const, ...fault }] : others;
  if (violations.length > 0) throw validationError(violations);
}

/** The same error, seen from a level further out: its faults are of a member of that name. */
export function nestError(error: DomainError, ...outer: PathSegment[]): DomainError {
  const violations = nestViolations(error.violations, ...outer);
  return new DomainError(error.code, formatViolations(violations), violations, { cause: error.cause });
}

/** What is parsed; null where it has faults, which are told beside those that were found before. */
export function collectFaults<Value>(faults: Violation[], parse: () => Value): Value | null {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof DomainError) || error.violations.length === 0) throw error;
    faults.push(...error.violations);
    return null;
  }
}

/** The error of an input with these faults, of all phases: its code is that of the phase that comes first. */
export function refusal(violations: readonly Violation[]): DomainError {
  const codes = violations.map(({ rule }) => codeOf(rule));
  const code = (['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'] as const).find((one) => codes.includes(one));
  return new DomainError(code ?? 'VALIDATION_FAILED', formatViolations(violations), violations);
}

function codeOf(rule: ViolationRule) {
  if (rule === 'reference') return 'NOT_FOUND';
  return rule === 'conflict' ? 'CONFLICT' : 'VALIDATION_FAILED';
}

/** `kind` in the contract's words: "product", "custom API". `path`: what named it. */
export function notFound(kind: string, id: string, path: readonly PathSegment[] = ['id']): DomainError {
  return refusal([{ ...unknownReference(path, `No ${kind} with the id '${excerpt(id)}' was found.`), value: id }]);
}

export function unknownReference(path: readonly PathSegment[], sentence: string): Violation {
  return { path, rule: 'reference', problem: sentence, isSentence: true };
}

/** A caller's value, short enough to be quoted in a sentence. */
export function excerpt(value: string, maxLength = 80): string {
  return value.length > maxLength ? `${startOf(value, maxLength).toWellFormed()}…` : value.toWellFormed();
}

/** Its first characters, as many as `length` units of UTF-16 hold: none is cut in half. */
export function startOf(value: string, length: number): string {
  const isCut = (value.codePointAt(length - 1) ?? 0) > 0xffff;
  return value.slice(0, isCut ? length - 1 : length);
}
