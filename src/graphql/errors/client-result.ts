import type { ExecutionResult } from 'graphql';
import type { Limits } from '../../http/limits.ts';
import { stringifyWith } from './client-error.ts';
import { toClientErrors } from './errors.ts';

export interface ClientResultOptions {
  readonly requestId: string;
  readonly limits: Pick<Limits, 'errors' | 'violations'>;
  readonly reportBug: (error: unknown, requestId: string) => void;
}

/** The result with its errors as the client is told of them. */
export function toClientResult(
  result: ExecutionResult,
  { requestId, limits, reportBug }: ClientResultOptions,
): ExecutionResult {
  if (!result.errors?.length) return result;
  const errors = toClientErrors(result.errors, limits.errors, {
    requestId,
    isExecuted: 'data' in result,
    hasData: Boolean(result.data),
    maxViolations: limits.violations,
    report: (error) => reportBug(error, requestId),
  });
  return Object.assign({ ...result, errors }, { stringify: stringifyWith(errors) });
}
