import { expect, it } from 'vitest';
import { rememberTexts } from '../../src/lib/remember-texts.ts';

it('the first values of a header are read once, later and long ones each time, all of them alike', () => {
  const read: (string | null)[] = [];
  const lengthOf = rememberTexts((header) => {
    read.push(header);
    return header?.length ?? null;
  });
  const long = 'a'.repeat(201);
  const first = Array.from({ length: 98 }, (_, index) => `${index}`);
  for (const header of [null, '', long, ...first, 'late']) {
    expect([lengthOf(header), lengthOf(header)]).toEqual([header?.length ?? null, header?.length ?? null]);
  }
  expect(read).toEqual([null, '', long, long, ...first, 'late', 'late']);
});
