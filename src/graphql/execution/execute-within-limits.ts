/** Executes an operation within its budget of work and against the clock, and bounds its answer. */
import { type ExecutionResult, GraphQLError } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import type { WorkBudget } from '../../domain/work-budget.ts';
import { clientGoneStatus } from '../../http/error-outcomes.ts';
import type { Limits } from '../../http/limits.ts';
import { toRefusal } from '../errors/refusal.ts';
import { sortBySelection } from '../errors/sort-by-selection.ts';
import { answerTooLarge, isLargerThan } from '../limits/answer-size.ts';
import { fragmentsOf } from '../limits/selections.ts';
import { Ending } from './ending.ts';
import type { Execute, WritingArgs } from './write-query.ts';

export interface ExecuteOptions {
  readonly execute: Execute;
  readonly limits: Limits;
  readonly budget: WorkBudget;
  /** Charges what the operation costs before any of its fields is resolved, for each of the runs that it takes. */
  readonly begin: () => void;
  /** Aborted when the client has gone: a query ends with it, a mutation is finished. */
  readonly clientSignal: () => AbortSignal;
}

/** Null: as `Execute` says. */
export async function executeWithinLimits(
  args: Omit<WritingArgs, 'ending'>,
  options: ExecuteOptions,
): Promise<ExecutionResult | null> {
  const { execute, limits, budget, begin, clientSignal } = options;
  const isMutation = args.operation.operation === 'mutation';
  const ending = new Ending();
  // What a mutation has done is told: it ends field by field.
  budget.onEnd(() => void ((isMutation && isExceeded(budget)) || ending.end()));
  const timer = setTimeout(() => budget.end(tooSlow(isMutation)), limits.executionMs);
  // NOTE: not AbortSignal.any, whose weak references keep the whole request in memory until the heap is collected in full.
  const clientLeft = isMutation ? null : clientSignal();
  // With the budget, so that what still waits for its turn is not read for nobody.
  const leave = () => budget.end(clientHasGone());
  if (clientLeft?.aborted) leave();
  clientLeft?.addEventListener('abort', leave, { once: true });
  try {
    const executed = await execute({ ...args, ending }, begin);
    if (clientLeft?.aborted) return untold();
    if (!executed) return null;
    const result = inOrder(executed, args);
    if (budget.ended && !isMutation) return { errors: [toRefusal(budget.ended)] };
    if (isLargerThan(limits.answerBytes, result.data))
      return { errors: [toRefusal(answerTooLarge(limits.answerBytes))] };
    return budget.ended ? withFewErrors(result, budget.ended) : result;
  } catch (error) {
    if (clientLeft?.aborted) return untold();
    if (budget.ended) return { errors: [toRefusal(budget.ended)] };
    throw error;
  } finally {
    clearTimeout(timer);
    clientLeft?.removeEventListener('abort', leave);
  }
}

function inOrder(
  result: ExecutionResult,
  { operation, document, variables }: Pick<WritingArgs, 'operation' | 'document' | 'variables'>,
): ExecutionResult {
  if (!result.errors) return result;
  const selected = { selections: operation.selectionSet, variables, fragments: fragmentsOf(document) };
  return { ...result, errors: sortBySelection(result.errors, selected) };
}

const goneMessage = 'The client has gone.';

function clientHasGone(): DomainError {
  return new DomainError('UNAVAILABLE', goneMessage);
}

/** Nobody reads it, but it is logged and counted. */
function untold(): ExecutionResult {
  return { errors: [new GraphQLError(goneMessage, { extensions: { http: { status: clientGoneStatus } } })] };
}

function isExceeded({ ended }: WorkBudget): boolean {
  return ended?.code === 'LIMIT_EXCEEDED';
}

/** Of the same reason, one error for each field of the root says enough. */
function withFewErrors({ errors = [], ...result }: ExecutionResult, reason: DomainError): ExecutionResult {
  const told = new Set<unknown>();
  const few = errors.filter(({ originalError, path: [field] = [] }) => {
    if (originalError !== reason) return true;
    const isFirst = !told.has(field);
    told.add(field);
    return isFirst;
  });
  return { ...result, errors: few };
}

/** The store may be slow for the moment, so this is no fault of the request. */
function tooSlow(isMutation: boolean): DomainError {
  const message = isMutation
    ? 'The mutation took too long: whether it was done is not known. Look before you try again.'
    : 'The query took too long. Try again, or ask for less.';
  return new DomainError('UNAVAILABLE', message);
}
