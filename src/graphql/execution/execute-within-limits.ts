/** Executes an operation against the clock, and bounds its answer. */
import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { DomainError } from '../../domain/errors.ts';
import type { Limits } from '../../http/limits.ts';
import { isLargerThan } from '../limits/answer-size.ts';
import { LimitExceeded } from '../limits/limit-exceeded.ts';
import type { Execute } from './compiled-queries.ts';

export interface ExecuteOptions {
  readonly execute: Execute;
  readonly limits: Limits;
  /** Aborted when the client has gone: a query ends with it, a mutation is finished. */
  readonly clientSignal: AbortSignal;
  readonly hideSuggestions: boolean;
}

export async function executeWithinLimits(
  args: ExecutionArgs,
  { execute, limits, clientSignal, hideSuggestions }: ExecuteOptions,
): Promise<ExecutionResult> {
  const isMutation = getOperationAST(args.document, args.operationName)?.operation === 'mutation';
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), limits.executionMs);
  const abortSignal = isMutation ? deadline.signal : AbortSignal.any([deadline.signal, clientSignal]);
  try {
    const result = await execute({ ...args, abortSignal, hideSuggestions });
    return isLargerThan(result.data, limits.answerBytes) ? { errors: [tooLarge(limits.answerBytes)] } : result;
  } catch (error) {
    if (deadline.signal.aborted) return { errors: [tooSlow(isMutation)] };
    // Nobody reads it.
    if (abortSignal.aborted) return { errors: [new GraphQLError('The client has gone.')] };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function tooLarge(limit: number): GraphQLError {
  const message = `The answer would be larger than ${limit} bytes. Ask for fewer fields, or smaller pages.`;
  return new LimitExceeded(message, { limitName: 'answerBytes', limit });
}

/** The store may be slow for the moment, so this is no fault of the request: 503, whatever the client accepts. */
function tooSlow(isMutation: boolean): GraphQLError {
  const message = isMutation
    ? 'The mutation took too long: whether it was done is not known. Look before you try again.'
    : 'The query took too long. Try again, or ask for less.';
  const http = { status: 503, headers: { 'Retry-After': '1' } };
  return new GraphQLError(message, { originalError: new DomainError('UNAVAILABLE', message), extensions: { http } });
}
