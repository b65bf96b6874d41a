import { expect, it } from 'vitest';
import { bytesOfAnswers } from '../../../src/upstream/client/answer-memory.ts';

it.each([
  ['none without a platform', { upstream: null, bytes: 0 }],
  ['half of it', { upstream: { catalog: 'live' }, bytes: 32_000_000 }],
  ['a twentieth beside a mirror', { upstream: { catalog: 'mirror' }, bytes: 3_200_000 }],
] as const)('the answers of a platform have %s', (_, { upstream, bytes }) => {
  expect(bytesOfAnswers(upstream, 64_000_000)).toBe(bytes);
});
