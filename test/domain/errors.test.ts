import { describe, expect, it } from 'vitest';
import { excerpt, nestError, notFound, refusal, unknownReference } from '../../src/domain/errors.ts';
import type { Violation } from '../../src/domain/input/violations.ts';

describe('what is quoted of a value', () => {
  it.each([
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), `${'a'.repeat(80)}…`],
    [`${'a'.repeat(79)}😀`, `${'a'.repeat(79)}…`],
    ['\ud83d', '\ufffd'],
  ])('is no longer than eighty characters, and well-formed: %#', (value, quoted) => {
    expect(excerpt(value)).toBe(quoted);
  });
});

describe('the error of several faults', () => {
  const form: Violation = { path: ['name'], rule: 'required', problem: 'is required' };
  const reference = unknownReference(['planId'], 'No plan was found.');
  const conflict: Violation = { path: ['slug'], rule: 'conflict', problem: 'It is taken.', isSentence: true };

  it('has the code of the phase that comes first, in whatever order they are', () => {
    expect(refusal([conflict, reference, form]).code).toBe('VALIDATION_FAILED');
    expect(refusal([conflict, reference]).code).toBe('NOT_FOUND');
    expect(refusal([conflict]).code).toBe('CONFLICT');
    expect(refusal([conflict, form]).message).toBe("It is taken. The field 'name' is required.");
  });

  it('is told further out with its code, and the paths from there', () => {
    const nested = nestError(notFound('plan', 'x'), 'input', 0);
    expect(nested).toMatchObject({ code: 'NOT_FOUND', violations: [{ path: ['input', 0, 'id'], rule: 'reference' }] });
  });
});
