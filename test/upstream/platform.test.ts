import { expect, it } from 'vitest';
import { DomainError, type ErrorCode, notFound } from '../../src/domain/errors.ts';
import { explained } from '../../src/upstream/platform.ts';

const taken = new DomainError('CONFLICT', 'It is taken.');
const unknown = notFound('custom API', 'x', ['customApiId']);

it('a write that the platform refuses is told by what reads find wrong with its input', async () => {
  await expect(explained(Promise.reject(taken), () => Promise.reject(unknown))).rejects.toBe(unknown);
  await expect(explained(Promise.reject(taken), async () => {})).rejects.toBe(taken);
});

it.each<ErrorCode>(['UNAVAILABLE', 'FORBIDDEN', 'LIMIT_EXCEEDED', 'UNSUPPORTED'])(
  'reads that end with %s change nothing of what the platform said of the write',
  async (code) => {
    const failing = () => Promise.reject(new DomainError(code, 'The read failed.'));
    await expect(explained(Promise.reject(taken), failing)).rejects.toBe(taken);
  },
);
