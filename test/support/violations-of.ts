import { DomainError } from '../../src/domain/errors.ts';
import { formatViolation } from '../../src/domain/input/violations.ts';

/** The faults that the call is refused for, as `path rule message`; fails when it is not refused by VALIDATION_FAILED. */
export async function violationsOf(call: () => unknown): Promise<string[]> {
  const error = await errorOf(call);
  if (error.code !== 'VALIDATION_FAILED') throw error;
  return error.violations.map((violation) => {
    return `${violation.path.join('.')} ${violation.rule} ${formatViolation(violation)}`;
  });
}

/** The DomainError that the call ends in; anything else is thrown on. */
export async function errorOf(call: () => unknown): Promise<DomainError> {
  try {
    await call();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('Expected a DomainError, but nothing was thrown.');
}
