import { DomainError, validationError } from '../../domain/errors.ts';
import { nestViolations } from '../../domain/input/violations.ts';

/** Runs a mutation whose argument is called `input`: the paths of its faults start there. */
export async function withInputPaths<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DomainError) || error.violations.length === 0) throw error;
    throw validationError(nestViolations(error.violations, 'input'));
  }
}
