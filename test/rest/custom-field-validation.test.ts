import { expect, it } from 'vitest';
import { validationFaults } from '../../src/rest/custom-field-validation.ts';

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`member-${i}`, i]));

it('tells of stray members as many as may be told, and counts the others', () => {
  const sent = { ...members(60), string: { min_length: 1, regex: null, ...members(100_000) }, integer: members(5) };
  const faults = validationFaults(sent, 50);
  expect(faults).toHaveLength(51);
  expect(faults[0]).toMatchObject({ path: ['validation'], problem: expect.stringContaining("'member-0'") });
  expect(faults.at(-1)).toMatchObject({ rule: 'more', more: 10 + 100_000 + 5 });
});

it('says where each stands, and leaves out what is known or null', () => {
  const faults = validationFaults({ string: { max_length: 2, max_value: 3, pattern: null }, boolean: null }, 50);
  expect(faults.map(({ path }) => path)).toEqual([['validation', 'string']]);
});
