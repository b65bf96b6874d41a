/** Executes an operation against the clock, and bounds its answer. */
import { type ExecutionArgs, type ExecutionResult, execute, getOperationAST } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import { isLargerThan } from './answer-size.ts';
import { LimitExceeded } from './limit-exceeded.ts';
import type { Limits } from './limits.ts';

export interface ExecuteOptions {
  readonly limits: Limits;
  /** Aborted when the client has gone: a query ends with it, a mutation is finished. */
  readonly clientSignal: AbortSignal;
  readonly hideSuggestions: boolean;
}

/** @throws DomainError UNAVAILABLE when the time is up */
export async function executeWithinLimits(
  args: ExecutionArgs,
  { limits, clientSignal, hideSuggestions }: ExecuteOptions,
): Promise<ExecutionResult> {
  const isMutation = getOperationAST(args.document, args.operationName)?.operation === 'mutation';
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(tooSlow(isMutation)), limits.executionMs);
  const abortSignal = isMutation ? deadline.signal : AbortSignal.any([deadline.signal, clientSignal]);
  try {
    const result = await execute({ ...args, abortSignal, hideSuggestions });
    if (!isLargerThan(result.data, limits.answerBytes)) return result;
    const message = `The answer would be larger than ${limits.answerBytes} bytes. Ask for fewer fields, or smaller pages.`;
    return { errors: [new LimitExceeded(message, { limitName: 'answerBytes', limit: limits.answerBytes })] };
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(isMutation: boolean): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    isMutation
      ? 'The mutation took too long: whether it was done is not known. Look before you try again.'
      : 'The query took too long. Try again, or ask for less.',
  );
}
